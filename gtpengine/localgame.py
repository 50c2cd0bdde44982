"""Exhaustive play on a few points: who captures whom when nothing else is played.

A ``LocalGame`` has a small set of points, each empty or with a stone that may be captured and
played again, and around it the *walls*: chains that are not played on. An immortal wall is never
captured; the game ends when a mortal one is. Both players may pass. Suicide is forbidden; a ko is
not retaken at once, so that nobody has threats elsewhere, unless all are granted to one player. A
game that goes round for ever captures nothing.

All positions in reach are listed and solved backwards from the captures, which is exact. Not done:
superko, and boards on which suicide is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from board_ext.coords import BLACK, EMPTY, WHITE, neighbors, opponent

MAX_STATES: Final = 20_000
"""Positions to look at before giving up: a second or two."""


Won = frozenset["State"]
"""States in which somebody forces a capture, whoever is to play."""


class TooLargeError(Exception):
    """More positions are in reach than may be looked at."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A chain beside the points of the game."""

    color: int
    points: frozenset[int]
    mortal: bool


class State(NamedTuple):
    """Stones as bit sets over the points of the game, the forbidden ko point, who is to play."""

    black: int
    white: int
    ko: int
    turn: int


class _Group(NamedTuple):
    """Stones and walls that are connected: the stones, the points beside, and what it is."""

    stones: int
    beside: int
    walled: bool
    immortal: bool


class _Move(NamedTuple):
    """Where a move leads: the state, or the end because ``loser`` lost a wall."""

    state: State | None
    captured: int = 0
    loser: int = 0


class LocalGame:
    """The game on ``points`` of a board of ``size``; ``stones`` has the colours of stones there.

    ``limit`` is how many positions may be looked at, in all; it goes down.
    """

    def __init__(
        self,
        size: int,
        points: Iterable[int],
        stones: Mapping[int, int],
        walls: Iterable[Wall],
        limit: int = MAX_STATES,
    ) -> None:
        self.limit = limit
        self.points = tuple(sorted(points))
        self._index = {point: i for i, point in enumerate(self.points)}
        self._beside = [self.mask(neighbors(point, size)) for point in self.points]
        self._all = (1 << len(self.points)) - 1
        self._walls: dict[int, list[_Group]] = {BLACK: [], WHITE: []}
        for wall in walls:
            touched = self.mask(p for stone in wall.points for p in neighbors(stone, size))
            self._walls[wall.color].append(_Group(0, touched, True, not wall.mortal))
        self._start = {
            color: self.mask(point for point, found in stones.items() if found == color)
            for color in (BLACK, WHITE)
        }

    def mask(self, points: Iterable[int]) -> int:
        """The bit set of those of the points that belong to the game."""
        index = self._index
        return sum({1 << index[point] for point in points if point in index})

    def start(self, turn: int) -> State:
        """The position as it is, with ``turn`` to play."""
        return State(self._start[BLACK], self._start[WHITE], 0, turn)

    def stands(self) -> bool:
        """Whether every group has a liberty in the game, or needs none."""
        state = self.start(BLACK)
        free = self._all & ~(state.black | state.white)
        return all(
            group.immortal or group.beside & free
            for color, stones in ((BLACK, state.black), (WHITE, state.white))
            for group in self._groups(color, stones)
        )

    # --- the rules ------------------------------------------------------------------------------

    def _around(self, stones: int) -> int:
        found = 0
        while stones:
            lowest = stones & -stones
            found |= self._beside[lowest.bit_length() - 1]
            stones ^= lowest
        return found

    def _chain(self, seed: int, stones: int) -> int:
        while True:
            grown = seed | (self._around(seed) & stones)
            if grown == seed:
                return seed
            seed = grown

    def _groups(self, color: int, stones: int) -> list[_Group]:
        groups = self._walls[color]
        while stones:
            chain = self._chain(stones & -stones, stones)
            stones &= ~chain
            joined = [group for group in groups if group.beside & chain]
            groups = [group for group in groups if not group.beside & chain]
            beside = self._around(chain)
            whole = chain
            for group in joined:
                whole |= group.stones
                beside |= group.beside
            immortal = any(group.immortal for group in joined)
            groups.append(_Group(whole, beside, any(g.walled for g in joined), immortal))
        return groups

    def _play(self, state: State, point: int) -> _Move | None:
        """What comes of the move; None when it is suicide."""
        color = state.turn
        own, theirs = state.black, state.white
        if color == WHITE:
            own, theirs = theirs, own
        own |= point
        free = self._all & ~(own | theirs)
        captured = 0
        for group in self._groups(opponent(color), theirs):
            if not group.immortal and not group.beside & free:
                if group.walled:
                    return _Move(None, group.stones, opponent(color))
                captured |= group.stones
        theirs &= ~captured
        free |= captured
        ko = 0
        for group in self._groups(color, own):
            if group.immortal:
                continue
            if not group.beside & free:
                return None
            alone = group.stones == point and not group.walled
            if alone and captured.bit_count() == 1 and group.beside & free == captured:
                ko = captured
        black, white = (own, theirs) if color == BLACK else (theirs, own)
        return _Move(State(black, white, ko, opponent(color)), captured)

    def _moves(self, state: State, retaking: int) -> Iterator[_Move]:
        """Where the moves lead; the colour ``retaking`` is not bound by the ko rule."""
        yield _Move(State(state.black, state.white, 0, opponent(state.turn)))
        free = self._all & ~(state.black | state.white)
        if state.turn != retaking:
            free &= ~state.ko
        while free:
            point = free & -free
            free ^= point
            move = self._play(state, point)
            if move is not None:
                yield move

    # --- who can capture ------------------------------------------------------------------------

    def won(
        self,
        attacker: int,
        targets: int = 0,
        unless: Won = frozenset(),
        against_kos: bool = False,
    ) -> Won:
        """The states in which ``attacker`` forces a capture, whoever is to play in them.

        It counts when a mortal wall of the opponent or a stone of ``targets``, a bit set, is
        captured. A capture of targets that leads to a state of ``unless`` does not count. With
        ``against_kos`` the opponent wins every ko: he takes back at once.

        :raises TooLargeError: when more positions are in reach than ``limit`` allows.
        """
        losers = opponent(attacker)
        retaking = losers if against_kos else EMPTY
        moves: dict[State, int] = {}
        before: dict[State, list[State]] = {}
        won: set[State] = set()
        todo = [self.start(BLACK), self.start(WHITE)]
        seen = set(todo)
        while todo:
            state = todo.pop()
            after = []
            decided = False
            for move in self._moves(state, retaking):
                hit = state.turn == attacker and move.captured & targets
                if move.loser == losers or (hit and move.state not in unless):
                    decided = True
                    break
                # The attacker's own loss is an end without success.
                after.append(move.state)
            if decided:
                won.add(state)
                continue
            moves[state] = len(after)
            for child in after:
                if child is None:
                    continue
                before.setdefault(child, []).append(state)
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
            if len(seen) > self.limit:
                self.limit = 0
                raise TooLargeError
        self.limit -= len(seen)
        todo = list(won)
        while todo:
            for state in before.get(todo.pop(), ()):
                if state in won:
                    continue
                moves[state] -= 1
                if state.turn == attacker or not moves[state]:
                    won.add(state)
                    todo.append(state)
        return frozenset(won)

    def captures(self, attacker: int, targets: int = 0) -> bool:
        """Whether ``attacker``, to play, forces a capture that counts for ``won``."""
        return self.start(attacker) in self.won(attacker, targets)
