"""Boards as SVG pictures, for notebooks and web pages.

A picture brings its own background, so it reads alike on light and dark pages. Sizes are in units
of a hundredth of the distance between two lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from board_ext.coords import (
    BLACK,
    COLUMNS,
    EMPTY,
    PASS,
    WHITE,
    color_name,
    point_to_vertex,
    star_points,
)
from board_ext.position import Position as CorePosition
from gtpengine.library.values.checks import array, each, mapping, shown, whole
from gtpengine.library.values.points import number_of_move, number_of_point

_UNIT: Final = 100
_WOOD: Final = "#e6c27a"
_LINE: Final = "#5b4526"
_INK: Final = {EMPTY: "#3a2a12", BLACK: "#ffffff", WHITE: "#16130e"}
"""Colour of what is drawn upon an empty point, a black and a white stone."""
_STONE: Final = {BLACK: ("#1c1a18", "#000000"), WHITE: ("#fbfaf6", "#6f6a60")}
_BEST: Final = "#1657b8"
_GOOD: Final = "#2c6e49"

_NOT_XML: Final = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""A character that no XML file may have; texts of records can have such."""

_SHAPES: Final = ("circle", "square", "triangle", "cross")
_LEAST_OWNED: Final = 0.05
_MOST_MOVES: Final = 10
_LEAST_SHARE: Final = 0.02
"""Moves with fewer of the best move's visits are not drawn."""

_MOVES: Final = "give moves of a report"
_POINTS: Final = "give a dict of points and marks, such as {'E5': 'circle'}"

_PIXELS: Final = {9: 40, 13: 34}
_LARGE_PIXELS: Final = 30
WIDEST: Final = 100_000


