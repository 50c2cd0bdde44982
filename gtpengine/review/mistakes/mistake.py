"""A move that lost something, as kinds see it: the position, what was played, what was better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS, neighbours, point_to_vertex, vertex_to_point
from board_ext.position import Position
from board_ext.tactics.probe import Probe
from gtpengine.base.text.language import later, later_n
from gtpengine.review.searching.model import MistakeKind, unpacked
from gtpengine.review.searching.searches import MoveSearch, Pair

LOST: Final = 0.3
"""Ownership, from the mover's side, above which a chain lives and below minus which it is dead."""

NEAR: Final = 2
"""Lines between a move and an answer that belongs to the move."""

FAR: Final = 4
"""Lines between two points that are not about the same thing."""

EARLY: Final = 0.3
"""Moves, as a share of the points of the board, up to which a move is early."""


@dataclass(frozen=True)
class Mistake:
    """A move that lost something.

    ``position`` is the position before the move, ``pair`` what was played and what was best,
    ``before`` the ownership before the move, +1 Black's, from A1 on.
    """

    position: Position
    color: int
    point: int
    pair: Pair
    before: tuple[float, ...]
    lost_points: float

    @property
    def size(self) -> int:
        """The number of lines of the board."""
        return self.position.size

    @cached_property
    def best(self) -> int:
        """The better move."""
        return vertex_to_point(self.pair[1].move, self.size)

    @cached_property
    def answer(self) -> int | None:
        """The expected answer to the move played; None without an answer on the board."""
        return self.at(self.pair[0], 1)

    @cached_property
    def probe(self) -> Probe:
        """The board before the move; not to be played on."""
        return Probe.of(self.position)

    @cached_property
    def after_played(self) -> Probe:
        """The board after the move; not to be played on."""
        return self._after(self.point)

    @cached_property
    def after_best(self) -> Probe:
        """The board after the better move; not to be played on."""
        return self._after(self.best)

    def _after(self, point: int) -> Probe:
        probe = self.probe.copy()
        if point != PASS:
            probe.play(point, self.color)
        return probe

    def turns(self, chain: Sequence[int]) -> bool:
        """Return whether stones are the mover's after the better move, lost after the one played.

        Own stones die then by the mistake, and stones of the other side live.
        """
        return mean(self.own_best, chain) >= LOST and mean(self.own_played, chain) <= -LOST

    @cached_property
    def own_before(self) -> list[float]:
        """Ownership before the move, +1 the mover's."""
        return self._mine(self.before)

    @cached_property
    def own_played(self) -> list[float]:
        """Ownership after the move, +1 the mover's."""
        return self._mine(unpacked(self.pair[0].ownership))

    @cached_property
    def own_best(self) -> list[float]:
        """Ownership after the better move, +1 the mover's."""
        return self._mine(unpacked(self.pair[1].ownership))

    @property
    def is_early(self) -> bool:
        """Whether few moves were played."""
        return len(self.position.moves) <= EARLY * self.size**2

    @property
    def reach(self) -> int:
        """Lines between a stone and a move that is about this stone: 2 on 9x9, 3 on 19x19."""
        return max(NEAR, self.size // 6)

    def takes(self, point: int) -> bool:
        """Return whether the player's move at a point takes stones."""
        return any(
            color != self.color and self.probe.atari_liberty(chain[0]) == point
            for color, chain in self.chains
        )

    def stones_turn(self) -> bool:
        """Return whether the fate of any stones differs after the two moves.

        A single stone has to change sides: what a stone is worth swings a little all the time.
        """
        return any(self._turns_round(chain) for _, chain in self.chains)

    def _turns_round(self, chain: Sequence[int]) -> bool:
        one, other = sorted((mean(self.own_best, chain), mean(self.own_played, chain)))
        return one < -LOST and other > LOST if len(chain) == 1 else other - one > LOST

    def at(self, side: MoveSearch, number: int) -> int | None:
        """Return a move of the line expected after a move, from 0; None where no such move is."""
        move = side.line[number : number + 1]
        point = vertex_to_point(move[0], self.size) if move else PASS
        return None if point == PASS else point

    def are_near(self, side: MoveSearch, one: int, other: int) -> bool:
        """Return whether two moves of the line expected after a move are near each other."""
        first, second = self.at(side, one), self.at(side, other)
        return first is not None and second is not None and self.distance(first, second) <= NEAR

    def _mine(self, ownership: Sequence[float]) -> list[float]:
        sign = 1 if self.color == BLACK else -1
        return [sign * value for value in ownership]

    @cached_property
    def chains(self) -> list[tuple[int, list[int]]]:
        """Colour and points of each chain on the board before the move."""
        found, seen = [], set[int]()
        for point in range(self.size**2):
            color = self.position.color_at(point)
            if color != EMPTY and point not in seen:
                chain = self.position.chain_at(point)
                seen.update(chain)
                found.append((color, chain))
        return found

    def chains_of(self, color: int) -> list[list[int]]:
        """Return the chains of a colour before the move, the largest first."""
        own = [chain for one, chain in self.chains if one == color]
        return sorted(own, key=lambda chain: (-len(chain), chain))

    def name(self, point: int) -> str:
        """Return the vertex of a point, or pass."""
        return point_to_vertex(point, self.size)

    def names(self, points: Sequence[int]) -> tuple[str, ...]:
        """Return the vertices of points."""
        return tuple(self.name(point) for point in points)

    def kind_about(
        self, kind: str, text: str, points: Sequence[int] = (), /, **values: int | float | str
    ) -> MistakeKind:
        """Return a kind about points; whole numbers among the values of its text are points.

        There ``{point}`` is the move played, and ``{best}`` the better one, unless values say else.
        """
        told = {"point": self.point, "best": self.best} | values
        named = {key: self.name(v) if isinstance(v, int) else v for key, v in told.items()}
        return MistakeKind(kind, later(text, **named), self.names(points))

    def kind_of_stones(
        self, kind: str, one: str, many: str, stones: Sequence[int], **named: int
    ) -> MistakeKind:
        """Return a kind about stones, which its sentence counts; ``named`` are points in it."""
        values = {key: self.name(point) for key, point in named.items()}
        return MistakeKind(kind, later_n(one, many, len(stones), **values), self.names(stones))

    def kind_of_two_chains(
        self, kind: str, text: str, move: int, chains: Sequence[Sequence[int]], points: list[int]
    ) -> MistakeKind:
        """Return a kind about a move between chains; its sentence names the first two of them, each
        by the stone that is nearest to the move."""
        one, other = (self.name(self.nearest(chain, move)) for chain in chains[:2])
        sentence = later(text, move=self.name(move), one=one, other=other)
        return MistakeKind(kind, sentence, self.names(points))

    def line(self, point: int) -> int:
        """Return the line of a point, from 1 at the edge."""
        row, column = divmod(point, self.size)
        return 1 + min(row, column, self.size - 1 - row, self.size - 1 - column)

    def nearest(self, stones: Sequence[int], point: int) -> int:
        """Return the stone by which a sentence names stones: that nearest to a point."""
        return min(stones, key=lambda stone: (self.distance(stone, point), stone))

    def distance(self, one: int, other: int) -> int:
        """Return how many lines two points are apart, in the direction in which they are more."""
        return max(
            abs(one // self.size - other // self.size), abs(one % self.size - other % self.size)
        )


def mean(ownership: Sequence[float], points: Sequence[int]) -> float:
    """Return the mean ownership of some points."""
    return sum(ownership[point] for point in points) / len(points)


def chain_of(probe: Probe, point: int) -> list[int]:
    """Return the chain at a point of a probe."""
    colors = probe.colors()
    chain, seen = [point], {point}
    for one in chain:
        for near in neighbours(one, probe.size):
            if near not in seen and colors[near] == colors[point]:
                seen.add(near)
                chain.append(near)
    return sorted(chain)


def liberties_when_run(probe: Probe, chain: Sequence[int], color: int) -> int:
    """Return how many liberties a chain in atari gets by running; 0 when running is not allowed."""
    liberty = probe.atari_liberty(chain[0])
    if liberty is None or not probe.is_legal(liberty, color):
        return 0
    after = probe.copy()
    after.play(liberty, color)
    return len(after.liberties_of(chain[0]))


def is_empty(probe: Probe, point: int) -> bool:
    return probe.colors()[point] == EMPTY


def liberties(probe: Probe, chain: Sequence[int]) -> int:
    """Return the liberties of a chain, 0 when it was taken."""
    return 0 if is_empty(probe, chain[0]) else len(probe.liberties_of(chain[0]))
