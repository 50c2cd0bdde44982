"""A searcher with a team at each leaf: how its searches end, and what they prove."""

from __future__ import annotations

import threading
import time

from board_ext.position import Position
from gtpengine.lab.parallel.leaf_searcher import LeafSearcher
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from tests.lab.parallel.test_leaf_team import found, team


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
    assert virtual_losses(searcher) == 0
