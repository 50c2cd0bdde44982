"""How many games a test takes: against simulated tests, and in words."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.tools.matches.forecast import Forecast, before
from gtpengine.tools.statistics.stats import (
    EVEN_PAIRS,
    SprtBounds,
    pair_llr,
    pairs_left,
    score_from_elo,
)

BOUNDS = SprtBounds(0, 100)


def mean_pairs(elo: float, llr: float = 0.0, tests: int = 200) -> float:
    """The mean number of pairs of simulated tests, without draws, that begin at an LLR."""
    rng = np.random.default_rng(7)
    win, lengths = score_from_elo(elo), []
    for _ in range(tests):
        pairs = [0] * 5
        while True:
            pairs[2 * int(rng.binomial(2, win))] += 1
            if BOUNDS.decide(llr + pair_llr(pairs, BOUNDS)):
                break
        lengths.append(sum(pairs))
    return float(np.mean(lengths))


@pytest.mark.parametrize(("elo", "which"), [(0, "if_h0"), (100, "if_h1"), (50, "between")])
def test_the_forecast_is_what_tests_take(elo: float, which: str) -> None:
    assert getattr(pairs_left((), BOUNDS), which) == pytest.approx(mean_pairs(elo), rel=0.25)


def test_less_is_left_near_a_bound_and_nothing_at_it() -> None:
    whole, late = pairs_left(EVEN_PAIRS, BOUNDS), pairs_left(EVEN_PAIRS, BOUNDS, 2.0)
    assert late.if_h1 < whole.if_h1 / 2
    over = pairs_left(EVEN_PAIRS, BOUNDS, 3.0)
    assert (over.if_h0, over.if_h1, over.between) == (0, 0, 0)


def test_draws_shorten_a_test() -> None:
    assert pairs_left((5, 5, 80, 5, 5), BOUNDS).if_h1 < pairs_left((), BOUNDS).if_h1 / 2


def test_the_words_before_the_first_game() -> None:
    assert before(SprtBounds(0, 20), 20_000) == (
        "such a test takes about 1,600 games if the difference is 0 Elo or 20, 2,600 half-way"
        " between; fewer the farther outside; it ends at 20,000"
    )
    assert "1,200 games if the difference is 0 Elo, 1,400 if it is 20," in before(
        SprtBounds(0, 20, 0.05, 0.1), 20_000
    )


def test_the_words_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    forecast = Forecast(SprtBounds(0, 20), 20_000, 40)
    assert forecast.left((1, 0, 2, 0, 1), 0.1, 48) == ""
    now[0] += 60.0
    assert forecast.left((5, 0, 10, 0, 5), 0.0, 60) == (
        "about 1,600 to 2,600 games left, 1 h 19 min to 2 h 10 min"
    )
    assert "about 40 to 40 games left" in forecast.left((5, 0, 10, 0, 5), 0.0, 19_960)
