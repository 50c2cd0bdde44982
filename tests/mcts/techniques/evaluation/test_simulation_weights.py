"""Weighted simulations: those of later segments count more often, and short ones once more."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def test_a_simulation_counts_as_often_as_the_number_of_its_segment() -> None:
    search = SearchProbe(SearchParams(simulation_segments=2), Position(9), simulations=10)
    (child,) = search.expand((ROOT,), [21])
    for _ in range(5):
        search.back_up((ROOT, child), (), 1.0)
    assert search.node(child)[:2] == (5, 5.0)
    for _ in range(5):
        search.back_up((ROOT, child), (), 0.0)
    assert search.node(child)[:2] == (15, 5.0)
    assert search.node(ROOT)[:2] == (15, 10.0)


def test_short_simulations_count_once_more() -> None:
    searcher = Searcher(SearchParams(simulation_segments=1), memory_mb=64)
    searcher.set_position(Position(5))
    report = searcher.search(Limits(simulations=1_000))
    # About half of them are shorter than the mean.
    assert report.simulations == 1_000
    assert report.visits == pytest.approx(1_500, abs=200)
    assert sum(move.visits for move in report.moves) == report.visits
