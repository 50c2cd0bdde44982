"""A team at a leaf: every playout is played once, and it does not matter by whom."""

from __future__ import annotations

import threading

import pytest

from board_ext.position import Position
from gtpengine.lab.parallel.leaf_searcher import LeafSearcher
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits


def team(threads: int, size: int = 7, **params: int) -> LeafSearcher:
    searcher = LeafSearcher(SearchParams(**params), threads=threads, memory_mb=64, seed=3)
    searcher.set_position(Position(size))
    return searcher


def found(report: SearchReport) -> list[tuple[object, ...]]:
    return [
        (m.point, m.visits, m.value, m.rave_visits, m.rave_value, m.score) for m in report.moves
    ]


@pytest.mark.parametrize("threads", [2, 5])
def test_each_leaf_gets_a_playout_for_each_thread(threads: int) -> None:
    searcher = team(threads)
    report = searcher.search(Limits(simulations=200 * threads))
    assert report.simulations == report.visits == 200 * threads
    assert {move.visits % threads for move in report.moves} == {0}
    assert sum(move.visits for move in report.moves) == report.visits
    assert virtual_losses(searcher) == 0
    # The next search goes on with the same tree, and the limit need not be a multiple.
    report = searcher.search(Limits(simulations=7 * threads + 1))
    assert (report.simulations, report.visits) == (7 * threads + 1, 207 * threads + 1)


def test_what_is_found_does_not_depend_on_who_plays_what() -> None:
    searches = [team(n, leaf_playouts=4).search(Limits(simulations=2002)) for n in (1, 2, 2, 4, 7)]
    assert searches[0].simulations == 2002
    for report in searches[1:]:
        assert found(report) == found(searches[0])
        assert report.ownership.tolist() == searches[0].ownership.tolist()
        assert report.mean_length == searches[0].mean_length


def test_the_playouts_of_a_leaf_are_different_ones() -> None:
    # Owners of a single leaf: those of one playout would be 1 or -1 everywhere.
    report = team(2, size=9, leaf_playouts=16).search(Limits(simulations=16))
    assert report.simulations == 16
    assert any(0.0 < abs(owner) < 1.0 for owner in report.ownership.flat)


def test_each_playout_is_taken_once_where_more_threads_wait_than_playouts_are_open() -> None:
    searcher = team(6, leaf_playouts=2)
    report = searcher.search(Limits(simulations=1000))
    assert report.simulations == report.visits == 1000
    assert {move.visits % 2 for move in report.moves} == {0}
    assert virtual_losses(searcher) == 0
    assert found(report) == found(team(1, leaf_playouts=2).search(Limits(simulations=1000)))


def test_playouts_of_a_later_search_have_numbers_of_their_own() -> None:
    """A search in two parts finds what it finds in one, also with a team; the root is not new."""
    whole = team(1, leaf_playouts=4).search(Limits(simulations=1200))
    for threads in (1, 3):
        parts = team(threads, leaf_playouts=4)
        first = parts.search(Limits(simulations=400))
        assert found(parts.search(Limits(simulations=800))) == found(whole) != found(first)


def test_a_stop_lets_those_go_who_wait_for_a_playout() -> None:
    """Four threads or more have nothing to take: a leaf has two playouts."""
    searcher = team(6, size=19, leaf_playouts=2)
    timer = threading.Timer(0.1, searcher.stop)
    timer.start()
    stopped = searcher.search(Limits(seconds=60.0))
    timer.join()
    assert stopped.stopped_by == "stop"
    assert virtual_losses(searcher) == 0
    searcher.set_position(Position(19))
    assert searcher.search(Limits(simulations=100)).simulations == 100
