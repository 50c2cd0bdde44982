"""A team at a leaf: every playout is played once, and it does not matter by whom."""

from __future__ import annotations

import threading
import time

import pytest

from board_ext.position import Position
from gtpengine.lab.parallel.leaf_searcher import LeafSearcher
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


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
    assert searcher.virtual_losses() == 0
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


def test_bounds_and_sure_results_are_found_as_alone() -> None:
    diagram = """
        . X . O .
        X X . O O
        . X . O .
        X X . O O
        . X . O .
    """
    reports = []
    for threads in (1, 3):
        params = SearchParams(leaf_playouts=3)
        searcher = LeafSearcher(params, threads=threads, memory_mb=64, seed=1)
        searcher.set_position(Position.from_diagram(diagram, komi=0.5))
        reports.append(searcher.search(Limits(simulations=3000)))
    best = reports[0].moves[0]
    assert best.proven is True
    assert [(m.point, m.proven) for m in reports[1].moves[:1]] == [(best.point, True)]


def test_one_playout_a_leaf_leaves_the_others_nothing_to_do() -> None:
    report = team(3, leaf_playouts=1).search(Limits(simulations=500))
    alone = Searcher(SearchParams(leaf_playouts=1), memory_mb=64, seed=3)
    alone.set_position(Position(7))
    assert found(report) == found(alone.search(Limits(simulations=500)))


def test_it_ends_by_time_by_a_stop_and_by_a_condition() -> None:
    searcher = team(3)
    assert searcher.search(Limits(seconds=0.2)).stopped_by == "time"
    timer = threading.Timer(0.2, searcher.stop)
    timer.start()
    begin = time.monotonic()
    assert searcher.search(Limits(seconds=60.0)).stopped_by == "stop"
    assert time.monotonic() - begin < 20.0

    class Once:
        name = "once"

        def __call__(self, report: SearchReport, limits: Limits) -> bool:  # noqa: ARG002
            return True

    searcher.set_position(Position(7))
    assert searcher.search(Limits(seconds=60.0), (Once(),)).stopped_by == "once"
    assert searcher.virtual_losses() == 0
