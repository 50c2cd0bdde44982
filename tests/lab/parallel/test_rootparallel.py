"""Root parallelization: reports added up, limits divided, searches ended together."""

import threading

import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.config.options import EngineOptions
from gtpengine.lab.parallel.rootparallel import RootParallel, merged
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.session.engine import Engine
from tests.base.system.test_threads import ENDLESS
from tests.base.system.test_threads import begun as begun


def make(threads: int, memory_mb: int, seed: int) -> Searcher:
    return Searcher(SearchParams(), threads, memory_mb, seed)


def test_visits_and_means_add_up() -> None:
    single = [Searcher(seed=seed, memory_mb=32) for seed in (5, 6)]
    for searcher in single:
        searcher.set_position(Position(7))
    reports = [searcher.search(Limits(simulations=300)) for searcher in single]
    total = merged(reports)
    assert total.visits == total.simulations == 600
    assert sum(move.visits for move in total.moves) == 600
    assert total.value == pytest.approx((reports[0].value + reports[1].value) / 2)
    for move in total.moves:
        parts = [report.stats_of(move.point) for report in reports]
        assert move.visits == sum(part.visits for part in parts if part is not None)
    assert total.moves[0].point == total.pv[0]
    assert total.ownership == pytest.approx((reports[0].ownership + reports[1].ownership) / 2)
    critical = (reports[0].criticality + reports[1].criticality) / 2
    assert total.criticality == pytest.approx(critical, abs=1e-6)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_limit_is_divided(threads: int) -> None:
    search = RootParallel(make, threads, 64, 1)
    search.set_position(Position(7))
    report = search.search(Limits(simulations=500))
    assert report.simulations == 500
    assert report.stopped_by == "simulations"


def test_the_memory_limit_holds_with_more_threads_than_megabytes() -> None:
    given: list[int] = []

    def noting(threads: int, memory_mb: int, seed: int) -> Searcher:
        given.append(memory_mb)
        return make(threads, memory_mb, seed)

    search = RootParallel(noting, 40, 16, 1)
    assert sum(given) == 16
    search.set_position(Position(5))
    assert search.search(Limits(simulations=200)).simulations == 200


def test_trees_differ_and_repeat() -> None:
    reports = []
    for _ in range(2):
        search = RootParallel(make, 2, 64, 9)
        search.set_position(Position(7))
        reports.append(search.search(Limits(simulations=400)))
    assert [m.visits for m in reports[0].moves] == [m.visits for m in reports[1].moves]
    one = Searcher(seed=9, memory_mb=32)
    one.set_position(Position(7))
    alone = one.search(Limits(simulations=400))
    assert [m.visits for m in alone.moves] != [m.visits for m in reports[0].moves]


class Once:
    name = "once"

    def __call__(self, report: SearchReport, limits: Limits) -> bool:  # noqa: ARG002
        return report.simulations > 0


def test_a_condition_ends_all_but_not_the_next_search() -> None:
    search = RootParallel(make, 3, 64, 1)
    search.set_position(Position(9))
    report = search.search(Limits(seconds=600.0), (Once(),))
    assert report.stopped_by == "once" and report.seconds < 100
    assert search.search(Limits(simulations=300)).simulations == 300


def test_a_stop_ends_all() -> None:
    search = RootParallel(make, 2, 64, 1)
    search.set_position(Position(9))
    timer = threading.Timer(0.3, search.stop)
    timer.start()
    report = search.search(Limits(seconds=600.0))
    timer.join()
    assert report.stopped_by == "stop" and report.seconds < 100


def test_the_engine_plays_with_it() -> None:
    options = EngineOptions()
    options.assign("parallel", "root")
    options.assign("threads", 2)
    options.assign("simulations", 100)
    options.assign("book", "off")
    engine = Engine(options)
    engine.new_game(7)
    engine.genmove(BLACK)
    assert isinstance(engine.searching.searcher, RootParallel)
    assert engine.last_search is not None and engine.last_search.simulations == 100
    engine.set_parameter("parallel", "tree")
    engine.genmove(BLACK)
    assert isinstance(engine.searching.searcher, Searcher)
    engine.set_parameter("threads", "3")
    engine.set_parameter("parallel", "root")
    engine.set_parameter("memory", "64")
    engine.set_parameter("seed", "3")
    engine.genmove(BLACK)
    assert engine.last_search.simulations == 100


@pytest.mark.usefixtures("begun")
def test_a_search_without_all_its_threads_leaves_none_behind() -> None:
    def make(number: int, memory_mb: int, seed: int) -> Searcher:
        return Searcher(SearchParams(), number, memory_mb, seed)

    searcher = RootParallel(make, 3, 48, 1)
    searcher.set_position(Position(9))
    with pytest.raises(RuntimeError):
        searcher.search(ENDLESS)
