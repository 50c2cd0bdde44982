"""Adaptive playouts: shapes that win more often than the mean are drawn more often."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams

#: Two points on opposite sides of the 3x3 board: different shapes for the adaptation.
SIDE, OPPOSITE = 22, 62


def shares(step: float, side: float, opposite: float) -> tuple[float, float]:
    """How often playouts begin at either point, after simulations of these outcomes."""
    params = SearchParams(
        playout_policy="softmax", adaptive_playouts=step, playout_self_atari_rate=0.0
    )
    search = SearchProbe(params, Position(3))
    for _ in range(100):
        for move, outcome in ((SIDE, side), (OPPOSITE, opposite)):
            # The playout says that its first move was drawn by the weights.
            search.first_moves(1)
            search.learn((ROOT,), [move], outcome)
    counts = search.first_moves(10_000)
    return counts.get(SIDE, 0) / 10_000, counts.get(OPPOSITE, 0) / 10_000


def test_what_wins_becomes_more_likely_and_what_loses_less() -> None:
    before = shares(0.0, 1.0, 0.0)
    after = shares(0.05, 1.0, 0.0)
    assert before[0] == pytest.approx(before[1], abs=0.02)
    assert after[0] > 2 * before[0]
    assert after[1] < before[1] / 2


def test_without_a_difference_nothing_changes() -> None:
    # Outcomes are compared with their mean.
    assert shares(0.05, 1.0, 1.0) == pytest.approx(shares(0.0, 1.0, 1.0), abs=0.02)
