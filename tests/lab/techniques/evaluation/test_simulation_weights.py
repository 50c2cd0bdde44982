"""Weighted simulations: those of later segments count more often, and short ones once more."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import PlayoutPolicy, SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.mcts.views.playout_view import playout_from


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
    # Random games of 3x3: more than seven of ten are shorter than the mean, few are much longer.
    position = Position(3)
    params = SearchParams(tree_depth=1, playout_policy=PlayoutPolicy.UNIFORM)
    lengths = [len(playout_from(position, params, seed)[0]) for seed in range(2_000)]
    mean = sum(lengths) / 2_000
    short = sum(length < mean for length in lengths) / 2_000
    assert short > 0.7
    weighted = SearchParams(
        simulation_segments=1, tree_depth=1, playout_policy=PlayoutPolicy.UNIFORM
    )
    searcher = Searcher(weighted, memory_mb=64)
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=2_000))
    assert report.simulations == 2_000
    assert report.visits == pytest.approx((1 + short) * 2_000, rel=0.04)
    assert sum(move.visits for move in report.moves) == report.visits
