"""UCB1-normal: every child gets a share of visits first, then bounds follow the variance."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def probe() -> tuple[SearchProbe, int, int]:
    params = SearchParams(tree_policy="ucb1-normal", ucb1_normal_visits=8.0, bonus_factor=0.5)
    search = SearchProbe(params, Position(9))
    first, second = search.expand((ROOT,), [21, 22])
    for child, values in ((first, (1.0, 0.0)), (second, (0.5,))):
        for number in range(60):
            value = values[number % len(values)]
            search.update(child, value)
            search.update(ROOT, 1.0 - value)
            search.learn((ROOT, child), (), value)
    return search, first, second


def test_the_bonus_follows_the_variance() -> None:
    search, first, second = probe()
    # Half of the rewards are 1 and half 0: the variance, of a sample of 60, is 60/59 of a quarter.
    variance = 0.25 * 60 / 59
    bonus = 0.5 * math.sqrt(16 * variance * math.log(120) / 60)
    assert search.score((ROOT,), first) == pytest.approx(0.5 + bonus, abs=1e-3)
    # Rewards that are all alike leave nothing open.
    assert search.score((ROOT,), second) == pytest.approx(0.5, abs=0.02)


def test_children_with_too_few_visits_come_first_the_fewest_ahead() -> None:
    search, first, _ = probe()
    few, fewer = search.expand((ROOT,), [23, 24])
    search.update(few, 0.0, times=10)
    search.update(fewer, 0.0, times=9)
    assert search.score((ROOT,), fewer) > search.score((ROOT,), few) > 2.0
    assert search.score((ROOT,), first) < 2.0


def test_virtual_visits_are_no_part_of_the_share() -> None:
    search, _, _ = probe()
    likely, unlikely = search.expand((ROOT,), [23, 24], [0.9, 0.1])
    search.update(likely, 0.5, times=5)
    search.update(unlikely, 0.5, times=6)
    assert search.score((ROOT,), likely) > search.score((ROOT,), unlikely) > 2.0


def test_a_child_comes_first_below_its_share_of_the_logarithm() -> None:
    search, _, _ = probe()
    # 8 * ln(120) is 38.3.
    below, above = search.expand((ROOT,), [23, 24])
    search.update(below, 0.0, times=38)
    search.update(above, 0.0, times=39)
    assert search.score((ROOT,), below) > 2.0 > search.score((ROOT,), above)
