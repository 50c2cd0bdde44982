"""Where a share that falls with a setting crosses one half, by a pooled isotonic fit.

The results of all settings are pooled into the likeliest shares that never rise (isotonic
regression, each share weighed by its games), with straight lines between the settings. The
interval is that of a bootstrap over the games of each setting.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

DRAWS: Final = 2000
"""Samples of the bootstrap."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where the share is one half, and the ends of its 95 % interval; minus or plus infinity where
    it is below or above one half at all settings. ``shares`` are the fitted shares."""

    at: float
    low: float
    high: float
    shares: tuple[float, ...]


def falling(wins: Floats, games: Floats) -> Floats:
    """Return the likeliest shares that do not rise, of the shape of ``wins``; all ``games`` are at
    least 1."""
    from scipy.optimize import isotonic_regression  # a second to import, and only fits need it

    fitted = isotonic_regression(wins / games, weights=games, increasing=False).x
    return np.asarray(fitted, np.float64)


def crossing(
    settings: Sequence[float], wins: Sequence[float], games: Sequence[float], seed: int = 0
) -> Crossing:
    """Return where the share of wins crosses one half.

    :param settings: rising.
    :raises ValueError: when there are no games at a setting, or no settings.
    """
    x, won, of = (np.asarray(one, np.float64) for one in (settings, wins, games))
    if not len(x) or (of < 1).any():
        raise ValueError("each setting needs a game")
    fitted = falling(won, of)
    chance = np.random.default_rng(seed)
    drawn = chance.binomial(of.astype(np.int64), won / of, (DRAWS, len(x)))
    found = np.sort([_half(x, falling(sample, of)) for sample in drawn.astype(np.float64)])
    low, high = (float(found[round(share * (DRAWS - 1))]) for share in (0.025, 0.975))
    return Crossing(_half(x, fitted), low, high, tuple(float(one) for one in fitted))


def _half(x: Floats, shares: Floats) -> float:
    """Return where shares that fall cross one half; the middle where they are one half for long."""
    above, below = np.flatnonzero(shares > 0.5), np.flatnonzero(shares < 0.5)
    if not len(below) and len(above) == len(x):
        return math.inf
    if not len(above) and len(below) == len(x):
        return -math.inf
    left = _toward(x, shares, int(above[-1]), 1) if len(above) else float(x[0])
    right = _toward(x, shares, int(below[0]), -1) if len(below) else float(x[-1])
    return (left + right) / 2


def _toward(x: Floats, shares: Floats, at: int, step: int) -> float:
    """Return where the line from a setting to the one beside it reaches one half."""
    other = at + step
    part = (shares[at] - 0.5) / (shares[at] - shares[other])
    return float(x[at] + part * (x[other] - x[at]))
