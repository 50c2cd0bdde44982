"""Points, colours and rules as the library takes them, and points and colours as it gives them."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal, SupportsIndex

from board_ext.coords import (
    BLACK,
    COLUMNS,
    PASS,
    WHITE,
    color_name,
    parse_color,
    point_to_vertex,
    vertex_to_point,
)
from board_ext.rules import Rules, rules_named
from gtpengine.library.values.checks import each, number, shown
from gtpengine.sgf import points as sgf_points

Point = str | SupportsIndex | tuple[SupportsIndex, SupportsIndex]
"""A point of the board: ``"E5"``, in any case; its number, ``row * size + column`` with A1 = 0; its
row and column, ``(4, 4)``; or its name in SGF, ``"ee"``, two small letters."""

Move = Point
"""A point to play at, or a pass: ``"pass"``, the number -1, ``"tt"`` as in SGF, or
``size * size``, the place of the pass in arrays of moves."""

Color = str | SupportsIndex
"""A side: ``"black"``, ``"b"``, ``"white"``, ``"w"`` in any case, or ``BLACK``, ``WHITE``."""

ColorName = Literal["black", "white"]
"""A side as the library names it."""

MOST_KOMI: Final = 10_000
"""Far more than a board has points; searches and networks count with more than that."""

_SGF: Final = re.compile("[a-z]{2}")
_WANTED: Final = "a point is text such as 'E5' or 'pass', a number, or (row, column)"


def number_of_move(move: Move, size: int) -> int:
    """Return the number of a point of the board, or -1 for a pass.

    :raises ValueError: when it is neither; the message says what the board has.
    :raises TypeError: when it is neither text nor a whole number.
    """
    if isinstance(move, str):
        try:
            return _sgf_number(move, size) if _SGF.fullmatch(move) else vertex_to_point(move, size)
        except ValueError:
            raise ValueError(f"{shown(move)} is no point of a {_board(size)}") from None
    if isinstance(move, tuple):
        return _number_at(move, size)
    number = _index(move, _WANTED)
    if not PASS <= number <= size * size:
        raise ValueError(
            f"{number} is no point of a {size}x{size} board: numbers go from 0 (A1) to "
            f"{size * size - 1} ({COLUMNS[size - 1]}{size}); -1 is a pass, and so is {size * size}"
        )
    return PASS if number == size * size else number


def _sgf_number(name: str, size: int) -> int:
    return PASS if name == "tt" else sgf_points.point_of(name.encode(), size)


def _number_at(place: tuple[SupportsIndex, ...], size: int) -> int:
    """Return the number of a point of which the row and the column are given."""
    if len(place) != 2:
        raise TypeError(f"{shown(place)} is a tuple: {_WANTED}")
    row, column = (_index(line, _WANTED) for line in place)
    if not (0 <= row < size and 0 <= column < size):
        raise ValueError(
            f"({row}, {column}) is no point of a {size}x{size} board: rows and columns go from 0 "
            f"(A1) to {size - 1}"
        )
    return row * size + column


def number_of_point(point: Point, size: int) -> int:
    """Return the number of a point of the board.

    :raises ValueError: when the board has no such point, or the move is a pass. The message says
        which points there are.
    :raises TypeError: when it is neither text nor a whole number.
    """
    number = number_of_move(point, size)
    if number == PASS:
        raise ValueError("a point of the board is wanted here, not a pass")
    return number


def numbers_of(points: str | Iterable[Point], size: int) -> list[int]:
    """Return the numbers of several points; a text may name several, with blanks between.

    :raises ValueError: when one of them is no point of this board.
    :raises TypeError: when one of them is neither text nor a whole number.
    """
    return [number_of_point(point, size) for point in listed(points)]


def listed(points: str | Iterable[Point]) -> Iterator[Point]:
    """Return what goes through points or moves; a text may name several, with blanks between.

    :raises TypeError: when that cannot be gone through.
    """
    given = points.split() if isinstance(points, str) else points
    return each("points", given, "give a list of points, or a text as 'C3 G7'")


@cache
def names_of(size: int) -> tuple[str, ...]:
    """Return the names of all moves by number; the last name is the pass's, number -1."""
    return tuple(point_to_vertex(number, size) for number in (*range(size * size), PASS))


def name_of(number: int, size: int) -> str:
    """Return ``"E5"`` or ``"pass"`` for a number."""
    return names_of(size)[number]


def color_of(color: Color | None, default: int) -> int:
    """Return ``BLACK`` or ``WHITE``; ``default`` for None.

    :raises ValueError: when it is no colour.
    :raises TypeError: when it is neither text nor a whole number.
    """
    if color is None:
        return default
    if isinstance(color, str):
        return parse_color(color)
    number = _index(color, "a colour is 'black' or 'white', or BLACK or WHITE")
    if number not in (BLACK, WHITE):
        raise ValueError(
            f"{number} is no colour: use 'black' or 'white', or BLACK (1) or WHITE (2)"
        )
    return number


def named_color(color: int) -> ColorName:
    """Return ``"black"`` or ``"white"`` for ``BLACK`` or ``WHITE``."""
    return "black" if color_name(color) == "black" else "white"


def rules_of(rules: Rules | str) -> Rules:
    """Return the rules of a name such as ``"japanese"``; rules themselves as they are.

    :raises ValueError: when the name is unknown; the message gives the nearest and all names.
    :raises TypeError: when it is neither a name nor rules.
    """
    if isinstance(rules, str):
        return rules_named(rules)
    if isinstance(rules, Rules):
        return rules
    raise TypeError(f"rules are a name such as 'japanese' or a gtpengine.Rules, not {rules!r}")


def komi_of(komi: float | None, usual: float) -> float:
    """Return a komi as a number of Python; ``usual`` for None.

    :raises ValueError: when it is too large or not finite.
    :raises TypeError: when it is no number.
    """
    if komi is None:
        return usual
    points = number("komi", komi, "give a number of points, such as 6.5")
    if not abs(points) <= MOST_KOMI:
        raise ValueError(f"komi {points:g}: give points from -{MOST_KOMI} to {MOST_KOMI}")
    return points


def _board(size: int) -> str:
    """Return what a board has, in words."""
    letters = f"A to {COLUMNS[size - 1]}"
    if size > COLUMNS.index("J"):
        letters += " without I"
    return f"{size}x{size} board: columns {letters}, rows 1 to {size}, or 'pass'"


def _index(value: SupportsIndex, wanted: str) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{shown(value)} is a {type(value).__name__}: {wanted}") from None
