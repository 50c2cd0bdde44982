"""Statistics of match results: Wilson intervals, Elo, pairs, and the sequential test.

A pair is two games from one start position with colours swapped; its score for the first engine
is 0, 0.5, 1, 1.5 or 2. Games of a pair are correlated (the start position favours one side), so
everything here that claims an interval for paired games works on pair scores.

Sources: Wilson (1927) for the interval of a proportion; the generalised sequential probability
ratio test with a multinomial model and its maximum-likelihood fit under a fixed mean as described
by Van den Bergh in "The GSPRT approximation" and used by fishtest; Van den Bergh, "Normalized Elo"
(hardy.uhasselt.be/Toga/normalized_elo.pdf), for that; Wald (1945) for the bounds and the operating
characteristic.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

Z95: Final = NormalDist().inv_cdf(0.975)
PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
ELO: Final = 400.0 / math.log(10.0)
"""Elo points of one unit of log-odds."""


def wilson(score: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for the expected score of a game, from ``score`` points.

    Draws make it a little too wide. Without games the interval is (0, 1).
    """
    if games == 0:
        return 0.0, 1.0
    p, zz = score / games, z * z
    center = p + zz / (2 * games)
    spread = z * math.sqrt(p * (1 - p) / games + zz / (4 * games * games))
    low, high = (center - spread) / (1 + zz / games), (center + spread) / (1 + zz / games)
    # Exact at the ends, which rounding would miss: there Elo is infinite.
    return low if score > 0 else 0.0, high if score < games else 1.0


def elo_from_score(score: float) -> float:
    """Return the Elo difference that gives the expected score ``score``; infinite at 0 and 1."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return ELO * math.log(score / (1.0 - score))


def score_from_elo(elo: float) -> float:
    """Return the expected score of an engine that is ``elo`` stronger (logistic)."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


@dataclasses.dataclass(frozen=True, slots=True)
class Estimate:
    """A value with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float

    def elo(self) -> Estimate:
        """Return this estimate of an expected score as Elo."""
        return Estimate(*(elo_from_score(x) for x in (self.value, self.low, self.high)))


def single_games(score: float, games: int) -> Estimate:
    """Return the expected score from independent games (Wilson)."""
    low, high = wilson(score, games)
    return Estimate(score / games if games else 0.5, low, high)


def paired_games(pairs: Sequence[int]) -> Estimate:
    """Return the expected score of a game from counts of pair scores 0, 0.5, 1, 1.5, 2.

    The interval is Wilson's with the effective number of games: the number whose binomial variance
    is the variance observed between pairs. Half a pseudo-pair smooths small samples, so that a few
    equal pairs claim no certainty.
    """
    total = sum(pairs)
    if total == 0:
        return Estimate(0.5, 0.0, 1.0)
    mean = sum(c * s for c, s in zip(pairs, PAIR_SCORES, strict=True)) / total
    center, variance = _smoothed(pairs)
    effective = total * center * (1 - center) / variance
    low, high = wilson(mean * effective, effective)
    return Estimate(mean, low, high)


def _smoothed(pairs: Sequence[int]) -> tuple[float, float]:
    """Return mean and variance of the pair scores with half a pseudo-pair added."""
    mean = _moment(pairs, 0.0, 1)
    return mean, _moment(pairs, mean, 2)


def _moment(pairs: Sequence[int], center: float, order: int) -> float:
    """Return the mean power of the pair scores' distances, with half a pseudo-pair added."""
    smooth = [count + 0.1 for count in pairs]
    powers = [(score - center) ** order for score in PAIR_SCORES]
    return sum(c * p for c, p in zip(smooth, powers, strict=True)) / sum(smooth)


def normalized_elo(pairs: Sequence[int]) -> Estimate:
    """Return the normalized Elo difference from counts of pair scores 0, 0.5, 1, 1.5, 2.

    It is the expected score above one half in standard deviations of a game, as Elo: tests of equal
    normalized Elo need equally many games, whatever the opening, draws and time. Without draws and
    with independent games it is Elo for small differences. The standard deviation of a game is that
    of a pair's mean times the root of 2. The interval follows from mean and variance of the pairs
    by linearisation (delta method), with skewness and kurtosis, as fishtest's does. Half a
    pseudo-pair smooths small samples, as in ``paired_games``.
    """
    total = sum(pairs)
    if total == 0:
        return Estimate(0.0, -math.inf, math.inf)
    mean, variance = _smoothed(pairs)
    deviation = math.sqrt(variance)
    t = (mean - 0.5) / deviation
    third, fourth = (_moment(pairs, mean, n) / deviation**n for n in (3, 4))
    half = Z95 * math.sqrt(max(0.0, 1 - t * third + t * t * (fourth - 1) / 4) / total)
    return Estimate(*(2 * ELO / math.sqrt(2) * x for x in (t, t - half, t + half)))


