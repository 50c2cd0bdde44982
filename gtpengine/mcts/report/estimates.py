"""Numbers that protocols want of a report: prior shares of moves, and a lower bound of values."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from gtpengine.mcts.report.report import MoveStats

_Z: Final = 1.96
"""Standard errors on each side of a 95 % interval."""


class Priors:
    """Each move's share of the knowledge before the search.

    Where a network leads, the shares are its policy; moves that the tree has not made yet have what
    is left of 1. Otherwise they are the odds v / (1 - v) of the values that moves start with
    (``prior_*`` parameters), divided by their sum, as in the Bradley-Terry model.
    """

    def __init__(self, moves: Iterable[MoveStats]) -> None:
        moves = list(moves)
        self._by_policy = any(move.policy for move in moves)
        self._total = sum(_odds(move.prior) for move in moves) or 1.0

    def __call__(self, move: MoveStats) -> float:
        return move.policy if self._by_policy else _odds(move.prior) / self._total


def _odds(value: float) -> float:
    value = min(max(value, 0.001), 0.999)
    return value / (1.0 - value)


def lower_bound(value: float, visits: int) -> float:
    """Return the lower end of Wilson's 95 % interval (Wilson 1927).

    ``value`` is a mean in [0, 1] over ``visits``.
    """
    if visits <= 0:
        return 0.0
    # A mean read while a search changes it may be slightly outside.
    value = min(max(value, 0.0), 1.0)
    square = _Z * _Z / visits
    centre = value + square / 2
    spread = _Z * math.sqrt(value * (1 - value) / visits + square / (4 * visits))
    return max(0.0, (centre - spread) / (1 + square))
