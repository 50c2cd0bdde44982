"""The threads of a search: how they begin, share a tree, and end."""

from __future__ import annotations

import random
import threading
import time

import pytest

from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def test_stop_from_another_thread() -> None:
    searcher = Searcher(memory_mb=64)
    searcher.set_position(Position(9))
    timer = threading.Timer(0.2, searcher.stop)
    timer.start()
    start = time.monotonic()
    report = searcher.search(Limits(seconds=60.0))
    assert time.monotonic() - start < 10.0
    assert report.stopped_by == "stop"
    assert report.simulations > 0


def test_a_search_that_was_stopped_before_still_has_an_answer() -> None:
    searcher = Searcher(memory_mb=64)
    searcher.set_position(Position(9))
    searcher.stop()
    report = searcher.search(Limits(seconds=60.0))
    assert report.simulations >= 1
    assert report.seconds < 10.0


class Once:
    """A condition that ends the search at the first look."""

    name = "once"

    def __call__(self, report: SearchReport, limits: Limits) -> bool:
        return limits.seconds is not None and report.simulations >= 0


def test_a_condition_that_ended_a_search_does_not_end_the_next() -> None:
    searcher = Searcher(memory_mb=64)
    searcher.set_position(Position(19))
    assert searcher.search(Limits(seconds=60.0), (Once(),)).stopped_by == "once"
    report = searcher.search(Limits(simulations=500))
    assert (report.simulations, report.stopped_by) == (500, "simulations")


def test_a_condition_that_fails_ends_the_search() -> None:
    def failing(_report: SearchReport, _limits: Limits) -> bool:
        raise ZeroDivisionError

    searcher = Searcher(memory_mb=64, threads=2)
    searcher.set_position(Position(9))
    begin = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        searcher.search(Limits(seconds=60.0), (failing,))  # type: ignore[arg-type]
    assert time.monotonic() - begin < 30.0
    assert searcher.search(Limits(simulations=200)).simulations == 200


def test_threads_that_the_system_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[threading.Thread] = []

    class Refused(threading.Thread):
        def start(self) -> None:
            if len(started) == 2:
                raise RuntimeError("can't start new thread")
            started.append(self)
            super().start()

    searcher = Searcher(memory_mb=64, threads=4)
    searcher.set_position(Position(9))
    with monkeypatch.context() as patched:
        patched.setattr(threading, "Thread", Refused)
        with pytest.raises(RuntimeError, match="new thread"):
            searcher.search(Limits(seconds=60.0))
    assert not any(thread.is_alive() for thread in started)
    searcher.set_position(Position(9))
    assert searcher.search(Limits(simulations=400)).simulations == 400


SWITCHES = {
    "widening_children": 3, "widening_visits": 5.0, "grave_threshold": 20, "criticality": 1.0,
    "leaf_playouts": 3, "expand_visits": 1, "explore_interval": 16, "transpositions": True,
}  # fmt: skip


@pytest.mark.fuzz
@pytest.mark.parametrize(
    "switches",
    [
        pytest.param({}, id="default"),
        pytest.param(SWITCHES, id="switches", marks=pytest.mark.lab),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_threads_on_one_tree_while_it_is_watched(seed: int, switches: dict[str, float]) -> None:
    """Random games with several threads, snapshots all along, a small memory limit, reuse of the
    tree, also after taking moves back."""
    rng = random.Random(seed)
    for threads, size in ((2, 5), (4, 9), (3, 19)):
        params = SearchParams(**switches)
        searcher = Searcher(params, threads, rng.choice((1, 2, 16)), seed)
        position = Position(size, rules=rules_named(rng.choice(("chinese", "tromp-taylor", "aga"))))
        over = threading.Event()

        def watch(searcher: Searcher = searcher, over: threading.Event = over) -> None:
            while not over.wait(0.002):
                searcher.snapshot()

        searcher.set_position(position)
        watcher = threading.Thread(target=watch)
        watcher.start()
        for _ in range(10):
            searcher.set_position(position)
            before = searcher.snapshot().visits
            report = searcher.search(Limits(simulations=rng.randint(1, 300)))
            assert report.visits == before + report.simulations
            position.play(rng.choice(report.moves[:3]).point)
            if rng.random() < 0.3:
                position.undo()
        over.set()
        watcher.join()


@pytest.mark.parametrize("size", [1, 5])
def test_no_virtual_loss_is_left_behind(size: int) -> None:
    searcher = Searcher(SearchParams(virtual_loss=size), threads=4, memory_mb=64)
    searcher.set_position(Position(9))
    most = 0
    over = threading.Event()

    def watch() -> None:
        nonlocal most
        while not over.wait(0.001):
            most = max(most, virtual_losses(searcher))

    watcher = threading.Thread(target=watch)
    watcher.start()
    for _ in range(3):
        searcher.search(Limits(seconds=0.1))
    over.set()
    watcher.join()
    assert most > 0
    assert virtual_losses(searcher) == 0
