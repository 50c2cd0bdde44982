"""Sekis read out: chains that playouts kill although nobody can attack them.

The *fight* of a chain that seems dead begins with the empty areas beside it. The chains of both
colours with liberties there belong to it, then the areas beside those chains, and so on. Chains
that live, or have many liberties, are its border. A fight that grows too large is not read.

The fight is played out (``board_ext.solvers.localgame``) with the attacker first. Where a chain in
the shape of a nakade is captured, play goes on inside. The capture of any other chain, or of the
largest in the fight, decides. If the attacker captures nothing for good, the chain does not die. It
lives when it can capture its enemies. It also lives when it would stand even if they could not be
captured. Otherwise it is in seki with them.

Not done: fights over more than ``MAX_EMPTY`` points; kos with threats from elsewhere.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from board_ext.coords import EMPTY, neighbours, opponent
from board_ext.position import Position
from board_ext.solvers.localgame import LocalGame, TooLargeError

MAX_EMPTY: Final = 7
"""Most empty points of a fight."""

SAFE: Final = 6
"""Liberties from which a chain that seems alive is considered safe."""

NAKADE: Final = 6
"""Most stones of a chain whose place may become one eye after its capture."""

MAX_STATES: Final = {False: 50_000, True: 200_000}
"""Most positions to look at in a fight (False) and in a narrow one (True)."""

BOARD_STATES: Final = 500_000
"""Most positions to look at in all fights of a board: half a second or so."""

Chain = tuple[int, ...]


@dataclass(slots=True)
class Survivors:
    """Chains that seemed dead but live, chains in seki, and chains that are dead instead."""

    alive: set[Chain] = field(default_factory=set)
    seki: set[Chain] = field(default_factory=set)
    dead: set[Chain] = field(default_factory=set)


@dataclass(slots=True)
class _Fight:
    """A fight: its empty points, chains that may be lost, and chains that bound it."""

    empty: set[int] = field(default_factory=set)
    mortal: set[Chain] = field(default_factory=set)
    immortal: set[Chain] = field(default_factory=set)
    narrow: bool = False


def nakade(chain: Chain, size: int) -> bool:
    """Return whether the place of ``chain``, once captured, may be a single eye.

    That holds for up to four stones (four in line make two eyes, but not in every corner), the
    bulky five, the cross, the rabbity six, and to be safe for all fives and sixes in a corner.
    """
    if len(chain) <= 4 or len(chain) > NAKADE:
        return len(chain) <= 4
    stones = set(chain)
    if stones & {0, size - 1, size * (size - 1), size * size - 1}:
        return True
    cross = any(stones.issuperset(neighbours(p, size)) for p in chain)
    square = any({p, p + 1, p + size, p + size + 1} <= stones for p in chain)
    return (cross or square) if len(chain) == 5 else (cross and square)


class _Reader:
    def __init__(
        self,
        position: Position,
        chains: Collection[Chain],
        dead: Collection[Chain],
        proved: Collection[int],
    ) -> None:
        self.position = position
        self.chain_of = {point: chain for chain in chains for point in chain}
        self.dead = frozenset(dead)
        self.proved = proved
        self.area_of: dict[int, frozenset[int]] = {}
        self._liberties: dict[Chain, list[int]] = {}
        self._left = BOARD_STATES

    def color(self, chain: Chain) -> int:
        return self.position.color_at(chain[0])

    def liberties(self, chain: Chain) -> list[int]:
        if chain not in self._liberties:
            self._liberties[chain] = self.position.liberties_of(chain[0])
        return self._liberties[chain]

    def area(self, point: int) -> frozenset[int]:
        """Return the empty points connected with ``point``."""
        if point not in self.area_of:
            found, todo = {point}, [point]
            while todo:
                for other in neighbours(todo.pop(), self.position.size):
                    if other not in found and self.position.color_at(other) == EMPTY:
                        found.add(other)
                        todo.append(other)
            area = frozenset(found)
            self.area_of.update(dict.fromkeys(area, area))
        return self.area_of[point]

    def around(self, points: Collection[int]) -> set[Chain]:
        """Return the chains beside the points."""
        size = self.position.size
        return {
            self.chain_of[q] for p in points for q in neighbours(p, size) if q in self.chain_of
        } - {self.chain_of[p] for p in points if p in self.chain_of}

    def fight(self, chain: Chain, narrow: bool) -> _Fight | None:
        """Return the fight of ``chain``; None when it is too large.

        A ``narrow`` one is bounded by all chains that seem alive and do not fight with ``chain``.
        """
        found = _Fight(narrow=narrow)
        todo = [chain]
        rivals = self.around({*chain, *(q for p in self.liberties(chain) for q in self.area(p))})
        while todo:
            chain = todo.pop()
            if chain in found.mortal or chain in found.immortal:
                continue
            dead = chain in self.dead
            areas = {self.area(point) for point in self.liberties(chain)}
            large = any(len(area) > MAX_EMPTY for area in areas)
            if not dead and (
                chain[0] in self.proved
                or large
                or len(self.liberties(chain)) >= SAFE
                or (narrow and chain not in rivals)
            ):
                found.immortal.add(chain)
                continue
            found.mortal.add(chain)
            for area in areas:
                found.empty |= area
            if large or len(found.empty) > MAX_EMPTY:
                return None
            beside = self.around(chain)
            if len(chain) > NAKADE:
                beside &= self.dead
            todo += [*beside, *(c for area in areas for c in self.around(area))]
        return found

    def play(self, fight: _Fight, solid: int | None = None) -> LocalGame:
        """Return the game of a fight; chains of the colour ``solid`` cannot be captured in it."""
        walls = [(self.color(chain), chain, False) for chain in fight.immortal]
        stones: dict[int, int] = {}
        size = self.position.size
        largest = max(fight.mortal, key=lambda each: (len(each), each))
        for chain in fight.mortal:
            color = self.color(chain)
            if color == solid or chain == largest or not nakade(chain, size):
                walls.append((color, chain, color != solid))
            else:
                stones.update(dict.fromkeys(chain, color))
        points = {*fight.empty, *stones}
        limit = min(self._left, MAX_STATES[fight.narrow])
        return LocalGame(size, points, stones, walls, limit)

    def dies(self, chain: Chain, game: LocalGame, first: int, kos: bool = False) -> bool:
        """Return whether the enemy captures ``chain`` for good when ``first`` is to move.

        With ``kos`` the enemy must do so even if ``chain`` wins every ko.
        """
        color = self.color(chain)
        enemy = opponent(color)
        targets = game.mask(chain)
        before = game.limit
        try:
            lost = game.won(color) if targets else None
            return game.start(first) in game.won(enemy, targets, lost, kos)
        finally:
            self._left -= before - game.limit

    def read(self, chain: Chain, fight: _Fight, found: Survivors) -> None:
        """Add the fate of ``chain``, which seems dead, and of its enemies to ``found``."""
        color = self.color(chain)
        enemy = opponent(color)
        game = self.play(fight)
        if self.dies(chain, game, enemy):
            return
        enemies = [other for other in fight.mortal if self.color(other) == enemy]
        if not enemies:
            found.alive.add(chain)
            return
        main = max(enemies, key=lambda each: (len(each), each))
        if self.dies(main, game, color, kos=True):
            found.alive.add(chain)
            if self.dies(main, game, enemy, kos=True):
                found.dead.add(main)
        elif self.dies(chain, self.play(fight, enemy), enemy):
            found.seki.update(fight.mortal)
        else:
            found.alive.add(chain)


def survivors(
    position: Position,
    chains: Collection[Chain],
    dead: Collection[Chain],
    proved: Collection[int],
) -> Survivors:
    """Return the chains in ``dead``, those that seem dead, that actually survive.

    ``chains`` are all chains of the board. ``proved`` has the stones whose fate is proved; they are
    not read. Under rules that allow suicide nothing is.
    """
    found = Survivors()
    reader = _Reader(position, chains, dead, proved)
    unsure = [c for c in dead if c[0] not in proved and not position.rules.suicide]
    for narrow in (False, True):
        gathered = ((chain, reader.fight(chain, narrow)) for chain in unsure)
        fights = {chain: fight for chain, fight in gathered if fight is not None}
        for chain, fight in sorted(fights.items(), key=lambda each: (len(each[1].empty), each[0])):
            if chain not in found.alive | found.seki | found.dead:
                with contextlib.suppress(TooLargeError):
                    reader.read(chain, fight, found)
                    unsure.remove(chain)
    return found
