"""How far a person is with a deck, as a picture: a bar for each kind of mistake and each phase.

A bar has a part for the problems of each step, from not solved yet to learned, by the days after
which they come back; the darker, the further. The
picture follows the reader's choice of light or dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from gtpengine.base.text.language import _, _n
from gtpengine.problems.deck import DAYS
from gtpengine.problems.progress import ProgressRow

WIDTH: Final = 360
ROW: Final = 36
BAR: Final = 14
LEGEND: Final = 40

SHADES: Final = tuple((1 + step) / (2 + len(DAYS)) for step in range(2 + len(DAYS)))
"""Opacity of a part, by how often in a row its problems were solved."""

_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#201f1c}rect{fill:#1364cd;stroke:#1364cd}"
    "@media(prefers-color-scheme:dark){text{fill:#e8e6e1}rect{fill:#52a7fb;stroke:#52a7fb}}"
)


def progress_picture(rows: Sequence[ProgressRow]) -> bytes:
    """Return the picture as SVG."""
    height = LEGEND + ROW * len(rows)
    title = _("How far you are")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' role="img" aria-label="{escape(title)}"><!-- gtpengine -->',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
    ]
    for number, row in enumerate(rows):
        top = ROW * number
        count = _n("{count} problem", "{count} problems", row.problems)
        lines.append(_text(0, top + 14, row.name))
        lines.append(_text(WIDTH, top + 14, count, "end"))
        left = 0.5
        for step, problems in enumerate(row.steps):
            wide = (WIDTH - 1) * problems / row.problems
            if problems:
                lines.append(_part(left, top + 18.5, wide, step))
            left += wide
    return "\n".join([*lines, *_legend(height - LEGEND), "</svg>", ""]).encode()


def _legend(top: float) -> list[str]:
    lines = []
    wide = WIDTH / len(SHADES)
    texts = [_("not yet"), *(f"{days}" for days in DAYS), _("learned")]
    for step, text in enumerate(texts):
        lines.append(_part(wide * step + 0.5, top + 8.5, wide - 4, step))
        if text not in (texts[0], texts[-1]):
            lines.append(_text(wide * step + (wide - 4) / 2, top + 36, text, "middle"))
    # Words are longer than their parts in some languages: they begin and end with the picture.
    lines.append(_text(0, top + 36, texts[0]))
    lines.append(_text(WIDTH - 3, top + 36, texts[-1], "end"))
    return lines


def _part(x: float, y: float, width: float, step: int) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{BAR}"'
        f' fill-opacity="{SHADES[step]:.2f}"/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
