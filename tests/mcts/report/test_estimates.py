"""The numbers that protocols want of a report."""

from __future__ import annotations

import pytest

from gtpengine.mcts.report.estimates import Priors, lower_bound
from gtpengine.mcts.report.report import MoveStats


def test_the_lower_bound() -> None:
    # Wilson 1927; 0.5 over 100 trials gives 0.404.
    assert lower_bound(0.5, 100) == pytest.approx(0.4038, abs=1e-4)
    assert lower_bound(0.5, 0) == 0
    assert lower_bound(1.02, 50) == lower_bound(1.0, 50)  # read while it changes
    assert lower_bound(0.0, 10) == 0
    assert lower_bound(1.0, 10**9) == pytest.approx(1.0, abs=1e-6)


def test_priors_are_a_policy_or_odds_of_values() -> None:
    moves = [
        MoveStats(point, 1, 0.5, 0, 0.5, value, 8.0, 0.0) for point, value in ((3, 0.8), (4, 0.5))
    ]
    priors = Priors(moves)
    assert [priors(move) for move in moves] == pytest.approx([0.8, 0.2])  # 4 to 1, and 1 to 1
    moves = [move._replace(policy=share) for move, share in zip(moves, (0.3, 0.0), strict=True)]
    priors = Priors(moves)
    assert [priors(move) for move in moves] == [0.3, 0.0]
