"""Match statistics against textbook values, direct computation and simulation."""

from __future__ import annotations

import math
import random

import pytest
from gtpengine.tools.statistics.stats import (
    PAIR_SCORES,
    SprtBounds,
    elo_from_score,
    mle_with_mean,
    normalized_elo,
    pair_llr,
    paired_games,
    score_from_elo,
    single_games,
    superiority,
    wilson,
)
from scipy import optimize
from scipy import stats as scipy_stats


@pytest.mark.parametrize("wins", [0, 1, 7, 10, 19, 20])
def test_wilson_is_the_known_interval(wins: int) -> None:
    expected = scipy_stats.binomtest(wins, 20).proportion_ci(method="wilson")
    assert wilson(wins, 20) == pytest.approx((expected.low, expected.high))


def test_nothing_and_everything_won_have_open_ends() -> None:
    assert single_games(0, 2).elo().low == -math.inf
    assert single_games(3, 3).elo().high == math.inf
    assert paired_games([1, 0, 0, 0, 0]).elo().low == -math.inf


def test_elo_is_its_own_inverse() -> None:
    assert elo_from_score(0.75) == pytest.approx(190.848502)
    for elo in (-700.0, -3.0, 0.0, 50.0, 400.0):
        assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo)
    assert elo_from_score(1.0) == math.inf and elo_from_score(0.0) == -math.inf


def test_independent_pairs_give_the_interval_of_single_games() -> None:
    # Two independent games with p = 1/2 in each pair: 1, 2, 1 of 4.
    paired = paired_games([1000, 0, 2000, 0, 1000])
    single = single_games(4000, 8000)
    assert paired.value == single.value == 0.5
    assert (paired.low, paired.high) == pytest.approx((single.low, single.high), abs=1e-4)


def test_correlated_pairs_change_the_interval() -> None:
    # Openings that decide the game: each engine wins once in every pair, nothing is uncertain.
    assert paired_games([10, 0, 980, 0, 10]).high < 0.51
    # Pairs always won or lost together carry the information of half as many games.
    double = paired_games([500, 0, 0, 0, 500])
    half = single_games(500, 1000)
    assert (double.low, double.high) == pytest.approx((half.low, half.high), abs=1e-3)
    assert paired_games([0, 0, 0, 0, 20]).low < 0.98
    assert paired_games([0] * 5).low == 0.0 and paired_games([0] * 5).high == 1.0


def test_paired_interval_covers_the_truth() -> None:
    """95 % intervals over simulated matches of 50 pairs cover in 92 to 98 % of 2000 cases."""
    rng = random.Random(5)
    weights, truth = (0.15, 0.1, 0.3, 0.1, 0.35), 0.6
    hits = 0
    for _ in range(2000):
        counts = [0] * 5
        for index in rng.choices(range(5), weights, k=50):
            counts[index] += 1
        found = paired_games(counts)
        hits += found.low <= truth <= found.high
    assert 0.92 < hits / 2000 < 0.98


@pytest.mark.parametrize(
    ("pairs", "value", "half"),
    [
        # Printed by fastchess (brunocodutra/cinder, pull requests 836 and 727) ...
        ([835, 6884, 13116, 7201, 852], 3.52, 2.83),
        ([50, 287, 610, 387, 73], 28.19, 12.84),
        # ... and by a fishtest server (montytest.muzhen.org, 69d3c8dc7c5b3724e29d2712).
        ([13, 37, 50, 25, 3], -63.97, None),
    ],
)
def test_normalized_elo_is_what_others_print(
    pairs: list[int], value: float, half: float | None
) -> None:
    found = normalized_elo(pairs)
    # Half a pseudo-pair is less than 1 % of the smallest sample.
    assert found.value == pytest.approx(value, rel=0.008)
    if half is not None:
        assert (found.high - found.low) / 2 == pytest.approx(half, rel=0.01)


def test_normalized_elo_without_draws_is_elo() -> None:
    """Independent games without draws, 52 % won: the pairs are binomial."""
    pairs = [round(1_000_000 * p) for p in (0.48**2, 0, 2 * 0.48 * 0.52, 0, 0.52**2)]
    assert normalized_elo(pairs).value == pytest.approx(elo_from_score(0.52), rel=0.002)


def test_normalized_interval_covers_the_truth() -> None:
    chances = [0.05, 0.05, 0.2, 0.2, 0.5]  # a large and skewed difference
    truth = normalized_elo([round(1e9 * p) for p in chances]).value
    rng = random.Random(5)
    covered = 0
    for _ in range(1000):
        drawn = rng.choices(range(5), chances, k=150)
        found = normalized_elo([drawn.count(i) for i in range(5)])
        covered += found.low <= truth <= found.high
    assert 930 <= covered <= 970


def test_normalized_elo_of_few_pairs() -> None:
    assert normalized_elo([0] * 5).low == -math.inf
    even = normalized_elo([0, 0, 3, 0, 0])
    assert even.value == pytest.approx(0) and even.low < -200
    won = normalized_elo([0, 0, 0, 0, 4])
    assert won.low < 0 < won.value < 1000


def test_superiority() -> None:
    assert superiority([0] * 5) == 0.5
    assert superiority([10, 0, 30, 0, 10]) == pytest.approx(0.5)
    assert superiority([0, 0, 30, 0, 10]) > 0.99
    one, other = superiority([20, 0, 30, 0, 10]), superiority([10, 0, 30, 0, 20])
    assert one + other == pytest.approx(1.0)


