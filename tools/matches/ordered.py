"""The finished pairs of an event in the order of their numbers, up to the first gap.

What is decided by them does not depend on which games happen to end first, and an interrupted event
continues exactly where it stood.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence

from gtpengine.tools.storage.store import Result


class OrderedPairs(abc.ABC):
    """How many pairs gave the first engine 0, 0.5, 1, 1.5 and 2 points, as far as they are read."""

    def __init__(self) -> None:
        self.pairs = [0] * 5
        self._pair = 0
        self._over = False

    def restart(self) -> None:
        """Forget what was read: games that were finished are to be played again."""
        self.pairs = [0] * 5
        self._pair = 0
        self._over = False

    @abc.abstractmethod
    def judge(self) -> bool:
        """Look at the pairs that are read; return whether no more are to be."""

    @property
    def next_game(self) -> int:
        """The number of the first game not yet evaluated."""
        return 2 * self._pair

    def refresh(self, results: Sequence[Result]) -> None:
        """Count the finished pairs in order, up to the first gap or the end, without void ones.

        ``results`` may leave out games below ``next_game``.
        """
        games: dict[int, list[Result]] = {}
        for result in results:
            games.setdefault(result.pair, []).append(result)
        while len(games.get(self._pair, ())) == 2 and not self._over:
            two = games[self._pair]
            self._pair += 1
            if not any(result.termination == "void" for result in two):
                self.pairs[round(2 * sum(result.points(0) for result in two))] += 1
            self._over = self.judge()
