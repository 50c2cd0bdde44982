"""The pool of worker threads: no worker ends without a word."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.tools.running import runner
from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.running.runner import Completed, LocalPool, PoolWorker, WorkerError

from board_ext.position import Position
from gtpengine.cli import main
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

Dummy = Callable[..., EngineSpec]


@dataclasses.dataclass
class Echo:
    """A task that returns its number, or raises something that is no ``Exception``."""

    number: int

    def run(self, _worker: PoolWorker) -> int:
        if self.number < 0:
            raise SystemExit("on purpose")
        return self.number


@dataclasses.dataclass(frozen=True)
class LongSearch:
    """A task that searches for longer than a test may take."""

    began: threading.Event

    def run(self, worker: PoolWorker) -> None:
        searcher = Searcher(SearchParams(network="none"), threads=1, memory_mb=16)
        searcher.set_position(Position(9))
        self.began.set()
        worker.search(searcher, Limits(seconds=600))


def results(pool: LocalPool, count: int) -> list[Completed]:
    """Wait for ``count`` results; fail after a minute."""
    found: list[Completed] = []
    deadline = time.monotonic() + 60
    while len(found) < count:
        assert time.monotonic() < deadline, "the pool waits for ever"
        found += pool.wait(0.2)
    return found


def test_a_worker_that_cannot_be_pinned_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_cores: object) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(runner, "pin_thread", refuse)
    monkeypatch.setattr(runner, "core_sets", lambda slots, _each, _free: [{0}] * slots)
    pool = LocalPool(2)
    pool.submit(Echo(1))
    with pytest.raises(WorkerError, match="a worker has ended: OSError.*Invalid argument"):
        results(pool, 1)
    pool.close()


def test_a_worker_that_ends_under_a_task_is_told() -> None:
    pool = LocalPool(1)
    pool.submit(Echo(1))
    assert [item.result for item in results(pool, 1)] == [1]
    pool.submit(Echo(-1))
    with pytest.raises(WorkerError, match="on purpose"):
        results(pool, 1)
    assert pool.close() == [Echo(-1)]


def test_a_match_ends_with_a_worker(
    dummy: Dummy,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def trim(_worker: PoolWorker, _keep: int) -> None:
        raise OSError("no more of this")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(PoolWorker, "trim", trim)
    assert main(["match", dummy().command, dummy().command, "--games", "20"]) == 2
    assert "a worker has ended: OSError: no more of this" in capsys.readouterr().err


def test_a_system_without_threads_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    begun: list[threading.Thread] = []

    def limited(thread: threading.Thread) -> None:
        if thread.name.startswith("worker"):
            if len(begun) == 3:
                raise RuntimeError("can't start new thread")
            begun.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", limited)
    with pytest.raises(WorkerError, match="threads for 3 of 8 games.*less --concurrency"):
        LocalPool(8)
    assert not any(thread.is_alive() for thread in begun)


def test_a_search_ends_with_its_pool() -> None:
    pool, task = LocalPool(1), LongSearch(threading.Event())
    pool.submit(task)
    assert task.began.wait(60)
    time.sleep(0.2)
    begun = time.monotonic()
    assert pool.close() == [task]
    assert time.monotonic() - begun < 5
