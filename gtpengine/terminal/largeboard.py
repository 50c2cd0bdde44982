"""The board with points larger than a character: stones are discs of quarters of characters.

A terminal's character is about twice as high as wide. At a scale k a point takes 2k columns and k
lines, so that it is about square. A character shows two colours: where three meet, the rarest goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from rich.style import Style

from board_ext.coords import EMPTY
from gtpengine.terminal.drawing import grid
from gtpengine.terminal.view import BoardDrawing

LARGEST: Final = 4
"""The largest scale."""

STONE: Final = {2: 0.42, 3: 0.415, 4: 0.42}
SPOT: Final = 0.25
"""Radius of a stone, by scale, and of a mark on an empty point, in distances between points. Larger
stones would run into each other."""

QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The characters by which quarters are inked: 1 upper left, 2 upper right, 4 and 8 below."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as Rich names them: ``ink`` by colour of stone, and of lines for EMPTY."""

    wood: str
    ink: dict[int, str]
    last: str
    hint: str
    cursor: str


def centre(scale: int) -> tuple[int, int]:
    """Return the column and line of a point's middle character, from the point's upper left one."""
    return scale - 1, (scale - 1) // 2


def draw_line(
    view: BoardDrawing, cursor: int | None, line: int, scale: int, palette: Palette
) -> list[Segment]:
    """Return a line of the board, without its edge; line 0 is the uppermost one."""
    width = 2 * scale * view.size
    quarters = [_quarters(view, cursor, 2 * line + below, scale, palette) for below in (0, 1)]
    segments = []
    for x in range(width):
        four = quarters[0][2 * x : 2 * x + 2] + quarters[1][2 * x : 2 * x + 2]
        segments.append(_character(four, view, cursor, (x, line), scale, palette))
    return list(Segment.simplify(segments))


def _quarters(
    view: BoardDrawing, cursor: int | None, y: int, scale: int, palette: Palette
) -> list[str]:
    """Return the colours of a row of quarters, four for each character's two columns."""
    size = view.size
    middle_x, middle_y = centre(scale)
    # Distances between points: 2 * scale columns are a distance of 1, and so are scale lines.
    down = ((y + 0.5) / 2 - middle_y - 0.5) / scale
    row = min(size - 1, max(0, round(down)))
    found = []
    for x in range(4 * scale * size):
        right = ((x + 0.5) / 2 - middle_x - 0.5) / (2 * scale)
        column = min(size - 1, max(0, round(right)))
        distance = ((right - column) ** 2 + (down - row) ** 2) ** 0.5
        disc = _disc((size - 1 - row) * size + column, view, cursor, scale, palette)
        found.append(disc[1] if disc and distance < disc[0] else palette.wood)
    return found


def _disc(
    point: int, view: BoardDrawing, cursor: int | None, scale: int, palette: Palette
) -> tuple[float, str] | None:
    """Return radius and colour of what lies on a point; None when nothing does."""
    if view.stones[point]:
        small = point in view.dead
        return SPOT if small else STONE[scale], palette.ink[view.stones[point]]
    if point == cursor:
        return SPOT, palette.cursor
    if point == view.hint:
        return STONE[scale], palette.hint
    if view.owners and view.owners[point]:
        return SPOT, palette.ink[view.owners[point]]
    return None


def _character(
    four: Sequence[str],
    view: BoardDrawing,
    cursor: int | None,
    place: tuple[int, int],
    scale: int,
    palette: Palette,
) -> Segment:
    """Return a character from the colours of its quarters, with what is drawn on top of it."""
    (column, from_x), (row, from_y) = divmod(place[0], 2 * scale), divmod(place[1], scale)
    point = (view.size - 1 - row) * view.size + column
    middle = (from_x, from_y) == centre(scale)
    often = [color for color, _ in Counter(four).most_common(2)]
    back = palette.wood if palette.wood in often else often[-1]
    if middle and view.stones[point]:
        mark = palette.cursor if point == cursor else palette.last if point == view.last else ""
        if mark:
            return Segment("■", Style(color=mark, bgcolor=palette.ink[view.stones[point]]))
    if often == [palette.wood]:
        sign = _line_sign(point, view.size, (from_x, from_y), scale)
        return Segment(sign, Style(color=palette.ink[EMPTY], bgcolor=palette.wood))
    front = next((color for color in often if color != back), back)
    bits = sum(1 << i for i, color in enumerate(four) if color == front)
    return Segment(QUARTERS[bits], Style(color=front, bgcolor=back))


def _line_sign(point: int, size: int, inside: tuple[int, int], scale: int) -> str:
    """Return the board's line at a character of an empty point."""
    (x, y), (middle_x, middle_y) = inside, centre(scale)
    row, column = divmod(point, size)
    if (x, y) == (middle_x, middle_y):
        return grid(point, size)
    if y == middle_y:
        inner = column > 0 if x < middle_x else column < size - 1
        return "─" if inner else " "
    if x == middle_x:
        inner = row < size - 1 if y < middle_y else row > 0
        return "│" if inner else " "
    return " "
