"""A rank and its error, from the figures of a person's games.

The mean score of the games, each weighed by its moves, has a normal distribution around what
players of a rank score, by the table. All ranks of the table are held for equally likely
beforehand; so the likelihood is the distribution of the rank. The estimate is its mean, and the
interval leaves out 2.5 % at either end.

Not done: games of one evening against one opponent are alike, and count as if they were not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from gtpengine.personrank.figures import GameFigures
from gtpengine.personrank.table import RankTable

STEP: Final = 0.1
"""Ranks between two points of the grid on which the distribution is computed."""

SURE: Final = 0.95
"""What the interval holds of the distribution."""


@dataclass(frozen=True, slots=True)
class PersonRank:
    """A rank as a number (``gtpengine.game.ranks``), and the bounds of its 95 % interval.

    ``low_open`` and ``high_open`` say that an end lies at the table's weakest or strongest rank, so
    that the person may be weaker or stronger than the table knows.
    """

    rank: float
    low: float
    high: float
    low_open: bool
    high_open: bool
    games: int
    moves: int


def estimated(games: Sequence[GameFigures], table: RankTable) -> PersonRank:
    """Return the rank of the person who played ``games``, at least one."""
    moves = sum(game.moves for game in games)
    score = sum(game.moves * float(table.weights @ game.means) for game in games) / moves
    weakest, strongest = table.bounds
    ranks = np.linspace(weakest, strongest, round((strongest - weakest) / STEP) + 1)
    variance = table.variance(ranks, moves)
    logs = -0.5 * (score - table.expected(ranks)) ** 2 / variance - 0.5 * np.log(variance)
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    tail = (1.0 - SURE) / 2
    sums = np.cumsum(weights)
    low = float(ranks[np.searchsorted(sums, tail)])
    high = float(ranks[min(int(np.searchsorted(sums, 1.0 - tail)), len(ranks) - 1)])
    return PersonRank(
        float(weights @ ranks),
        low,
        high,
        low < weakest + 1.0,
        high > strongest - 1.0,
        len(games),
        moves,
    )
