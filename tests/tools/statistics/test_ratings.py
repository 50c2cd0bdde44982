"""Bradley-Terry ratings against direct computation and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gtpengine.tools.statistics.ratings import rate
from gtpengine.tools.statistics.stats import ELO, Z95, elo_from_score, score_from_elo, single_games
from scipy import optimize


def test_two_engines_equal_the_direct_computation() -> None:
    """Without a prior the difference is the Elo of the score, the interval that of its logit."""
    found = rate([[0, 75], [25, 0]], prior=1e-12)
    gap, deviation = found.difference(0, 1)
    assert gap == pytest.approx(elo_from_score(0.75), abs=1e-6)
    assert deviation == pytest.approx(ELO / math.sqrt(100 * 0.75 * 0.25))
    direct = single_games(75, 100).elo()
    assert direct.low == pytest.approx(gap - Z95 * deviation, abs=8)
    assert direct.high == pytest.approx(gap + Z95 * deviation, abs=8)
    assert found.elo.sum() == pytest.approx(0)


def test_many_engines_equal_a_general_optimiser() -> None:
    rng = np.random.default_rng(3)
    wins = rng.integers(1, 30, (5, 5)).astype(float)
    np.fill_diagonal(wins, 0)
    found = rate(wins, prior=0)

    def loss(free: np.ndarray) -> float:
        strength = np.append(free, 0.0)
        gap = strength[:, None] - strength[None, :]
        return float((wins * np.log1p(np.exp(-gap))).sum())

    best = optimize.minimize(loss, np.zeros(4), tol=1e-12)
    expected = np.append(best.x, 0.0)
    expected -= expected.mean()
    assert found.elo == pytest.approx(ELO * expected, abs=0.05)
    # The curvature of the same loss by finite differences gives the deviations from the last one.
    step, unit = 1e-3, np.eye(4) * 1e-3
    hessian = np.array(
        [
            [
                (
                    loss(best.x + unit[i] + unit[j])
                    - loss(best.x + unit[i] - unit[j])
                    - loss(best.x - unit[i] + unit[j])
                    + loss(best.x - unit[i] - unit[j])
                )
                / (4 * step * step)
                for j in range(4)
            ]
            for i in range(4)
        ]
    )
    deviations = ELO * np.sqrt(np.diag(np.linalg.inv(hessian)))
    assert [found.difference(i, 4)[1] for i in range(4)] == pytest.approx(deviations, rel=1e-3)


def test_anchors_fix_the_scale() -> None:
    points = [[0, 60, 70], [40, 0, 55], [30, 45, 0]]
    free, fixed = rate(points), rate(points, {1: 1800.0})
    assert fixed.elo[1] == pytest.approx(1800)
    assert fixed.difference(0, 2) == pytest.approx(free.difference(0, 2))
    assert fixed.interval(1) == pytest.approx((1800, 1800))
    two = rate(points, {0: 100.0, 2: 0.0})
    assert two.elo[[0, 2]].mean() == pytest.approx(50)


def test_perfect_scores_stay_finite_and_superiority_is_sane() -> None:
    found = rate([[0, 20], [0, 0]])
    assert np.isfinite(found.elo).all()
    assert found.superiority(0, 1) > 0.9
    assert found.superiority(0, 1) + found.superiority(1, 0) == pytest.approx(1)
    assert rate([[0, 5], [5, 0]]).superiority(0, 1) == pytest.approx(0.5)


def test_groups_that_never_met_are_refused() -> None:
    apart = np.zeros((4, 4))
    apart[0, 1] = apart[1, 0] = apart[2, 3] = apart[3, 2] = 5
    with pytest.raises(ValueError, match="never met"):
        rate(apart)


def test_intervals_cover_the_truth() -> None:
    """Round robins of four engines, 40 games a pairing: coverage 92 to 98 % of 1200 intervals."""
    truth = np.array([0.0, 50.0, 120.0, 300.0])
    truth -= truth.mean()
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(300):
        points = np.zeros((4, 4))
        for i in range(4):
            for j in range(i):
                points[i, j] = rng.binomial(40, score_from_elo(truth[i] - truth[j]))
                points[j, i] = 40 - points[i, j]
        found = rate(points)
        for i in range(4):
            low, high = found.interval(i)
            hits += low <= truth[i] <= high
    assert 0.92 < hits / 1200 < 0.98
