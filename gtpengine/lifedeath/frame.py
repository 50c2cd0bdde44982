"""A frame around a local problem, so that who solves the problem wins the game.

A problem of life and death on an otherwise empty board asks nothing of a program that plays the
whole board: the program moves elsewhere, often rightly. The frame fills the rest of the board. A
ring of the attacker's stones encloses the problem at a distance of two points. Outside the ring are
areas of both colours that live whatever happens. Their sizes are such that, with komi 0, the
attacker wins the game with the whole inside and loses when the defender lives there. The attacker
is the colour with the outermost stones.

Not done: ko threats. Problems that are not about enclosed stones do not gain from a frame.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from board_ext.coords import BLACK, WHITE, opponent
from board_ext.position import Position

MARGIN: Final = 2
"""Points left free between the problem's stones and the ring."""

NEAR: Final = 3
"""A side of the board at most this far away belongs to the problem."""

EYE_SPACE: Final = 6
"""Points that a living defender owns in addition to its present stones."""

MIN_AREA: Final = 57
"""An area of this many points surely has two eyes: a strip of three rows."""


@dataclass(frozen=True, slots=True)
class Box:
    """Rows and columns from the first to the last, both included."""

    top: int
    bottom: int
    left: int
    right: int

    def grown(self, by: int, size: int) -> Box:
        return Box(
            max(0, self.top - by),
            min(size - 1, self.bottom + by),
            max(0, self.left - by),
            min(size - 1, self.right + by),
        )

    def points(self, size: int) -> set[int]:
        return {
            row * size + column
            for row in range(self.top, self.bottom + 1)
            for column in range(self.left, self.right + 1)
        }


def frame(size: int, black: Collection[int], white: Collection[int]) -> dict[int, set[int]] | None:
    """Return the stones to add by colour, or None where a frame has no room."""
    if not black or not white:
        return None
    places = [divmod(point, size) for point in (*black, *white)]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    tight = Box(min(rows), max(rows), min(columns), max(columns))
    inner = tight.grown(MARGIN, size)
    # A strip between the problem and the side of the board is part of the problem.
    inner = Box(
        0 if tight.top <= NEAR else inner.top,
        size - 1 if tight.bottom >= size - 1 - NEAR else inner.bottom,
        0 if tight.left <= NEAR else inner.left,
        size - 1 if tight.right >= size - 1 - NEAR else inner.right,
    )
    inside = inner.points(size)
    ring = inner.grown(1, size).points(size) - inside
    outside = _sweep(set(range(size * size)) - inside - ring, inner, size)
    attacker = _attacker(size, black, white, inner)
    defender = opponent(attacker)
    at_stake = len(black if defender == BLACK else white) + EYE_SPACE
    own = (size * size + min(at_stake, len(inside))) // 2 - len(inside) - len(ring)
    # Both sides need room for two eyes.
    if len(outside) < 2 * MIN_AREA or own > len(outside) - MIN_AREA or own < -len(ring) // 2:
        return None
    own = max(own, MIN_AREA)
    areas = {attacker: set(outside[:own]) | ring, defender: set(outside[own:])}
    found = {color: area - _eyes(area, size) for color, area in areas.items()}
    return found if _all_alive(size, found) else None


def _all_alive(size: int, stones: dict[int, set[int]]) -> bool:
    """Return whether no sequence of moves takes a stone (Benson's condition)."""
    position = Position(size)
    try:
        position.set_up(stones[BLACK], stones[WHITE])
    except ValueError:  # a chain without liberty
        return False
    return all(
        points <= {*map(int, position.unconditional_life(color)[0])}
        for color, points in stones.items()
    )


def _sweep(points: Collection[int], box: Box, size: int) -> list[int]:
    """Return the points line by line towards the most open side, so that every part is
    connected."""

    def place(point: int) -> tuple[int, int]:
        row, column = divmod(point, size)
        line, along = (row, column) if vertical else (column, row)
        return (line if rising else -line), along

    room = [
        (size - 1 - box.right, False, True),
        (box.left, False, False),
        (size - 1 - box.bottom, True, True),
        (box.top, True, False),
    ]
    _, vertical, rising = max(room)
    return sorted(points, key=place)


def _attacker(size: int, black: Collection[int], white: Collection[int], inner: Box) -> int:
    """Return the colour whose stones are outermost towards the open sides."""
    votes = {BLACK: 0.0, WHITE: 0.0}
    for axis, (low, high) in enumerate(((inner.top, inner.bottom), (inner.left, inner.right))):
        for end, is_open in ((-1, low > 0), (1, high < size - 1)):
            if is_open:
                for color, points in ((BLACK, black), (WHITE, white)):
                    places = sorted((divmod(p, size)[axis] * end for p in points), reverse=True)
                    votes[color] += sum(places[:3]) / len(places[:3])
    return BLACK if votes[BLACK] >= votes[WHITE] else WHITE


def _eyes(area: Collection[int], size: int) -> set[int]:
    """Return points to leave empty: one of four in a grid, where all around belongs to the area."""
    return {
        point
        for point in area
        if (point // size) % 2 and (point % size) % 2 and set(_around(point, size)) <= set(area)
    }


def _around(point: int, size: int) -> Sequence[int]:
    row, column = divmod(point, size)
    return [
        r * size + c
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, column - 1), min(size, column + 2))
    ]
