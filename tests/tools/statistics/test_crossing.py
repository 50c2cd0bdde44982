"""Where a falling share crosses one half: synthetic results whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gtpengine.tools.statistics.crossing import crossing, falling, shares_at
from gtpengine.tools.statistics.stats import wilson


def test_shares_that_rise_are_pooled_by_their_games() -> None:
    fitted = falling(np.array([9.0, 2.0, 9.0, 1.0]), np.array([10.0, 10.0, 30.0, 10.0]))
    assert fitted.tolist() == pytest.approx([0.9, 11 / 40, 11 / 40, 0.1])


@pytest.mark.parametrize(
    ("wins", "at"),
    [
        ([80, 60, 40, 20], 2.5),
        ([80, 50, 50, 20], 2.5),
        ([50, 50, 50, 50], 2.5),
        ([60, 50, 50, 50], 3.0),
        ([90, 70, 30, 10], 2.5),
        ([80, 65, 60, 20], 3.25),
        ([90, 80, 70, 60], math.inf),
        ([40, 30, 20, 10], -math.inf),
    ],
)
def test_the_crossing_lies_on_the_lines_between_settings(wins: list[int], at: float) -> None:
    assert crossing([1, 2, 3, 4], wins, [100] * 4).at == pytest.approx(at)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Elo that fall by 36 a setting, one half at 2.5."""
    x = np.arange(0.0, 8.0)
    shares = 1 / (1 + 10 ** ((x - 2.5) * 36 / 400))
    chance, held, widths = np.random.default_rng(3), 0, []
    for trial in range(60):
        found = crossing(list(x), list(chance.binomial(60, shares)), [60] * len(x), trial)
        held += found.low <= 2.5 <= found.high
        widths.append(found.high - found.low)
    assert held >= 53
    assert 0.5 < np.median(widths) < 3.0


def test_intervals_of_shares_hold_the_truth_and_are_narrower_than_of_one_setting() -> None:
    x = np.array([0.0, 1, 2, 3, 4, 6, 8])
    shares = 1 / (1 + 10 ** ((x - 2.5) * 36 / 400))
    chance, held, widths = np.random.default_rng(5), 0, []
    for trial in range(60):
        wins = list(chance.binomial(40, shares))
        at_2, between = shares_at([2.0, 2.5], list(x), wins, [40] * len(x), trial)
        held += at_2.low <= shares[2] <= at_2.high
        widths.append(at_2.high - at_2.low)
        assert between.low <= between.share <= between.high
        assert between.share <= at_2.share
    assert held >= 53
    low, high = wilson(20, 40)
    assert np.median(widths) < 0.8 * (high - low)


def test_an_interval_may_be_open() -> None:
    found = crossing([1, 2], [6, 4], [8, 8])
    assert found.low == -math.inf or found.high == math.inf


@pytest.mark.parametrize(("settings", "games"), [([], []), ([1], [0])])
def test_no_games_give_no_crossing(settings: list[float], games: list[float]) -> None:
    with pytest.raises(ValueError, match="needs a game"):
        crossing(settings, games, games)
