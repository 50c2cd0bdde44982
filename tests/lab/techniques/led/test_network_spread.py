"""The reach follows the standard deviation of the values below a node."""

from __future__ import annotations

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A = 21


def test_where_values_differ_more_the_reach_is_longer() -> None:
    share = 0.85
    probe = SearchProbe(SearchParams(network_spread=share), Position(9), by_network=True)
    (child,) = probe.expand((ROOT,), [A])
    worths = [0.9, 0.1, 0.8, 0.3]
    for worth in worths:
        probe.back_up((ROOT, child), value=worth)
    mean = sum(worths) / 4
    # Two visits with the usual deviation of 0.2 come on top.
    deviation = math.sqrt((2 * 0.2**2 + sum((w - mean) ** 2 for w in worths)) / 6)
    for path in ((ROOT,), (ROOT, child)):
        found = probe.reach(path, 2.0)
        assert found == pytest.approx(2.0 * (1 + share * (deviation / 0.2 - 1)), rel=1e-3)
    assert deviation > 0.2


def test_a_node_that_nobody_has_visited_keeps_its_reach() -> None:
    probe = SearchProbe(SearchParams(network_spread=0.85), Position(9), by_network=True)
    assert probe.reach((ROOT,), 2.0) == 2.0


def test_where_all_simulations_say_the_same_it_is_shorter() -> None:
    probe = SearchProbe(SearchParams(network_spread=1.0), Position(9), by_network=True)
    for _ in range(198):
        probe.back_up((ROOT,), value=0.5)
    assert probe.reach((ROOT,), 1.0) == pytest.approx(math.sqrt(2 / 200), abs=2e-3)
