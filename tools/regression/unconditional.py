"""What is settled even for a player who never answers: the player's stones, and areas where no
opponent can live.

Benson's theorem gives the chains that no attack captures. Around them the board falls into
regions. A region belongs to the owner when the opponent, the *intruder*, could not live in it even
after any number of moves before the owner's first:

- The intruder cannot make two eyes. Every pair of points is tried as eyes, with the intruder's
  stones on all the rest. The intruder lives if each of these chains is beside both eyes. More eyes
  than two need no trial, because the intruder could fill all but two of them. A point beside a
  stone of the owner is not tried, because the intruder must play there in the end to capture the
  stone.
- The intruder cannot make a seki around stones of the owner that must not be captured. The
  intruder's stones enclose the space of such a seki. The space is small, or else it would have room
  for two eyes. Each space that the intruder can enclose is played out
  (``board_ext.solvers.localgame``), the owner first.

Kos are fought without threats elsewhere. Not done: rules that allow suicide, under which stones can
disappear again (only Benson's smaller regions count then); spaces of more than ``MAX_SPACE``
points, which stay undecided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from board_ext.coords import BLACK, EMPTY, WHITE, opponent
from board_ext.position import Position
from board_ext.solvers.localgame import LocalGame, TooLargeError

MAX_SPACE: Final = 9
"""Most points of a possible seki: all its shapes are tried, a power of two."""

MAX_STATES: Final = 1_000_000
"""Most positions to look at in one space: a second or two."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Points that are one colour's for certain: chains never captured, and whole regions."""

    alive: frozenset[int]
    territory: frozenset[int]


def settled(position: Position, color: int) -> Settled:
    """Return what is proved for ``color``; ``territory`` has all points but living stones.

    Stones of ``color`` in the territory may be captured, but without any gain for the opponent.
    """
    stones, areas = position.unconditional_life(color)
    alive = frozenset(stones)
    if position.rules.suicide or not alive:
        return Settled(alive, frozenset(areas))
    board = _Board(position)
    found = set(areas)
    for region in board.parts(board.all & ~board.mask(alive)):
        if not board.two_eyes(region, color) and not board.seki(region, color):
            found.update(board.points(region))
    return Settled(alive, frozenset(found))


def words(position: Position) -> list[str]:
    """Return GNU Go's words for the points: alive, dead, black_territory, white_territory,
    undecided."""
    found = ["undecided"] * position.size**2
    for color, territory in ((BLACK, "black_territory"), (WHITE, "white_territory")):
        proved = settled(position, color)
        for point in proved.alive:
            found[point] = "alive"
        for point in proved.territory:
            stone = position.color_at(point)
            if stone == EMPTY:
                found[point] = territory
            else:
                found[point] = "alive" if stone == color else "dead"
    return found


class _Board:
    """A position as sets of points: the bits of an ``int``, with a spare column at the right."""

    def __init__(self, position: Position) -> None:
        self.size = position.size
        self._row = self.size + 1
        self.all = self.mask(range(self.size**2))
        self.stones = {
            color: self.mask(p for p in range(self.size**2) if position.color_at(p) == color)
            for color in (EMPTY, BLACK, WHITE)
        }

    def bit(self, point: int) -> int:
        row, column = divmod(point, self.size)
        return 1 << (row * self._row + column)

    def mask(self, points: Iterable[int]) -> int:
        found = 0
        for point in points:
            found |= self.bit(point)
        return found

    def points(self, mask: int) -> list[int]:
        found = []
        while mask:
            lowest = mask & -mask
            row, column = divmod(lowest.bit_length() - 1, self._row)
            found.append(row * self.size + column)
            mask ^= lowest
        return found

    def beside(self, mask: int) -> int:
        """Return the points with a neighbour in ``mask``; they may be in it themselves."""
        up, down = mask << self._row, mask >> self._row
        return (mask << 1 | mask >> 1 | up | down) & self.all

    def part(self, seed: int, allowed: int) -> int:
        """Return the points of ``allowed`` connected with ``seed``."""
        while True:
            grown = seed | (self.beside(seed) & allowed)
            if grown == seed:
                return seed
            seed = grown

    def parts(self, mask: int) -> Iterator[int]:
        """Yield the connected parts of ``mask``."""
        while mask:
            part = self.part(mask & -mask, mask)
            mask &= ~part
            yield part

    def inside(self, region: int) -> int:
        """Return the points of ``region`` whose neighbours are all in it."""
        return region & ~self.beside(self.all & ~region)

    def two_eyes(self, region: int, owner: int) -> bool:
        """Return whether free moves give the opponent of ``owner`` two eyes in ``region``."""
        mine = self.stones[owner] & region
        eyes = self.inside(region) & ~self.stones[opponent(owner)]
        eyes &= ~(self.beside(mine) & ~mine)
        while eyes:
            first = eyes & -eyes
            eyes ^= first
            around = self.beside(first)
            others = eyes & ~around
            while others:
                second = others & -others
                others ^= second
                if self._all_beside_both(region & ~first & ~second, around, self.beside(second)):
                    return True
        return False

    def _all_beside_both(self, stones: int, first: int, second: int) -> bool:
        return all(chain & first and chain & second for chain in self.parts(stones))

    def seki(self, region: int, owner: int) -> bool:
        """Return whether the opponent may live in ``region`` around stones of ``owner``.

        In doubt the answer is True.
        """
        chains = list(self.parts(self.stones[owner] & region))
        inner = self.inside(region)
        free = inner & self.stones[EMPTY]
        if not chains or not free:
            return False
        if free.bit_count() > MAX_SPACE:
            return True
        empty = [self.bit(point) for point in self.points(free)]
        for count in range(len(empty), 0, -1):
            for chosen in combinations(empty, count):
                space = sum(chosen)
                for left in self._left_inside(space, chains, inner):
                    if self._lives_around(space | left, left, region, owner):
                        return True
        return False

    def _left_inside(self, space: int, chains: list[int], inner: int) -> Iterator[int]:
        """Yield sets of stones of the owner that join ``space`` once all others are captured."""
        for count in range(1, len(chains) + 1):
            for chosen in combinations(chains, count):
                left = sum(chosen)
                others = sum(chains) & ~left
                whole = space | left
                if (
                    not left & ~inner
                    and not self.beside(others) & whole
                    and all(self.beside(chain) & space for chain in chosen)
                    and self.part(whole & -whole, whole) == whole
                ):
                    yield left

    def _lives_around(self, space: int, left: int, region: int, owner: int) -> bool:
        """Return whether ``owner``, to play in ``space``, captures none of the stones around it.

        Chains that touch nothing else are islands in the space, and part of the game.
        """
        intruder = opponent(owner)
        outside = self.beside(self.all & ~region)
        stones = dict.fromkeys(self.points(left), owner)
        walls = []
        for chain in self.parts(region & ~space):
            if chain & outside:
                walls.append((intruder, self.points(chain), True))
            else:
                space |= chain
                stones.update(dict.fromkeys(self.points(chain), intruder))
        if not walls:
            return False
        try:
            game = LocalGame(self.size, self.points(space), stones, walls, MAX_STATES)
            return game.stands() and not game.captures(owner)
        except TooLargeError:
            return True
