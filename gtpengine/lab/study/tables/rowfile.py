"""Rows in a file: objects of a dataclass, a line each, with tabs between the columns."""

from __future__ import annotations

import csv
import io
import typing
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from .reading import TableError

Row = TypeVar("Row")


def written(kind: Callable[..., Row], rows: Iterable[Row]) -> str:
    """Return rows of a dataclass as a file."""
    columns = typing.get_type_hints(kind)
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([getattr(row, name) for name in columns] for row in rows)
    return out.getvalue()


def read_rows(path: Path, kind: Callable[..., Row], advice: str) -> list[Row]:
    """Read a file that ``written`` made of rows of a dataclass.

    ``advice`` says what it would be, and which command makes it.

    :raises TableError: when the file has other columns or values
    :raises OSError: when it cannot be read
    """
    return rows_of(io.StringIO(path.read_text(encoding="utf-8")), str(path), kind, advice)


def rows_of(file: Iterable[str], name: str, kind: Callable[..., Row], advice: str) -> list[Row]:
    """Read the lines of such a file; ``name`` is what errors call it.

    :raises TableError: when the lines have other columns or values
    """
    columns = typing.get_type_hints(kind)
    lines = list(csv.reader(file, delimiter="\t"))
    if not lines or lines[0] != list(columns):
        raise TableError(f"{name} is no {advice}")
    found = []
    for number, line in enumerate(lines[1:], 2):
        try:
            cells = zip(columns.items(), line, strict=True)
            found.append(kind(**{name: type_(text) for (name, type_), text in cells}))
        except ValueError as error:
            raise TableError(f"{name}, line {number}: {error}") from None
    return found
