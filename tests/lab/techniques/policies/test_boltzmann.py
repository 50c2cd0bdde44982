"""Boltzmann selection: children are drawn by exp(score / temperature)."""

import math
from collections import Counter

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

MEANS = (0.5, 0.7, 0.2)


@pytest.mark.parametrize("temperature", [0.1, 0.5])
def test_the_shares_are_those_of_the_distribution(temperature: float) -> None:
    params = SearchParams(boltzmann_temperature=temperature, rave_equivalence=0.0)
    search = SearchProbe(params, Position(9))
    children = search.expand((ROOT,), [21, 22, 23])
    for child, mean in zip(children, MEANS, strict=True):
        search.update(child, mean, times=100)
    counts = Counter(search.select((ROOT,), seed) for seed in range(20_000))
    weights = [math.exp(mean / temperature) for mean in MEANS]
    for child, weight in zip(children, weights, strict=True):
        assert counts[child] / 20_000 == pytest.approx(weight / sum(weights), abs=0.015)


def test_a_low_temperature_takes_the_best() -> None:
    params = SearchParams(boltzmann_temperature=0.001, rave_equivalence=0.0)
    search = SearchProbe(params, Position(9))
    children = search.expand((ROOT,), [21, 22])
    search.update(children[0], 0.4, times=10)
    search.update(children[1], 0.6, times=10)
    assert {search.select((ROOT,), seed) for seed in range(500)} == {children[1]}
