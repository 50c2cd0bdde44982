"""UCB-V: the variance of the rewards makes the bonus."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B = 21, 22


def search_of(rewards: dict[int, list[float]]) -> tuple[SearchProbe, dict[int, int]]:
    search = SearchProbe(SearchParams(tree_policy="ucb-v", ucb_v_exploration=0.5), Position(9))
    nodes = dict(zip(rewards, search.expand((ROOT,), list(rewards)), strict=True))
    for move, values in rewards.items():
        for value in values:
            search.update(nodes[move], value)
            search.update(ROOT, 1.0 - value)
            search.learn((ROOT, nodes[move]), value=value)
    return search, nodes


def test_the_formula() -> None:
    rewards = [1.0, 0.0, 0.5, 1.0]
    search, nodes = search_of({A: rewards, B: [0.5] * 12})
    mean = sum(rewards) / 4
    variance = sum(value * value for value in rewards) / 4 - mean * mean
    e = 0.5 * math.log(17)
    wanted = mean + math.sqrt(2 * variance * e / 4) + 3 * e / 4
    assert search.score((ROOT,), nodes[A]) == pytest.approx(wanted, abs=1e-4)
    # Rewards that are always the same leave the last term alone.
    assert search.score((ROOT,), nodes[B]) == pytest.approx(0.5 + 3 * e / 12, abs=1e-2)


def test_a_steady_child_is_explored_less() -> None:
    search, nodes = search_of({A: [1.0, 0.0] * 10, B: [0.5] * 20})
    assert search.score((ROOT,), nodes[A]) > search.score((ROOT,), nodes[B]) + 0.1


def test_pac_ucb_has_bounds_that_do_not_widen_with_the_parent() -> None:
    params = SearchParams(tree_policy="ucb-v", ucb_v_confidence=0.1)
    search = SearchProbe(params, Position(9))
    child, _ = search.expand((ROOT,), [21, 22])
    for number in range(20):
        search.update(child, number % 2)
        search.learn((ROOT, child), (), number % 2)
    # Two children: e = ln(2 * 20^2 / 0.1); the variance is a quarter.
    e = math.log(2 * 400 / 0.1)
    expected = 0.5 + math.sqrt(2 * 0.25 * e / 20) + 3 * e / 20
    assert search.score((ROOT,), child) == pytest.approx(expected, abs=1e-3)
    search.update(ROOT, 0.5, times=100_000)
    assert search.score((ROOT,), child) == pytest.approx(expected, abs=1e-3)
