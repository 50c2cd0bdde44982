"""Locks change who waits, not what is searched."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams, TreeLock
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def search(lock: str, threads: int) -> SearchReport:
    searcher = Searcher(SearchParams(tree_lock=TreeLock(lock)), threads=threads, memory_mb=64)
    searcher.set_position(Position(5))
    return searcher.search(Limits(simulations=1_000))


@pytest.mark.parametrize("lock", ["global", "local"])
def test_one_thread_searches_the_same_tree(lock: str) -> None:
    assert search(lock, 1).moves == search("off", 1).moves


@pytest.mark.parametrize("lock", ["global", "local"])
def test_no_simulation_is_lost_and_nobody_waits_for_ever(lock: str) -> None:
    report = search(lock, 3)
    assert report.simulations == report.visits == 1_000
    assert sum(move.visits for move in report.moves) == 1_000