class Svg(str):
    """The text of an SVG file; a notebook draws it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self

    def __repr__(self) -> str:
        return f"<SVG, {len(self)} characters>"


class HasBoard(Protocol):
    """What can be drawn: a :class:`gtpengine.Position`."""

    @property
    def core(self) -> CorePosition: ...


@runtime_checkable
class Rated(Protocol):
    """A move with a win rate, such as the moves of a report."""

    @property
    def move(self) -> str: ...
    @property
    def win_rate(self) -> float: ...
    @property
    def visits(self) -> int: ...


def board_svg(
    position: HasBoard,
    *,
    marks: Mapping[Any, str] | None = None,
    last_move: bool = True,
    numbers: bool | int = False,
    ownership: npt.NDArray[np.floating] | None = None,
    moves: Iterable[Rated] = (),
    coordinates: bool = True,
    width: int | None = None,
) -> Svg:
    """Return a picture of a position as the text of an SVG file; notebooks draw it.

    :param marks: what to draw at points, which are text or numbers: ``"circle"``, ``"square"``,
        ``"triangle"``, ``"cross"``, or a text of up to four characters.
    :param last_move: whether the last move bears a ring.
    :param numbers: whether stones bear the number of their move; a number N: the last N stones.
    :param ownership: an array of shape (size, size), row 0 at the bottom, +1 for a point that is
        Black's, -1 for one that is White's (``Report.ownership``); it is drawn as squares of that
        colour, the larger the surer.
    :param moves: moves with win rates (``Report.moves``); the first is blue, the others green. At
        most ten are drawn, none with less than 2 % of the first's visits.
    :param coordinates: whether letters and numbers stand around the board.
    :param width: of the picture in pixels; chosen by the size of the board when left out.
    :raises ValueError: when a point is not on the board, a text is too long, ``ownership`` has
        another shape, or the width is not from 1 to 100,000.
    :raises TypeError: when something else than a position, a dict of marks or moves is given.
    """
    core = getattr(position, "core", None)
    if not isinstance(core, CorePosition):
        raise TypeError(f"a gtpengine.Position is drawn, not {shown(position)}")
    return Svg(
        "\n".join(
            [
                *_frame(core, coordinates, width),
                *_stones(core),
                *_owners(core.size, ownership),
                *_move_numbers(core, numbers),
                *(_last_move(core) if last_move and not numbers else ()),
                *_candidates(core.size, list(each("moves", moves, _MOVES))),
                *_marks(core, {} if marks is None else mapping("marks", marks, _POINTS)),
                "</svg>",
            ]
        )
    )


def _frame(core: CorePosition, coordinates: bool, width: int | None) -> Iterator[str]:
    """Yield the head of the file, the wood, lines, star points and coordinates."""
    size = core.size
    margin = 120 if coordinates else 65
    side = _UNIT * (size - 1) + 2 * margin
    if width is None:
        pixels = next((p for most, p in _PIXELS.items() if size <= most), _LARGE_PIXELS)
        width = round(side * pixels / _UNIT)
    whole("width", width, 1, WIDEST)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}" '
        f'viewBox="{-margin} {-margin} {side} {side}" role="img" '
        'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">'
    )
    yield f"<title>{escape(_title(core))}</title>"
    yield (
        f'<rect x="{-margin}" y="{-margin}" width="{side}" height="{side}" rx="20" fill="{_WOOD}"/>'
    )
    last = _UNIT * (size - 1)
    path = "".join(f"M{at} 0V{last}M0 {at}H{last}" for at in range(0, last + 1, _UNIT))
    yield f'<path d="{path}" stroke="{_LINE}" stroke-width="4" stroke-linecap="square"/>'
    for point in star_points(size):
        x, y = _at(point, size)
        yield f'<circle class="star" cx="{x}" cy="{y}" r="11" fill="{_LINE}"/>'
    for line in range(size) if coordinates else ():
        at, far = line * _UNIT, last + 78
        for x, y, name in (
            (at, -78, COLUMNS[line]),
            (at, far, COLUMNS[line]),
            (-78, last - at, str(line + 1)),
            (far, last - at, str(line + 1)),
        ):
            yield text(x, y, name, 42, _INK[EMPTY])


def _title(core: CorePosition) -> str:
    title = f"Go board {core.size}x{core.size}, {color_name(core.to_play)} to play"
    if core.moves:
        color, point = core.moves[-1]
        title += f", last move {color_name(color)} {point_to_vertex(point, core.size)}"
    return title


def _stones(core: CorePosition) -> Iterator[str]:
    for point, color in enumerate(core.stones().ravel().tolist()):
        if color != EMPTY:
            x, y = _at(point, core.size)
            fill, edge = _STONE[color]
            yield (
                f'<circle class="{color_name(color)}" cx="{x}" cy="{y}" r="47" fill="{fill}" '
                f'stroke="{edge}" stroke-width="3"/>'
            )


def _owners(size: int, ownership: npt.NDArray[np.floating] | None) -> Iterator[str]:
    if ownership is None:
        return
    owners = array("ownership", ownership)
    if owners.dtype.kind not in "fiub":
        raise TypeError(f"ownership of type {owners.dtype}: give numbers from -1 to 1")
    if owners.shape != (size, size):
        raise ValueError(
            f"ownership of shape {owners.shape}: a {size}x{size} board needs {(size, size)}"
        )
    for point, value in enumerate(owners.ravel().tolist()):
        if abs(value) >= _LEAST_OWNED:
            x, y = _at(point, size)
            half = round(8 + 16 * min(1.0, abs(value)))
            fill, edge = _STONE[BLACK if value > 0 else WHITE]
            yield (
                f'<rect class="owner" x="{x - half}" y="{y - half}" width="{2 * half}" '
                f'height="{2 * half}" fill="{fill}" stroke="{edge}" stroke-width="3" '
                f'opacity="{0.45 + 0.45 * min(1.0, abs(value)):.2f}"/>'
            )


def _move_numbers(core: CorePosition, numbers: bool | int) -> Iterator[str]:
    """Yield the number of the last move at each point that has a stone."""
    moves = core.moves
    last = len(moves) if numbers is True else whole("numbers", numbers or 0, 0)
    first = len(moves) - last
    placed = {point: number for number, (_, point) in enumerate(moves, 1) if number > first}
    for point, number in placed.items():
        if point != PASS and (color := core.color_at(point)) != EMPTY:
            x, y = _at(point, core.size)
            yield text(x, y, str(number), 46 if number < 100 else 38, _INK[color])


def _last_move(core: CorePosition) -> Iterator[str]:
    if core.moves and (point := core.moves[-1][1]) != PASS:
        x, y = _at(point, core.size)
        ink = _INK[core.color_at(point)]
        yield (
            f'<circle class="last" cx="{x}" cy="{y}" r="26" fill="none" stroke="{ink}" '
            'stroke-width="7"/>'
        )


def _candidates(size: int, moves: Sequence[Rated]) -> Iterator[str]:
    for rank, rated in enumerate(moves[:_MOST_MOVES]):
        if not isinstance(rated, Rated):
            raise TypeError(f"moves[{rank}] {shown(rated)}: {_MOVES}")
        point = number_of_move(rated.move, size)
        if point == PASS or (rank and rated.visits < _LEAST_SHARE * moves[0].visits):
            continue
        x, y = _at(point, size)
        percent = round(100 * rated.win_rate)
        yield (
            f'<g class="move"><title>{rated.move}: win rate {percent} %, {rated.visits} visits'
            f'</title><circle cx="{x}" cy="{y}" r="46" fill="{_GOOD if rank else _BEST}" '
            'stroke="#ffffff" stroke-width="4"/>'
            f"{text(x, y, str(percent), 46 if percent < 100 else 38, '#ffffff', bold=True)}</g>"
        )


def _marks(core: CorePosition, marks: Mapping[Any, str]) -> Iterator[str]:
    for point, mark in marks.items():
        number = number_of_point(point, core.size)
        x, y = _at(number, core.size)
        color = core.color_at(number)
        ink = _INK[color]
        if not isinstance(mark, str):
            raise TypeError(f"mark {shown(mark)}: a mark is text")
        if mark in _SHAPES:
            yield _shape(mark, x, y, ink)
        elif 1 <= len(mark) <= 4:
            if color == EMPTY:  # the lines would run through the text
                yield f'<circle cx="{x}" cy="{y}" r="36" fill="{_WOOD}"/>'
            yield text(x, y, mark, {1: 58, 2: 48, 3: 38}.get(len(mark), 30), ink, bold=True)
        else:
            raise ValueError(
                f"mark {mark!r}: use {', '.join(_SHAPES)}, or a text of 1 to 4 characters"
            )


def _shape(mark: str, x: int, y: int, ink: str) -> str:
    style = f'class="mark" fill="none" stroke="{ink}" stroke-width="8"'
    if mark == "circle":
        return f'<circle cx="{x}" cy="{y}" r="25" {style}/>'
    if mark == "square":
        return f'<rect x="{x - 21}" y="{y - 21}" width="42" height="42" {style}/>'
    if mark == "triangle":
        return f'<path d="M{x} {y - 30}L{x + 26} {y + 15}H{x - 26}Z" {style}/>'
    return f'<path d="M{x - 21} {y - 21}l42 42m0 -42l-42 42" {style}/>'


def text(x: float, y: float, shown: str, height: int, ink: str, bold: bool = False) -> str:
    """Return a text whose middle is at a place."""
    weight = ' font-weight="bold"' if bold else ""
    # A digit's middle lies a good third of the font's size above its line; not all programs know
    # dominant-baseline.
    below = y + round(0.36 * height)
    style = f'font-size="{height}"{weight} fill="{ink}"'
    return f'<text x="{x}" y="{below}" {style}>{escape(_NOT_XML.sub(chr(0xFFFD), shown))}</text>'


def _at(point: int, size: int) -> tuple[int, int]:
    """Return where a point lies in the picture."""
    row, column = divmod(point, size)
    return column * _UNIT, (size - 1 - row) * _UNIT
