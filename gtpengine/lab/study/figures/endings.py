"""Why a match of a study ends: its interval is narrow or far, more games are futile, or it has all.

*Futile* is the conditional power of Lan and Wittes (1988, *Biometrics 44*): the chance that the
sign of a match will count at its end, if the effect is the one seen so far. The sign counts by the
first and hardest bound of Holm's order in its block. Ending for futility gives no sign, so it makes
no wrong sign; its price is a wider interval, and a figure a little too near to even.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final

from gtpengine.lab.study.tables.reading import MatchEnding
from gtpengine.tools.statistics.stats import Z95, Estimate, score_from_elo

LEVEL: Final = 0.05
"""The chance of a wrong sign."""

FAR, NARROW, FUTILE, ALL = "far", "narrow", "futile", "all games"
REASONS: Final = (FAR, NARROW, FUTILE, ALL)


def ended_by(score: Estimate, games: int, ending: MatchEnding) -> str:
    """Return which of ``REASONS`` ends a match with these games; empty while it goes on.

    No rule asks who leads.
    """
    if games < ending.least:
        return ""
    far = score_from_elo(ending.far)
    if ending.far and (score.low > far or score.high < 1 - far):
        return FAR
    if (score.high - score.low) / 2 <= ending.width:
        return NARROW
    if games >= ending.most:
        return ALL
    return FUTILE if games == ending.look and _is_futile(score, ending) else ""


def _is_futile(score: Estimate, ending: MatchEnding) -> bool:
    share = ending.look / ending.most
    return chance_to_count(standard_errors(score), share, ending.tests) < ending.futile


def standard_errors(score: Estimate) -> float:
    """Return how many standard errors a score is from even.

    Wilson's interval at 95 % tells the number of independent games behind the score.
    """
    half = (score.high - score.low) / 2
    # The half width is sqrt(score (1 - score) a + a^2 / 4) / (1 + a), with a = Z95^2 / games.
    second = half * half - 0.25
    first = 2 * half * half - score.value * (1 - score.value)
    a = (-first - math.sqrt(first * first - 4 * second * half * half)) / (2 * second)
    return (2 * score.value - 1) * Z95 / math.sqrt(a)


def holm_bound(tests: int) -> float:
    """Return the standard errors that the first of ``tests`` tests needs in Holm's order."""
    return NormalDist().inv_cdf(1 - LEVEL / tests / 2)


def chance_to_count(errors: float, share: float, tests: int) -> float:
    """Return the chance that a match will have a sign at its end, if it goes on as it began.

    ``errors`` are its standard errors from even after ``share`` of its games, below 1. The other
    sign, of which the chance is far smaller, is left out.
    """
    at_end = NormalDist(abs(errors) / math.sqrt(share), math.sqrt(1 - share))
    return 1 - at_end.cdf(holm_bound(tests))
