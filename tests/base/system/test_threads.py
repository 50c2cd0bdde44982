"""A thread whose start fails half-way does nothing, whoever began it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from board_ext.position import Position
from gtpengine.base.system import threads
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.session.analysis import RunningSearch
from gtpengine.session.pondering import Pondering


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[threading.Thread]]:
    """The threads that have begun; the second to begin does so, but its start fails."""
    found: list[threading.Thread] = []
    real = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        real(thread)
        found.append(thread)
        if len(found) == FAILING:
            raise RuntimeError("can't allocate lock")

    monkeypatch.setattr(threading.Thread, "start", start)
    yield found
    assert found
    for thread in found:
        thread.join(20)
        assert not thread.is_alive(), thread.name


FAILING = 2
ENDLESS = Limits(simulations=10**9)


def test_no_task_runs_where_one_has_no_thread(begun: list[threading.Thread]) -> None:
    ran = threading.Event()
    with pytest.raises(RuntimeError):
        threads.begin(ran.set, ran.set, name="test")
    for thread in begun:
        thread.join(20)
    assert not ran.is_set()


@pytest.mark.usefixtures("begun")
def test_a_search_without_all_its_threads_leaves_none_behind() -> None:
    searcher = Searcher(SearchParams(), threads=2, memory_mb=16)
    searcher.set_position(Position(9))
    with pytest.raises(RuntimeError):
        searcher.search(ENDLESS)


@pytest.mark.usefixtures("begun")
def test_nor_do_pondering_and_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.base.system.test_threads.FAILING", 1)
    never = threading.Event()
    with pytest.raises(RuntimeError):
        Pondering(never.set).begin(never.wait)
    searcher = Searcher(SearchParams(), threads=1, memory_mb=16)
    searcher.set_position(Position(9))
    monkeypatch.setattr("tests.base.system.test_threads.FAILING", 2)
    with pytest.raises(RuntimeError), RunningSearch(searcher, ENDLESS):
        pass


def test_who_ends_a_thread_waits_for_it_without_memory() -> None:
    go, failures = threading.Event(), [MemoryError("injected"), MemoryError("injected")]

    def stop() -> None:
        if failures:
            raise failures.pop()
        go.set()

    (thread,) = threads.begin(go.wait, name="test")
    threads.end(thread, stop)
    assert not thread.is_alive()
