"""Exhaustive play on a few points: who captures whom when nothing else is played.

A ``LocalGame`` has a small set of points, each empty or with a stone that may be captured and
played again, and around it the *walls*: chains that are not played on. An immortal wall is never
captured; the game ends when a mortal one is. Both players may pass. Suicide is forbidden; a ko is
not retaken at once, so that nobody has threats elsewhere, unless all are granted to one player. A
game that goes round for ever captures nothing.

All positions in reach are listed and solved backwards from the captures, which is exact. Not done:
superko, and boards on which suicide is legal.
"""

from collections.abc import Iterable, Mapping
from typing import Final

MAX_POINTS: Final[int]
"""Points of the largest game."""

MAX_WALLS: Final[int]
"""Walls of the largest game."""

class TooLargeError(Exception):
    """More points, walls or positions in reach than may be looked at."""

class Won:
    """States in which somebody forces a capture, whoever is to play in them."""

    def __contains__(self, state: object) -> bool: ...
    def __len__(self) -> int:
        """How many of the states in reach are won."""

class LocalGame:
    """The game on ``points`` of a board of ``size``; ``stones`` has the colours of stones there.

    A wall is its colour, its stones, and whether it is mortal. ``limit`` is how many positions may
    be looked at, in all; it goes down.

    :raises TooLargeError: for more than ``MAX_POINTS`` points or ``MAX_WALLS`` walls.
    """

    limit: int
    def __init__(
        self,
        size: int,
        points: Iterable[int],
        stones: Mapping[int, int],
        walls: Iterable[tuple[int, Iterable[int], bool]],
        limit: int,
    ) -> None: ...
    @property
    def points(self) -> tuple[int, ...]:
        """The points of the game, rising; the first is the lowest bit of a bit set."""
    def mask(self, points: Iterable[int]) -> int:
        """The bit set of those of the points that belong to the game."""
    def start(self, turn: int) -> int:
        """The state of the position as it is, with ``turn`` to play."""
    def stands(self) -> bool:
        """Whether every group has a liberty in the game, or needs none."""
    def won(
        self,
        attacker: int,
        targets: int = 0,
        unless: Won | None = None,
        against_kos: bool = False,
    ) -> Won:
        """The states in which ``attacker`` forces a capture.

        It counts when a mortal wall of the opponent or a stone of ``targets``, a bit set, is
        captured. A capture of targets that leads to a state of ``unless`` does not count. With
        ``against_kos`` the opponent wins every ko: he takes back at once.

        :raises TooLargeError: when more positions are in reach than ``limit`` allows.
        """
    def captures(self, attacker: int, targets: int = 0) -> bool:
        """Whether ``attacker``, to play, forces a capture that counts for ``won``."""
