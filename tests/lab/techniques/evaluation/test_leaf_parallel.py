"""Leaf parallelization: playouts come in groups, one group to a leaf."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def search(playouts: int, simulations: int, threads: int = 1) -> SearchReport:
    params = SearchParams(leaf_playouts=playouts, network="none")
    searcher = Searcher(params, threads=threads, memory_mb=64)
    searcher.set_position(Position(9))
    return searcher.search(Limits(simulations=simulations))


@pytest.mark.parametrize("threads", [1, 3])
def test_all_playouts_of_a_leaf_count_for_each_node_of_the_way(threads: int) -> None:
    report = search(7, 700, threads)
    assert report.visits == 700
    assert {move.visits % 7 for move in report.moves} == {0}


def test_the_last_leaf_has_what_is_left_of_the_limit() -> None:
    report = search(7, 1000)
    assert report.simulations == report.visits == 1000
    assert sorted({move.visits % 7 for move in report.moves}) == [0, 1000 % 7]


def test_one_playout_a_leaf_is_the_search_without() -> None:
    assert search(0, 500).moves == search(1, 500).moves