@pytest.mark.parametrize("mean", [0.3, 0.45, 0.5, 0.62, 0.9])
def test_constrained_fit_is_the_numerical_optimum(mean: float) -> None:
    observed = [0.2, 0.05, 0.4, 0.05, 0.3]
    fit = mle_with_mean(observed, PAIR_SCORES, mean)
    assert sum(fit) == pytest.approx(1.0)
    assert sum(p * s for p, s in zip(fit, PAIR_SCORES, strict=True)) == pytest.approx(mean)

    def loss(p: list[float]) -> float:
        return -sum(o * math.log(max(q, 1e-12)) for o, q in zip(observed, p, strict=True))

    best = optimize.minimize(
        loss,
        [0.2] * 5,
        bounds=[(1e-9, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: sum(p) - 1},
            {
                "type": "eq",
                "fun": lambda p: sum(q * s for q, s in zip(p, PAIR_SCORES, strict=True)) - mean,
            },
        ],
        tol=1e-12,
    )
    assert loss(fit) <= best.fun + 1e-6


def test_llr_close_to_its_normal_approximation() -> None:
    bounds = SprtBounds(0, 10)
    pairs = [300, 100, 800, 120, 340]
    total = sum(pairs)
    mean = sum(c * s for c, s in zip(pairs, PAIR_SCORES, strict=True)) / total
    variance = sum(c * (s - mean) ** 2 for c, s in zip(pairs, PAIR_SCORES, strict=True)) / total
    s0, s1 = score_from_elo(0), score_from_elo(10)
    normal = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert pair_llr(pairs, bounds) == pytest.approx(normal, rel=0.01)
    assert pair_llr([0] * 5, bounds) == 0.0
    mirrored = SprtBounds(-10, 0)
    assert pair_llr(pairs[::-1], mirrored) == pytest.approx(-pair_llr(pairs, bounds))


def test_bounds() -> None:
    bounds = SprtBounds(0, 20, 0.05, 0.1)
    assert bounds.upper == pytest.approx(math.log(0.9 / 0.05))
    assert bounds.lower == pytest.approx(math.log(0.1 / 0.95))
    assert acceptance_of_h1(bounds, 0) == pytest.approx(0.05)
    assert acceptance_of_h1(bounds, 20) == pytest.approx(0.9)
    assert 0.3 < acceptance_of_h1(bounds, 10) < 0.6
    assert (bounds.decide(2.9), bounds.decide(-2.3), bounds.decide(0)) == ("H1", "H0", "")
    for wrong in ((20, 0, 0.05, 0.05), (0, 20, 0.5, 0.05), (0, 20, 0.05, 0)):
        with pytest.raises(ValueError, match="SPRT needs"):
            SprtBounds(*wrong)


SHIFT = 0.15  # the opening favours Black by so much


def acceptance_of_h1(bounds: SprtBounds, elo: float) -> float:
    """Return Wald's probability of ending with H1 at a true difference ``elo``.

    It neglects the overshoot at the bounds and takes the LLR as Brownian motion with the drift
    of a test on the expected score. That is good for bounds some tens of Elo apart.
    """
    s0, s1, s = (score_from_elo(e) for e in (bounds.elo0, bounds.elo1, elo))
    h = (s0 + s1 - 2 * s) / (s1 - s0)
    if abs(h) < 1e-9:
        return -bounds.lower / (bounds.upper - bounds.lower)
    return (1 - math.exp(h * bounds.lower)) / (
        math.exp(h * bounds.upper) - math.exp(h * bounds.lower)
    )


def expected_pairs(elo: float, bounds: SprtBounds) -> float:
    """Return Wald's mean length of the test: mean final ratio over mean step, or the squares."""
    s0, s1, p = score_from_elo(bounds.elo0), score_from_elo(bounds.elo1), score_from_elo(elo)
    variance = sum(q * (1 - q) for q in (p + SHIFT, p - SHIFT)) / 4
    step = (s1 - s0) * (2 * p - s0 - s1) / (2 * variance)
    if abs(step) < 1e-3:
        return -bounds.upper * bounds.lower / ((s1 - s0) ** 2 / variance)
    share = acceptance_of_h1(bounds, elo)
    return (share * bounds.upper + (1 - share) * bounds.lower) / step


def simulate(elo: float, bounds: SprtBounds, rng: random.Random) -> tuple[str, int]:
    """Run a test on pairs correlated by their opening; return its decision and length in pairs."""
    p = score_from_elo(elo)
    pairs = [0] * 5
    for count in range(1, 100_000):
        games = (rng.random() < p + SHIFT) + (rng.random() < p - SHIFT)
        pairs[2 * games] += 1
        decision = bounds.decide(pair_llr(pairs, bounds))
        if decision:
            return decision, count
    raise AssertionError("undecided")


@pytest.mark.parametrize("elo", [0.0, 30.0, 60.0])
def test_sprt_error_rates_and_power_match_theory(elo: float) -> None:
    """200 simulated tests: the share of H1 agrees with Wald's formula (3 deviations).

    So does their length, which is a little higher because the last step exceeds the bound.
    """
    bounds = SprtBounds(0, 60)
    rng = random.Random(17 + int(elo))
    found = [simulate(elo, bounds, rng) for _ in range(200)]
    accepted = sum(decision == "H1" for decision, _ in found)
    theory = acceptance_of_h1(bounds, elo)
    # Overshoot makes the errors at the hypotheses a little smaller than nominal.
    spread = 3 * math.sqrt(theory * (1 - theory) / 200)
    assert theory - spread - 0.01 <= accepted / 200 <= theory + spread + 0.01
    length = sum(count for _, count in found) / 200 / expected_pairs(elo, bounds)
    assert 0.9 < length < 1.3
