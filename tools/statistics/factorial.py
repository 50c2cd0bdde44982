"""Random factorial designs: what many switches are worth, from one set of games.

In each pair of games every factor is on for one side and off for the other, at random. So every
game tells something about every factor: n games measure each effect about as well as a match of n
games for it alone would (Fisher 1935; Plackett and Burman 1946 for two levels). An effect is that
of a factor among the others, half of which are on. Interactions are averaged, not measured.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .stats import ELO, Z95, Estimate

PRIOR_ELO: Final = 200.0
"""Standard deviation of the normal prior of each effect: it keeps few games from large claims."""


@dataclasses.dataclass(frozen=True, slots=True)
class FactorialGame:
    """A game: the factors of the first side, its score, and each side's mean seconds a move.

    Unknown seconds are 0.0.
    """

    pair: int
    first: tuple[bool, ...]
    score: float
    seconds: tuple[float, float]


@dataclasses.dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a factor: Elo with its 95 % interval, and the factor of the time of a move."""

    elo: Estimate
    time: float


def sides_of(pair: int, factors: int, seed: int) -> tuple[bool, ...]:
    """Return which factors the first side of a pair has on; the second side has the others."""
    lot = random.Random(f"{seed} {pair}")
    return tuple(lot.random() < 0.5 for _ in range(factors))


def effects(games: Sequence[FactorialGame]) -> list[Effect]:
    """Return the effect of each factor, by logistic regression.

    The two games of a pair share their start, so the error comes from the variance between pairs
    (sandwich estimator).

    :raises ValueError: if there are no games
    """
    if not games:
        raise ValueError("no game has been played yet")
    design = np.array([[1.0 if on else -1.0 for on in game.first] for game in games])
    score = np.array([game.score for game in games])
    ridge = np.eye(design.shape[1]) * (ELO / PRIOR_ELO) ** 2
    weights = np.zeros(design.shape[1])
    for _ in range(50):
        expected = 1.0 / (1.0 + np.exp(-design @ weights))
        gradient = design.T @ (score - expected) - ridge @ weights
        hessian = (design.T * (expected * (1.0 - expected))) @ design + ridge
        step = np.linalg.solve(hessian, gradient)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    residual = design * (score - expected)[:, None]
    by_pair: dict[int, NDArray[np.float64]] = {}
    for game, row in zip(games, residual, strict=True):
        by_pair[game.pair] = by_pair.get(game.pair, 0.0) + row
    between = np.array(list(by_pair.values()))
    inverse = np.linalg.inv(hessian)
    # The prior counts as information.
    error = np.sqrt(np.diag(inverse @ (between.T @ between + ridge) @ inverse))
    times = _times(games)
    return [
        Effect(
            Estimate(*(ELO * (weight + z * deviation) for z in (0.0, -Z95, Z95))),
            time,
        )
        for weight, deviation, time in zip(weights, error, times, strict=True)
    ]


def _times(games: Sequence[FactorialGame]) -> list[float]:
    """Return what each factor multiplies the time of a move by: least squares of the logarithms."""
    timed = [game for game in games if min(game.seconds) > 0.0]
    if not timed:
        return [1.0] * len(games[0].first)
    design = np.array([[1.0 if on else -1.0 for on in game.first] for game in timed])
    ratios = np.log([first / second for first, second in (game.seconds for game in timed)])
    found = np.linalg.lstsq(design, ratios, rcond=None)[0]
    return [float(x) for x in np.exp(found)]
