"""Colours, points and their names.

At the Python level a point is an ``int``: ``row * size + col`` with row 0 at the bottom of the
board, so that A1 is 0 and B1 is 1, the order of GTP vertices. ``PASS`` and ``RESIGN`` are the two
negative values. The C kernel uses padded vertices instead; ``board_ext.position`` converts.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final, SupportsIndex

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2

PASS: Final = -1
RESIGN: Final = -2

MIN_SIZE: Final = 2
MAX_SIZE: Final = 19

# GTP leaves out I, because it is easily taken for J or for a 1.
COLUMNS: Final = "ABCDEFGHJKLMNOPQRST"

_COLOR_NAMES: Final = {
    "b": BLACK,
    "black": BLACK,
    "w": WHITE,
    "white": WHITE,
}


def opponent(color: int) -> int:
    """Return the other colour of ``BLACK`` or ``WHITE``.

    :raises ValueError: when ``color`` is neither.
    """
    if color == BLACK:
        return WHITE
    if color == WHITE:
        return BLACK
    raise ValueError(f"no opponent of colour {color!r}: use BLACK ({BLACK}) or WHITE ({WHITE})")


def color_name(color: int) -> str:
    """Return ``"black"`` or ``"white"``.

    :raises ValueError: when ``color`` is neither ``BLACK`` nor ``WHITE``.
    """
    if color == BLACK:
        return "black"
    if color == WHITE:
        return "white"
    raise ValueError(f"colour {color!r} has no name: use BLACK ({BLACK}) or WHITE ({WHITE})")


def parse_color(text: str) -> int:
    """Return ``BLACK`` or ``WHITE`` for ``b``, ``black``, ``w`` or ``white`` in any case.

    :raises ValueError: when it is any other text.
    """
    color = _COLOR_NAMES.get(text.strip().lower())
    if color is None:
        raise ValueError(f"not a colour: {text!r}; use b, black, w or white")
    return color


def check_size(size: SupportsIndex) -> int:
    """Return ``size`` as an ``int``; numpy's whole numbers are such, too.

    :raises TypeError: when it is no whole number.
    :raises ValueError: when it does not lie between ``MIN_SIZE`` and ``MAX_SIZE``.
    """
    try:
        if isinstance(size, bool):
            raise TypeError
        number = operator.index(size)
    except TypeError:
        raise TypeError(f"board size {size!r} is not a whole number") from None
    if not MIN_SIZE <= number <= MAX_SIZE:
        raise ValueError(f"board size {number} is not supported: use {MIN_SIZE} to {MAX_SIZE}")
    return number


def vertex_to_point(vertex: str, size: int) -> int:
    """Return the point named ``vertex`` (``"D4"``, ``"d4"``, ``"pass"``) on a board of ``size``.

    Any case is accepted. ``resign`` is refused: it is a reply, not a place to play.

    :raises ValueError: when the text names no point of this board; the message says why.
    """
    check_size(size)
    text = vertex.strip().upper()
    if text == "PASS":
        return PASS
    last = f"{COLUMNS[size - 1]}{size}"
    column = COLUMNS.find(text[:1]) if text else -1
    digits = text[1:]
    # str.isdigit() alone would accept digits of other scripts.
    if column < 0 or not (digits.isascii() and digits.isdigit()):
        hint = "; the letter I is not used" if text[:1] == "I" else ""
        raise ValueError(f"not a vertex: {vertex!r}{hint}; use A1 to {last} or pass")
    # The length is checked first: converting thousands of digits is slow, and refused by int().
    stripped = digits.lstrip("0")
    row = int(stripped) - 1 if 0 < len(stripped) <= 2 else -1
    if column >= size or not 0 <= row < size:
        raise ValueError(f"vertex {vertex!r} is off the {size}x{size} board: use A1 to {last}")
    return row * size + column


def point_to_vertex(point: int, size: int) -> str:
    """Return the name of ``point``: ``"D4"``, ``"pass"`` or ``"resign"``.

    :raises ValueError: when ``point`` is not PASS, RESIGN or on a board of ``size``.
    """
    if point == PASS:
        return "pass"
    if point == RESIGN:
        return "resign"
    check_size(size)
    if not 0 <= point < size * size:
        raise ValueError(f"point {point} is off the {size}x{size} board")
    row, column = divmod(point, size)
    return f"{COLUMNS[column]}{row + 1}"


def vertices_to_points(vertices: str | Iterable[str], size: int) -> list[int]:
    """Return the points of several vertices, given as an iterable or as one text with blanks
    between.

    :raises ValueError: when one of them names no point of this board.
    """
    names = vertices.split() if isinstance(vertices, str) else vertices
    return [vertex_to_point(name, size) for name in names]


def points_to_vertices(points: Iterable[int], size: int) -> str:
    """Return the names of ``points`` in the given order, separated by single blanks.

    :raises ValueError: when one of them is no point of this board.
    """
    return " ".join(point_to_vertex(point, size) for point in points)


def neighbours(point: int, size: int) -> list[int]:
    """Return the two to four points next to ``point``, in rising order."""
    row, column = divmod(point, size)
    found = []
    if row > 0:
        found.append(point - size)
    if column > 0:
        found.append(point - 1)
    if column < size - 1:
        found.append(point + 1)
    if row < size - 1:
        found.append(point + size)
    return found


def star_points(size: int) -> list[int]:
    """Return the numbers of the star points as boards of this size have them.

    19x19 has nine; 9x9 to 18x18 have five, or four where there is no centre; of smaller boards only
    5x5 and 7x7 have one, in the centre.
    """
    middle = size // 2
    if size < 9:
        return [middle * size + middle] if size in (5, 7) else []
    low = 3 if size >= 13 else 2
    lines = [low, size - 1 - low]
    places = [(row, column) for row in lines for column in lines]
    if size % 2:
        places.append((middle, middle))
    if size == 19:
        places += [(middle, line) for line in lines] + [(line, middle) for line in lines]
    return sorted(row * size + column for row, column in places)
