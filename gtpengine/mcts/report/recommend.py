"""Which move to play once a search has ended (Chaslot et al. 2008; Browne et al. 2012, III-A)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from gtpengine.mcts.report.report import MoveStats, SearchReport

CREDIBLE: Final = 0.1
"""A move's value is believed from this share of the most visits on; ``explore_interval`` visits bad
moves on purpose."""


def robust_child(report: SearchReport) -> MoveStats:
    """Return the most visited move; among equals the one of higher value."""
    sure = report.sure_lead()
    return max(report.moves, key=lambda stats: (standing(stats, sure), stats.visits, stats.value))


def max_child(report: SearchReport) -> MoveStats:
    """Return the move of the highest value among those with enough visits."""
    sure = report.sure_lead()
    enough = max(1.0, CREDIBLE * max(stats.visits for stats in report.moves))
    return max(
        report.moves,
        key=lambda stats: (
            standing(stats, sure),
            stats.visits >= enough,
            stats.value,
            stats.visits,
        ),
    )


def secure_child(report: SearchReport, width: float = 1.0) -> MoveStats:
    """Return the move of the highest lower confidence bound, value - width / sqrt(visits)."""

    def lower_bound(stats: MoveStats) -> float:
        return stats.value - width / math.sqrt(stats.visits) if stats.visits else -math.inf

    sure = report.sure_lead()
    return max(report.moves, key=lambda stats: (standing(stats, sure), lower_bound(stats)))


def standing(stats: MoveStats, sure: float) -> tuple[int, bool]:
    """Return how a move ranks before visits and values are compared.

    First comes 1 for a move proven to win, -1 for one proven to lose, else 0; then whether it can
    bring more than the ``sure`` points of another move, or is that move. A proof that comes late
    finds its move with few visits, so it must count first.
    """
    proof = 0 if stats.proven is None else 1 if stats.proven else -1
    return proof, not stats.is_cut(sure)


RECOMMENDATIONS: Final[dict[str, Callable[[SearchReport, float], MoveStats]]] = {
    "robust": lambda report, _: robust_child(report),
    "max": lambda report, _: max_child(report),
    # The search goes on until this move has the highest value, too (see gtpengine.clock.thinking).
    "max-robust": lambda report, _: robust_child(report),
    "secure": secure_child,
}


def recommend(report: SearchReport, policy: str = "robust", secure_width: float = 1.0) -> int:
    """Return the point to play, or PASS.

    :raises KeyError: for a policy that is not in ``RECOMMENDATIONS``.
    """
    return RECOMMENDATIONS[policy](report, secure_width).point
