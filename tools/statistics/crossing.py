"""Where a share that falls with a setting crosses one half, by a pooled isotonic fit.

The results of all settings are pooled into the likeliest shares that never rise (isotonic
regression, each share weighed by its games), with straight lines between the settings. The
intervals are those of the same fit to shares that are drawn for each setting from what its games
say (the Beta distribution of Jeffreys). They are narrower than Wilson's of one setting alone,
because the settings beside it tell of it, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

DRAWS: Final = 2000
"""Samples that make an interval."""

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


@dataclass(frozen=True, slots=True)
class FittedShare:
    """The fitted share at a setting, and the ends of its 95 % interval."""

    share: float
    low: float
    high: float


def crossing(
    settings: Sequence[float], wins: Sequence[float], games: Sequence[float], seed: int = 0
) -> Crossing:
    """Return where the share of wins crosses one half.

    :param settings: rising.
    :raises ValueError: when there are no games at a setting, or no settings.
    """
    x, won, of = _arrays(settings, wins, games)
    fitted = falling(won, of)
    found = [_half(x, sample) for sample in _drawn(won, of, seed)]
    low, high = _ends(np.array(found))
    return Crossing(_half(x, fitted), low, high, tuple(float(one) for one in fitted))


def shares_at(
    places: Sequence[float],
    settings: Sequence[float],
    wins: Sequence[float],
    games: Sequence[float],
    seed: int = 0,
) -> list[FittedShare]:
    """Return the fitted shares at these places, which may lie between the settings.

    :param settings: rising.
    :raises ValueError: when there are no games at a setting, or no settings.
    """
    x, won, of = _arrays(settings, wins, games)
    fitted, samples = np.interp(places, x, falling(won, of)), _drawn(won, of, seed)
    drawn = np.array([np.interp(places, x, sample) for sample in samples])
    return [
        FittedShare(float(share), *_ends(column))
        for share, column in zip(fitted, drawn.T, strict=True)
    ]


def _arrays(
    settings: Sequence[float], wins: Sequence[float], games: Sequence[float]
) -> tuple[Floats, Floats, Floats]:
    x, won, of = (np.asarray(one, np.float64) for one in (settings, wins, games))
    if not len(x) or (of < 1).any():
        raise ValueError("each setting needs a game")
    return x, won, of


def _drawn(won: Floats, of: Floats, seed: int) -> list[Floats]:
    """Return the fits to drawn shares."""
    chance = np.random.default_rng(seed)
    shares = chance.beta(won + 0.5, of - won + 0.5, (DRAWS, len(of)))
    return [falling(sample * of, of) for sample in shares]


def _ends(found: Floats) -> tuple[float, float]:
    """Return the ends of the 95 % interval of samples."""
    ordered = np.sort(found)
    low, high = (float(ordered[round(share * (DRAWS - 1))]) for share in (0.025, 0.975))
    return low, high


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