def superiority(pairs: Sequence[int]) -> float:
    """Return the likelihood that the first engine is the stronger: normal, over pair scores."""
    total = sum(pairs)
    if total == 0:
        return 0.5
    mean, variance = _smoothed(pairs)
    return NormalDist().cdf((mean - 0.5) / math.sqrt(variance / total))


@dataclasses.dataclass(frozen=True, slots=True)
class SprtBounds:
    """The hypotheses Elo <= elo0 (H0) and Elo >= elo1 (H1), and the error rate of each."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"SPRT needs elo0 < elo1, not {self.elo0} and {self.elo1}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"SPRT needs 0 < {name} < 0.5, not {rate}")

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted (Wald)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def decide(self, llr: float) -> str:
        """Return ``H0``, ``H1``, or an empty text to go on."""
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else ""


def mle_with_mean(
    probabilities: Sequence[float], scores: Sequence[float], mean: float
) -> list[float]:
    """Return the distribution most likely under ``probabilities`` whose expected score is ``mean``.

    It is p_i / (1 + x (a_i - mean)), where x makes the expectation right. All probabilities must be
    positive, and ``mean`` strictly inside the scores.
    """
    from scipy.optimize import brentq  # a second to import, and only tests need it

    shifted = [score - mean for score in scores]

    def slope(x: float) -> float:
        return sum(p * a / (1 + x * a) for p, a in zip(probabilities, shifted, strict=True))

    # It falls from +inf to -inf between the poles.
    inside = 1 - 1e-12
    x = brentq(slope, -inside / max(shifted), -inside / min(shifted), xtol=1e-14)
    return [p / (1 + x * a) for p, a in zip(probabilities, shifted, strict=True)]


def pair_llr(pairs: Sequence[int], bounds: SprtBounds) -> float:
    """Return the generalised log-likelihood ratio of H1 (elo1) to H0 (elo0) from pair counts.

    Counts of zero are taken as 0.001, so that the fit exists. Without pairs it is 0.
    """
    if sum(pairs) == 0:
        return 0.0
    observed, p0, p1, weight = _fits(pairs, bounds)
    return weight * _drift(observed, p0, p1)


EVEN_PAIRS: Final = (25, 0, 50, 0, 25)
"""Pairs between equals whose games are independent and have no draws."""


@dataclasses.dataclass(frozen=True, slots=True)
class PairsLeft:
    """How many pairs a test still takes on average: if H0 is true, if H1 is, and half-way between
    the two, where it takes longest."""

    if_h0: float
    if_h1: float
    between: float


def pairs_left(pairs: Sequence[int], bounds: SprtBounds, llr: float = 0.0) -> PairsLeft:
    """Return how many pairs a test still takes at an LLR, where pairs score as ``pairs`` do.

    A random walk with steps of the mean and variance of the LLR reaches a bound so (Wald). Without
    pairs they are taken to be ``EVEN_PAIRS``.
    """
    _, p0, p1, _ = _fits(pairs if sum(pairs) else EVEN_PAIRS, bounds)
    down, up = min(0.0, bounds.lower - llr), max(0.0, bounds.upper - llr)

    def toward(truth: Sequence[float]) -> float:
        drift, variance = _drift(truth, p0, p1), _drift(truth, p0, p1, 2)
        variance -= drift * drift
        # The chance to end above: martingale exp(-2 drift / variance * LLR).
        rate = -2 * drift / variance
        above = math.expm1(rate * down) / (math.expm1(rate * down) - math.expm1(rate * up))
        return abs((above * up + (1 - above) * down) / drift)

    middle = [(a + b) / 2 for a, b in zip(p0, p1, strict=True)]
    return PairsLeft(toward(p0), toward(p1), abs(down * up) / _drift(middle, p0, p1, 2))


def _fits(
    pairs: Sequence[int], bounds: SprtBounds
) -> tuple[list[float], list[float], list[float], float]:
    """Return the observed distribution of pair scores, those most like it under H0 and H1, and the
    number of pairs."""
    counts = [max(float(count), 1e-3) for count in pairs]
    weight = sum(counts)
    observed = [count / weight for count in counts]
    p0 = mle_with_mean(observed, PAIR_SCORES, score_from_elo(bounds.elo0))
    p1 = mle_with_mean(observed, PAIR_SCORES, score_from_elo(bounds.elo1))
    return observed, p0, p1, weight


def _drift(
    truth: Sequence[float], p0: Sequence[float], p1: Sequence[float], order: int = 1
) -> float:
    """Return the mean power of what a pair adds to the LLR."""
    return sum(p * math.log(b / a) ** order for p, a, b in zip(truth, p0, p1, strict=True))
