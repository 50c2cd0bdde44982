"""Tasks on this machine: a pool of worker threads, each pinned to cores of its own.

A task is anything picklable with ``run(worker)``: games, regression positions and tuning trials.
The workers only forward text between engine processes, which inherit their cores, so threads are
enough. ``cluster.py`` offers the same interface over many machines.
"""

from __future__ import annotations

import abc
import contextlib
import dataclasses
import errno
import os
import queue
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from gtpengine.programs.gtp_client import LIMIT_SECONDS, GtpClient
from gtpengine.programs.traffic_log import TrafficLog

from .cores import CoreLease
from .engines import EngineIdentity, EngineSpec, start_engine, with_program
from .machine import pin_thread, usable_cores

#: Commands that a game can do without. An engine that did not answer one is not asked again.
OPTIONAL: Final = ("final_status_list",)


class Stoppable(Protocol):
    """A ``Searcher``, whose search another thread may stop."""

    def search(self, limits: Any, /) -> Any: ...

    def stop(self) -> None: ...


class PoolWorker:
    """One slot, used from one thread. It keeps engines running between tasks."""

    def __init__(self, index: int, log_dir: Path | None = None) -> None:
        self.index = index
        self._clients: dict[tuple[EngineSpec, int], GtpClient] = {}
        self._mute: dict[EngineSpec, frozenset[str]] = {}
        self.programs: Mapping[str, str] = {}
        """Programs of this machine, by the paths that the engines of a shared run have for them."""
        self.pace = 1.0
        """Factor by which clocks of games run longer than they say."""
        self._aborted = False
        self._searcher: Stoppable | None = None
        self._log: TrafficLog | None = None
        if log_dir is not None:
            log_dir.mkdir(parents=True, exist_ok=True)
            self._log = TrafficLog(log_dir / f"worker-{index}-{os.getpid()}.gtp.log")

    def engine(self, spec: EngineSpec, copy: int = 0, limit: float = LIMIT_SECONDS) -> GtpClient:
        """Return a usable process of ``spec``; ``copy`` tells the two sides of self-play apart.

        ``limit`` is the seconds for each reply.

        :raises EngineError: if it cannot be started
        """
        spec = with_program(spec, self.programs)
        client = self._clients.get((spec, copy))
        if client is not None and (spec.restart or not client.usable):
            # Do not let each game wait for the command again.
            if (silent := client.unanswered.partition(" ")[0]) in OPTIONAL:
                self._mute[spec] = self._mute.get(spec, frozenset()) | {silent}
            client.close()
            client = None
        if client is None:
            client = start_engine(spec, self._log, limit)
            client.mute = self._mute.get(spec, frozenset())
            self._clients[spec, copy] = client
        client.limit = limit
        return client

    def trim(self, keep: int) -> None:
        """Stop all but the ``keep`` engines used last."""
        while len(self._clients) > keep:
            self._clients.pop(next(iter(self._clients))).close()

    def search(self, searcher: Stoppable, limits: Any) -> Any:
        """Search as ``searcher`` does, and return its report; ``abort`` ends the search.

        :raises AbortedError: when the task has to end
        """
        self._searcher = searcher
        report = searcher.search(limits)
        if self._aborted:
            raise AbortedError
        return report

    def abort(self) -> None:
        """Kill the engines and stop the search under a running task, which then ends.

        Any thread may call it.
        """
        self._aborted = True
        if self._searcher is not None:
            self._searcher.stop()
        for client in list(self._clients.values()):
            client.kill()

    def close(self) -> None:
        for client in self._clients.values():
            client.close()
        self._clients.clear()
        if self._log is not None:
            self._log.close()
            self._log = None


class Task(Protocol):
    """A unit of work. It must be picklable, and so must its result."""

    def run(self, worker: PoolWorker, /) -> Any: ...


@dataclasses.dataclass(frozen=True, slots=True)
class Completed:
    """A task with its result, or with the text of the error that ended it.

    ``worker`` names the worker of a shared run that did it.
    """

    task: Any
    result: Any
    error: str = ""
    worker: str = ""


class TaskError(RuntimeError):
    """An error of the program or the machine that ended a task. The text says what to do.

    ``command`` is what continues the work.
    """

    def __init__(self, what: str, item: Completed, command: str = "the same command") -> None:
        advice = f"{command} continues; if the error comes again, report both"
        if "MemoryError" in item.error:
            advice = f"run {command} again with less --concurrency, or free some memory"
        elif os.strerror(errno.EMFILE) in item.error:
            advice = f"run {command} again with less --concurrency, or raise ulimit -n"
        elif os.strerror(errno.ENOSPC) in item.error:
            advice = f"free some space and run {command} again"
        super().__init__(f"{what}: {item.error}; {advice}")


class AbortedError(RuntimeError):
    """A task ends without a result, because nobody waits for one."""


class WorkerError(RuntimeError):
    """A slot has ended by itself. The text says why."""


@dataclasses.dataclass(frozen=True, slots=True)
class RunEngine:
    """An engine of a run; ``commit`` is the hash of the commit that it is built from, if any."""

    spec: EngineSpec
    identity: EngineIdentity
    commit: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class WorkerFacts:
    """A worker of a shared run; ``speed`` is in simulations a second."""

    name: str
    cpu: str
    cores: int
    system: str
    speed: float


