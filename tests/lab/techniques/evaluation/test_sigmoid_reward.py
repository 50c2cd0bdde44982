"""Sigmoid reward: the first points of a lead count most."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


@pytest.mark.parametrize("k", [0.1, 1.0])
def test_the_formula(k: float) -> None:
    search = SearchProbe(SearchParams(sigmoid_reward=k), Position(9))
    for points in (-20.5, -0.5, 0.5, 3.5):
        wanted = 1 / (1 + math.exp(-k * points))
        assert search.reward((ROOT,), points=points) == pytest.approx(wanted)


def test_a_large_k_is_winning_or_losing() -> None:
    search = SearchProbe(SearchParams(sigmoid_reward=100.0), Position(9))
    assert search.reward((ROOT,), points=0.5) == pytest.approx(1.0)
    assert search.reward((ROOT,), points=-0.5) == pytest.approx(0.0)
