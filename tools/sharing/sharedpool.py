"""The pool of a shared run: its tasks go to the workers of a cluster, by way of the dispatcher."""

from __future__ import annotations

import contextlib
import itertools
import pickle
import sys
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.tools.builds.commits import Commit, Repository
from gtpengine.tools.running.runner import (
    Completed,
    Pool,
    RunEngine,
    Task,
    WorkerError,
    WorkerFacts,
)

from gtpengine.base.text.plain import plain
from gtpengine.cluster.identity import Identity

from .messages import AnyDispatcher, Job, Machine, Offer, Program, RunAnswer, RunNews
from .proofs import proof_of

LOOK: Final = 0.2
"""Seconds between two calls to the dispatcher while nothing comes back."""

GIVEN_UP: Final = "worker after worker was lost with this task"


def group_of(task: Task, number: int) -> int:
    """Return the group of a task: its pair for a game, else a group of its own."""
    pair = getattr(task, "pair", None)
    return pair if isinstance(pair, int) and pair >= 0 else -1 - number


class SharedPool(Pool):
    """Tasks that workers do, not more than ``most`` at a time; 0 for as many as they can.

    ``clock`` and ``sleep`` are replaced by tests with simulated time.
    """

    def __init__(
        self,
        dispatcher: AnyDispatcher,
        title: str,
        priority: int,
        identity: Identity,
        most: int = 0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._dispatcher = dispatcher
        self._offer = Offer(title, priority, identity, sys.executable)
        self._most = most
        self._clock, self._sleep = clock, sleep
        self._numbers = itertools.count()
        self._tasks: dict[int, Any] = {}
        self._new: list[Job] = []
        self._aside: dict[str, str] = {}
        self._workers: dict[str, Machine] = {}
        self._unseen: list[WorkerFacts] = []
        self._told: set[str] = set()
        self._wanted = 2
        self._run = ""

    @property
    def slots(self) -> int:  # type: ignore[override]
        """Tasks that should be under way at present."""
        return max(self._wanted, len(self._tasks))

    @property
    def free(self) -> int:
        return max(0, self._wanted - len(self._tasks))

    def expect(self, engines: Sequence[RunEngine], /) -> None:
        """Measure what the engines show here, which workers' engines must show, too.

        :raises ValueError: if one does not run
        :raises CommitError: if the files of a commit cannot be read
        """
        programs, proofs, archives = [], [], {}
        for engine in engines:
            commit = Commit(engine.commit, engine.spec.name) if engine.commit else None
            proof = proof_of(engine.spec)
            if proof.problem:
                raise ValueError(proof.problem)
            programs.append(Program(engine.spec, commit))
            proofs.append(proof)
            if commit is not None and commit.hash not in archives:
                archives[commit.hash] = Repository(Path.cwd()).archive(commit)
        self._offer = Offer(
            self._offer.title,
            self._offer.priority,
            self._offer.identity,
            self._offer.python,
            tuple(programs),
            tuple(proofs),
            archives,
        )
        self._run = ""  # the dispatcher gets to know it anew

    def submit(self, task: Task) -> None:
        number = next(self._numbers)
        self._tasks[number] = task
        self._new.append(Job(number, group_of(task, number), pickle.dumps(task)))

    def wait(self, timeout: float) -> list[Completed]:
        end = self._clock() + timeout
        while True:
            completed = self._call()
            left = end - self._clock()
            if completed or left <= 0:
                return completed
            self._sleep(min(LOOK, left))

    def put_aside(self, worker: str, reason: str, /) -> None:
        """Take no more results from a worker; others get what it has."""
        self._aside[worker] = reason

    def new_workers(self) -> list[WorkerFacts]:
        """Return the workers that were not there at the last call."""
        found, self._unseen = self._unseen, []
        return found

    def close(self) -> list[Any]:
        lost = list(self._tasks.values())
        self._tasks.clear()
        self._new.clear()
        if self._run:
            # If it fails, the dispatcher is gone, or will see that this run is.
            with contextlib.suppress(ConnectionError, TimeoutError):
                self._dispatcher.from_run(RunNews(self._run, over=True))
            self._run = ""
        return lost

    def _call(self) -> list[Completed]:
        """Tell the dispatcher what is new, and take what came back."""
        offer = None
        if not self._run:
            self._run, offer = uuid.uuid4().hex, self._offer
            self._new = [
                Job(number, group_of(task, number), pickle.dumps(task))
                for number, task in self._tasks.items()
            ]
        jobs, self._new = tuple(self._new), []
        try:
            answer = self._dispatcher.from_run(RunNews(self._run, offer, jobs, dict(self._aside)))
        except TimeoutError:
            self._run = ""
            return []
        except ConnectionError as error:
            raise WorkerError(
                f"the cluster is gone ({error}); the same command continues when it is back"
            ) from error
        if not answer.known:
            self._run = ""
            return []
        self._wanted = min(answer.wanted, self._most or answer.wanted)
        self._note(answer.machines, answer.refused)
        return self._completed(answer)

    def _note(self, machines: Mapping[str, Machine], refused: Mapping[str, str]) -> None:
        for name, machine in machines.items():
            if self._workers.get(name) != machine:
                self._workers[name] = machine
                facts = (machine.cpu, machine.cores, machine.system, machine.speed)
                self._unseen.append(WorkerFacts(name, *facts))
        for name, reason in refused.items():
            text = f"{name} plays no games of this run: {reason}"
            if text not in self._told:
                self._told.add(text)
                print(plain(text), file=sys.stderr)

    def _completed(self, answer: RunAnswer) -> list[Completed]:
        """Return the outcomes, without outcomes of workers that are set aside; these go out
        again."""
        completed = []
        for one in answer.returned:
            task = self._tasks.get(one.number)
            if task is None:
                continue
            if not one.outcome:
                completed.append(Completed(self._tasks.pop(one.number), None, GIVEN_UP))
                continue
            if one.worker not in self._aside:
                try:
                    result, error = pickle.loads(one.outcome)
                    completed.append(Completed(task, result, str(error), one.worker))
                    del self._tasks[one.number]
                    continue
                except Exception as error:  # of any kind: the bytes are another's
                    self.put_aside(one.worker, f"its results cannot be read: {error}")
            self._new.append(Job(one.number, group_of(task, one.number), pickle.dumps(task)))
        return completed
