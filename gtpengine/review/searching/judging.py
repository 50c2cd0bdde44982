"""How much a move lost, how sure that is, and how much it mattered.

Both moves were searched alike from the same position, twice each. The difference of their values is
the loss; the difference between the two searches, and between a short and a long one, is its error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gtpengine.review.searching.model import GRADES, ValueWithError
from gtpengine.review.searching.searches import ROUNDS, MoveSearch, Pair

WIN_UNIT: Final = 0.05
"""Loss of win rate that costs 1: the least that is called an inaccuracy."""

POINT_UNIT: Final = 3.0
"""The same in points."""

GRADE_COSTS: Final = (1.0, 2.0, 4.0)
"""Costs from which a move is an inaccuracy, a mistake, a blunder."""

DECIDED: Final = 0.95
"""Win rate from which the game is decided. Points then count half: the leader plays safe, and the
other side tries what does not work."""

SURE: Final = 0.9
"""Probability that a move lost anything from which its loss is counted."""

WIN_NOISE: Final = 0.65
"""Standard deviation of a difference of win rates, times the root of the simulations of a search.
It was measured on 9x9 and 19x19, and so was the next one."""

POINT_NOISE: Final = 5.3
"""The same of points, for each line of the board."""

PRIOR_DEGREES: Final = 3.0
"""How many searches these two are worth."""


@dataclass(frozen=True, slots=True)
class MoveLoss:
    """What a move lost; see ``MoveReview``."""

    points: ValueWithError
    win_rate: ValueWithError
    sure: float
    cost: float

    @property
    def grade(self) -> str:
        """The grade of a move that is not the best one."""
        return GRADES[1 + sum(self.cost >= least for least in GRADE_COSTS)]

    @property
    def counted_points(self) -> float:
        """Points that a summary counts."""
        sure = probability(self.points)
        return max(0.0, self.points.value) if sure >= SURE else 0.0


NOTHING: Final = MoveLoss(ValueWithError(0.0, 0.0), ValueWithError(0.0, 0.0), 0.0, 0.0)
"""The verdict on the best move."""


def verdict(rounds: Sequence[Pair], size: int, simulations: int) -> MoveLoss:
    """Return what a move lost by the pairs of searches, the shortest first.

    ``simulations`` is the number for a search of the position, of which each round has its share.

    The longest search decides; its difference from the round before is part of the error.
    """
    if not rounds:
        return NOTHING
    wins = [_differences(played.win_rates, best.win_rates) for played, best in rounds]
    leads = [_differences(played.leads, best.leads) for played, best in rounds]
    roots = [math.sqrt(max(1.0, share * simulations)) for share in ROUNDS]
    win_rate = estimate(wins, [WIN_NOISE / root for root in roots])
    points = estimate(leads, [size * POINT_NOISE / root for root in roots])
    cost, sure = weigh(win_rate, points, *rounds[-1])
    return MoveLoss(points, win_rate, sure, cost)


def confirmed(one: MoveLoss, rounds: Sequence[Pair], win_rate: float, points: float) -> MoveLoss:
    """Return a verdict after a look at the whole game.

    :param win_rate: what the move lost if the searches of the other positions are believed, too;
        likewise ``points``. A loss that they confirm in part is told so far.
    """
    if not rounds:
        return one
    lost = ValueWithError(min(one.win_rate.value, win_rate), one.win_rate.error)
    less = ValueWithError(min(one.points.value, points), one.points.error)
    cost, sure = weigh(lost, less, *rounds[-1])
    return MoveLoss(less, lost, sure, cost)


def weigh(
    win_rate: ValueWithError, points: ValueWithError, played: MoveSearch, best: MoveSearch
) -> tuple[float, float]:
    """Return what a loss cost, and the probability that anything was lost.

    Cost is the larger of both losses in their units, among the losses that are sure.
    """
    decided = is_decided(_mean(best.win_rates), _mean(played.win_rates))
    parts = [
        (win_rate.value / WIN_UNIT, probability(win_rate)),
        (points.value / (POINT_UNIT * (2 if decided else 1)), probability(points)),
    ]
    sure = max(chance for _, chance in parts)
    counted = [cost for cost, chance in parts if chance >= SURE]
    return max(0.0, *counted, 0.0), sure


def is_decided(*win_rates: float) -> bool:
    """Return whether the same side wins, whichever of these moves is played."""
    return min(win_rates) >= DECIDED or max(win_rates) <= 1 - DECIDED


def suspicion(rounds: Sequence[Pair]) -> float:
    """Return the cost if the last round were right; from 1 on the move is searched deeper."""
    played, best = rounds[-1]
    decided = is_decided(_mean(best.win_rates), _mean(played.win_rates))
    win_rate = _mean(best.win_rates) - _mean(played.win_rates)
    points = _mean(best.leads) - _mean(played.leads)
    return max(win_rate / WIN_UNIT, points / (POINT_UNIT * (2 if decided else 1)))


def estimate(rounds: Sequence[Sequence[float]], priors: Sequence[float]) -> ValueWithError:
    """Return the mean of the last round with its error.

    The variance is the rounds' own and the prior's, weighed by what they know
    (Gelman et al., Bayesian Data Analysis, 2.6: an inverse chi-square prior); half the step
    from the round before is added, because a short search may see a fight wrongly both times.
    """
    known, spread = PRIOR_DEGREES, PRIOR_DEGREES
    for values, prior in zip(rounds, priors, strict=False):
        centre = _mean(values)
        known += len(values) - 1
        spread += sum(((value - centre) / prior) ** 2 for value in values)
    last = rounds[-1]
    scale = priors[len(rounds) - 1]
    variance = spread / known * scale**2 / len(last)
    if len(rounds) > 1:
        variance += (_mean(last) - _mean(rounds[-2])) ** 2 / 4
    return ValueWithError(_mean(last), math.sqrt(variance))


def probability(loss: ValueWithError) -> float:
    """Return the probability that a loss is above 0, for a normal error."""
    if loss.error <= 0:
        return 1.0 if loss.value > 0 else 0.0
    return 0.5 * (1 + math.erf(loss.value / loss.error / math.sqrt(2)))


def _differences(played: Sequence[float], best: Sequence[float]) -> list[float]:
    return [other - one for one, other in zip(played, best, strict=True)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
