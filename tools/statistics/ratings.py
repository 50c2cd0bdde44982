"""Ratings of many engines by Bradley-Terry maximum likelihood, with intervals.

The fit is choix's (iterative Luce spectral ranking); draws count half for either side. One
pseudo-draw of weight ``PRIOR`` between each two engines that met keeps perfect scores finite.
Intervals come from the Fisher information of the fit. They are relative to the anchors if there
are any, else to the mean of all. The advantage of a colour is not modelled: play pairs.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .stats import ELO, Z95

PRIOR: Final = 0.1


@dataclasses.dataclass(frozen=True, slots=True)
class Ratings:
    """Elo ratings in the order of the engines; ``covariance`` in Elo squared.

    ``elo`` has shape (engines,), ``covariance`` (engines, engines).
    """

    elo: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def interval(self, index: int) -> tuple[float, float]:
        """Return the 95 % interval of a rating."""
        half = Z95 * math.sqrt(max(0.0, float(self.covariance[index, index])))
        return float(self.elo[index]) - half, float(self.elo[index]) + half

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """Return ``first`` minus ``second`` and its standard deviation."""
        c = self.covariance
        variance = float(c[first, first] + c[second, second] - 2 * c[first, second])
        return float(self.elo[first] - self.elo[second]), math.sqrt(max(0.0, variance))

    def superiority(self, first: int, second: int) -> float:
        """Return the likelihood that ``first`` is the stronger."""
        gap, deviation = self.difference(first, second)
        return (
            NormalDist().cdf(gap / deviation)
            if deviation > 0
            else 0.5 + 0.5 * math.copysign(1, gap)
        )


def rate(
    points: Sequence[Sequence[float]] | NDArray[np.float64],
    anchors: Mapping[int, float] | None = None,
    prior: float = PRIOR,
) -> Ratings:
    """Return ratings from ``points[i, j]``, the score of engine i against engine j.

    A win is 1, a draw 0.5. With ``anchors`` (engine: Elo) all ratings are shifted so that the
    anchors are right on average, and intervals are relative to the mean of the anchors. Without
    them the mean of all is 0.

    :raises ValueError: if the engines fall into groups that never met
    """
    import choix  # here, because --help needs no extra

    wins = np.array(points, dtype=float)
    count = len(wins)
    if wins.shape != (count, count):
        raise ValueError("points must be a square table")
    np.fill_diagonal(wins, 0.0)
    games = wins + wins.T
    if len(largest_group(games)) < count:
        raise ValueError("the engines fall into groups that never met: ratings need more games")
    wins += np.where(games > 0, prior / 2, 0.0)
    games = wins + wins.T
    strength = np.zeros(1) if count == 1 else choix.ilsr_pairwise_dense(wins, max_iter=10_000)
    logits = strength[:, None] - strength[None, :]
    chance = 1.0 / (1.0 + np.exp(-logits))
    weight = games * chance * (1.0 - chance)
    information = np.diag(weight.sum(axis=1)) - weight
    base = sorted(anchors) if anchors else list(range(count))
    # The information is singular (only differences are known); its pseudo-inverse is the
    # covariance relative to the mean of all, which ``project`` moves to the mean of the base.
    project = np.eye(count)
    project[:, base] -= 1.0 / len(base)
    covariance = project @ np.linalg.pinv(information) @ project.T
    elo = ELO * (strength - strength[base].mean())
    if anchors:
        elo = elo + float(np.mean([anchors[index] for index in base]))
    return Ratings(elo, ELO * ELO * covariance)


def largest_group(games: NDArray[np.float64]) -> list[int]:
    """Return the indices of the largest set of engines connected by games, in order.

    ``games[i, j]`` is not 0 where engines i and j have met.
    """
    left, best = set(range(len(games))), list[int]()
    while left:
        todo = [left.pop()]
        group = set(todo)
        while todo:
            found = left.intersection(np.flatnonzero(games[todo.pop()]).tolist())
            left -= found
            group |= found
            todo += found
        best = max(best, sorted(group), key=len)
    return best