class Pool(abc.ABC):
    """Runs tasks in ``slots`` places. Used from one thread."""

    slots: int

    @abc.abstractmethod
    def submit(self, task: Task) -> None:
        """Start ``task``. Call it only while ``free`` is positive."""

    @property
    @abc.abstractmethod
    def free(self) -> int:
        """Slots without a task."""

    @abc.abstractmethod
    def wait(self, timeout: float) -> list[Completed]:
        """Return the tasks finished since the last call.

        It waits up to ``timeout`` seconds for the first one.

        :raises WorkerError: if a slot has ended by itself, for its task would never finish
        """

    @abc.abstractmethod
    def close(self) -> list[Any]:
        """Stop everything at once; return the tasks that did not finish."""

    def expect(self, _engines: Sequence[RunEngine], /) -> None:
        """Say which engines the tasks will use, before the first one.

        Workers of other machines must show that theirs are the same; here there are none.
        """
        return

    def put_aside(self, _worker: str, _reason: str, /) -> None:
        """Take no more results from a worker."""
        return

    def new_workers(self) -> list[WorkerFacts]:
        """Return the workers that were not there at the last call."""
        return []


def core_sets(slots: int, cores_each: int, available: Sequence[int]) -> list[set[int] | None]:
    """Return disjoint sets of cores, one for each slot; None for all if there are too few cores."""
    if not cores_each or slots * cores_each > len(available):
        return [None] * slots
    ordered = sorted(available)
    return [set(ordered[i * cores_each : (i + 1) * cores_each]) for i in range(slots)]


def default_slots(cores_each: int) -> int:
    """Return how many disjoint sets of ``cores_each`` cores there are, at least 1."""
    return max(1, len(usable_cores()) // max(1, cores_each))


class LocalPool(Pool):
    """Worker threads of this process."""

    def __init__(self, slots: int, cores_each: int = 1, log_dir: Path | None = None) -> None:
        """Start the threads.

        :raises OSError: if a log cannot be written
        :raises WorkerError: if the system has not enough threads
        """
        self.slots = slots
        self._lease = CoreLease(slots * cores_each)
        self.cores = core_sets(slots, cores_each, sorted(self._lease.cores))
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Completed | BaseException] = queue.SimpleQueue()
        self._pending: dict[int, Task] = {}
        self._workers = [PoolWorker(index, log_dir) for index in range(slots)]
        self._closing = False
        self._failure: BaseException | None = None
        self._threads = [
            threading.Thread(target=self._work, args=(worker,), name=f"worker-{worker.index}")
            for worker in self._workers
        ]
        for started, thread in enumerate(self._threads):
            thread.daemon = True
            try:
                thread.start()
            except RuntimeError as error:
                self._threads = self._threads[:started]
                self.close()
                raise WorkerError(
                    f"the system has threads for {started} of {slots} games ({error}); give less"
                    " --concurrency"
                ) from error

    @property
    def pinned(self) -> bool:
        return self.cores[0] is not None

    @property
    def free(self) -> int:
        return self.slots - len(self._pending)

    def submit(self, task: Task) -> None:
        self._pending[id(task)] = task
        self._tasks.put(task)

    def wait(self, timeout: float) -> list[Completed]:
        finished: list[Completed] = []
        with contextlib.suppress(queue.Empty):
            self._take(self._done.get(timeout=0 if self._failure else timeout), finished)
            while True:
                self._take(self._done.get_nowait(), finished)
        for item in finished:
            self._pending.pop(id(item.task), None)
        if self._failure is not None and not finished:
            why = "".join(traceback.format_exception_only(self._failure)).strip()
            raise WorkerError(
                f"a worker has ended: {why}; the same command continues; if it comes again, change"
                " --cores-per-game or --concurrency, and report it"
            ) from self._failure
        return finished

    def _take(self, item: Completed | BaseException, finished: list[Completed]) -> None:
        if isinstance(item, Completed):
            finished.append(item)
        else:
            self._failure = item

    def close(self) -> list[Any]:
        self._closing = True
        for _ in self._threads:
            self._tasks.put(None)
        if self._pending:
            for worker in self._workers:
                worker.abort()
        for thread in self._threads:
            thread.join(timeout=10.0)
        self._lease.release()
        lost = list(self._pending.values())
        self._pending.clear()
        return lost

    def _work(self, worker: PoolWorker) -> None:
        """Live as a worker's thread. Whatever ends it, ``wait`` reports."""
        try:
            try:
                self._serve(worker)
            finally:
                worker.close()
        except BaseException as error:
            self._done.put(error)

    def _serve(self, worker: PoolWorker) -> None:
        cores = self.cores[worker.index]
        if cores is not None:
            pin_thread(cores)
        while (task := self._tasks.get()) is not None and not self._closing:
            try:
                completed = Completed(task, task.run(worker))
            except Exception as error:
                text = "".join(traceback.format_exception_only(error)).strip()
                completed = Completed(task, None, text)
            if not self._closing:
                self._done.put(completed)
            worker.trim(4)
