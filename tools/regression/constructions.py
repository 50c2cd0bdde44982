"""What the makers of positions share, each of which one local fight decides (``hard_suite``).

Each maker draws one board, fills what lies outside the fight with areas that live whatever happens
(Benson's condition), and keeps the board only if the proved end of the fight wins the game for one
side and its other end wins it for the other. So the sign of the win rate says whether a search has
understood the fight:

- `made_groups`: groups without liberties outside, in the enemy's area, some of which live by a ko;
- `made_races`: two long chains that fight for liberties, or stand in seki.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Collection
from typing import Final

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.position import Position

from .suites import KOMI

#: The topics, by their names in ``topics``.
SAFE_GROUPS: Final = "two safe groups"
RACES: Final = "semeai"
SEKI: Final = "seki"
KO: Final = "ko"


@dataclasses.dataclass(frozen=True, slots=True)
class Made:
    """A position, what it is about, and who wins."""

    topic: str
    size: int
    colors: tuple[int, ...]
    """Of each point: BLACK, WHITE or EMPTY."""
    to_play: int
    winner: int | None
    """None where only a teacher can say."""
    note: str

    def stones(self, color: int) -> list[int]:
        return [point for point, found in enumerate(self.colors) if found == color]

    def position(self) -> Position:
        """Return the position on a board.

        :raises ValueError: when a chain has no liberty.
        """
        position = Position(self.size, komi=KOMI)
        position.set_up(self.stones(BLACK), self.stones(WHITE), self.to_play)
        return position

    def transformed(self, symmetry: int) -> Made:
        """Return the position turned and mirrored by one of the symmetries 0 to 7."""
        colors = list(self.colors)
        for point, color in enumerate(self.colors):
            row, column = divmod(point, self.size)
            row = self.size - 1 - row if symmetry & 1 else row
            column = self.size - 1 - column if symmetry & 2 else column
            row, column = (column, row) if symmetry & 4 else (row, column)
            colors[row * self.size + column] = color
        return dataclasses.replace(self, colors=tuple(colors))


def ring(points: Collection[int], size: int) -> set[int]:
    """Return the points beside the given ones, diagonally or not."""
    found = set()
    for point in points:
        row, column = divmod(point, size)
        found |= {
            r * size + c
            for r in range(max(0, row - 1), min(size, row + 2))
            for c in range(max(0, column - 1), min(size, column + 2))
        }
    return found - set(points)


def with_eyes(
    colors: list[int], owner: int, fixed: Collection[int], size: int, rng: random.Random
) -> None:
    """Leave some points of an area of stones empty, apart from each other."""
    area = {point for point, color in enumerate(colors) if color == owner}
    places = [p for p in sorted(area - set(fixed)) if ring({p}, size) <= area]
    rng.shuffle(places)
    eyes: set[int] = set()
    for point in places:
        if not eyes & ring(ring({point}, size), size) and len(eyes) < 2 + size // 4:
            eyes.add(point)
            colors[point] = EMPTY


def lives(position: Position, color: int, mortal: Collection[int]) -> bool:
    """Return whether all stones of a colour but the mortal ones live unconditionally."""
    alive = {int(point) for point in position.unconditional_life(color)[0]}
    stones = {p for p in range(position.size**2) if position.color_at(p) == color}
    return bool(stones) and stones - set(mortal) <= alive


def wins(position: Position, color: int, dead: Collection[int]) -> bool:
    """Return whether a colour wins when these stones are dead."""
    lead = position.area_score(sorted(dead)) - KOMI
    return (lead > 0) == (color == BLACK)
