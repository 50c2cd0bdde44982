"""Residuals of workers: known tables, false alarms, and what is found after how many pairs."""

from __future__ import annotations

import random

import pytest
from gtpengine.tools.statistics.residuals import residuals
from scipy.stats import chi2_contingency, hypergeom

HONEST = (0.14, 0.0, 0.47, 0.0, 0.39)
"""Shares of the pair scores when the first engine wins five games in eight."""


def draw(dice: random.Random, pairs: int, shares: tuple[float, ...] = HONEST) -> list[int]:
    counts = [0] * 6
    for place in dice.choices(range(len(shares)), shares, k=pairs):
        counts[place] += 1
    return counts


def test_it_is_the_chi_square_test_of_a_table() -> None:
    own, others = [10, 0, 30, 0, 60, 0], [60, 0, 200, 0, 140, 0]
    wanted = chi2_contingency([[10, 30, 60], [60, 200, 140]], correction=False).pvalue
    found = residuals([{"own": own, "rest": others}])
    assert found["own"] == pytest.approx(2 * wanted)
    assert found["own"] == pytest.approx(found["rest"])


def test_failures_are_an_exact_test() -> None:
    found = residuals([{"own": [0, 0, 20, 0, 0, 4], "rest": [0, 0, 400, 0, 0, 2]}])
    assert found["own"] == pytest.approx(2 * float(hypergeom.sf(3, 426, 6, 24)))


def test_few_pairs_say_nothing() -> None:
    assert residuals([]) == {}
    assert residuals([{"own": [0] * 6}]) == {"own": 1.0}
    assert residuals([{"own": [3, 0, 0, 0, 0, 0], "rest": [0, 0, 0, 0, 3, 0]}])["own"] == 1.0


def test_contests_add_up() -> None:
    one = {"own": [10, 0, 30, 0, 60, 0], "rest": [60, 0, 200, 0, 140, 0]}
    assert residuals([one, one])["own"] < residuals([one])["own"]


def test_equal_workers_are_seldom_suspected() -> None:
    """Of 4,000 residuals of equal workers, one in twenty is below 5 %, as it should be or less."""
    dice = random.Random(3)
    low = 0
    for _ in range(200):
        found = residuals([{f"w{n}": draw(dice, 60) for n in range(20)}])
        low += sum(chance < 0.05 for chance in found.values())
    assert 20 < low < 240


def test_one_that_swaps_results_is_found() -> None:
    dice = random.Random(4)
    found = residuals(
        [{f"w{n}": draw(dice, 100, HONEST if n else HONEST[::-1]) for n in range(20)}]
    )
    assert found["w0"] < 1e-5
    assert min(chance for name, chance in found.items() if name != "w0") > 1e-4
