"""Points of the board as SGF names them: ``aa`` is the upper left one.

Points are ints as in ``board_ext``: row times size plus column, counted from the lower left one.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from gtpengine.sgf.error import SgfError, shown
from gtpengine.sgf.tree import SgfNode

PASS: Final = -1
_LETTERS: Final = b"abcdefghijklmnopqrs"
_COLORS: Final = {"B": "b", "W": "w"}


@cache
def _points(size: int) -> dict[bytes, int]:
    return {
        bytes((_LETTERS[column], _LETTERS[row])): (size - 1 - row) * size + column
        for row in range(size)
        for column in range(size)
    }


@cache
def _names(size: int) -> dict[int, bytes]:
    return {point: name for name, point in _points(size).items()}


def name_of(point: int, size: int) -> bytes:
    """Return the name of a point; a pass has an empty one."""
    return b"" if point == PASS else _names(size)[point]


def point_of(name: bytes, size: int) -> int:
    """Return the point of a name.

    :raises SgfError: when the board has no such point.
    """
    point = _points(size).get(name.strip())
    if point is None:
        raise SgfError(f"{shown(name)} is no point on {size}x{size}")
    return point


def move_points(node: SgfNode, size: int) -> list[tuple[str, int]]:
    """Return the moves of a node as (``b`` or ``w``, point or PASS), in the order of the file.

    A node has one move or none; handicap stones are met as several.

    :raises SgfError: when one is no point of the board.
    """
    properties = node.properties
    if "B" in properties:
        names = [name for name in properties if name in _COLORS] if "W" in properties else ["B"]
    elif "W" in properties:
        names = ["W"]
    else:
        return []
    known = _points(size)
    found = []
    for name in names:
        for value in properties[name]:
            point = known.get(value)
            if point is None:
                point = _unusual(value, size, name)
            found.append((_COLORS[name], point))
    return found


def _unusual(value: bytes, size: int, name: str) -> int:
    """Return the point of a pass, or of a name with blanks."""
    plain = value.strip()
    if plain in (b"", b"tt"):
        return PASS
    if plain in _points(size):
        return _points(size)[plain]
    raise SgfError(f"cannot read {name}[{shown(value)}] on {size}x{size}")


def stones(node: SgfNode, name: str, size: int) -> tuple[int, ...]:
    """Return the points of a property such as AB, whose values are points and rectangles.

    :raises SgfError: when one is no point of the board.
    """
    known = _points(size)
    found: set[int] = set()
    for value in node.properties.get(name, ()):
        first, colon, last = (part.strip() for part in value.partition(b":"))
        if not first and not colon:
            continue
        one, other = known.get(first), known.get(last if colon else first)
        if one is None or other is None:
            raise SgfError(f"cannot read {name}[{shown(value)}] on {size}x{size}")
        rows, columns = zip(divmod(one, size), divmod(other, size), strict=True)
        found.update(
            row * size + column
            for row in range(min(rows), max(rows) + 1)
            for column in range(min(columns), max(columns) + 1)
        )
    return tuple(sorted(found))
