"""Tables on a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Final

_WIDEST: Final = 10_000


def table_lines(
    heads: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,)
) -> list[str]:
    """Return the lines of a table. Nothing is cut or wrapped, so a program can read it too.

    The columns ``words`` are aligned on the left, all others, which hold numbers, on the right.
    """
    from rich import box  # here, because --help needs no extra
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for place, head in enumerate(heads):
        justify = "left" if place in words else "right"
        table.add_column(Text(head), justify=justify, no_wrap=True)  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))  # a name is no markup
    text = io.StringIO()
    Console(file=text, width=_WIDEST, color_system=None).print(table)
    return [line.rstrip() for line in text.getvalue().splitlines()]
