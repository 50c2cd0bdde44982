"""A worker: it asks the dispatcher for parcels, and plays them in the slots of a local pool.

Engines that a run builds from commits are built here, from the files that the run sent, and each
run gets to see what its engines show here before it hands out a game.
"""

from __future__ import annotations

import dataclasses
import pickle
import shlex
import sys
import time
import traceback
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from gtpengine.tools.builds.builds import Archives, Builder
from gtpengine.tools.running.runner import Pool, PoolWorker

from gtpengine.base.text.plain import plain

from .messages import (
    AnyDispatcher,
    EngineProof,
    EngineTrial,
    Machine,
    Parcel,
    Program,
    WorkerAnswer,
    WorkerNews,
)
from .proofs import proof_of

BEAT: Final = 10.0
"""Seconds between two calls to the dispatcher while all slots are busy."""

LOOK: Final = 0.5
"""Seconds between two looks whether to end."""


@dataclasses.dataclass(frozen=True, slots=True)
class ParcelTask:
    """A parcel as a task of the local pool; the result is a pickled outcome for each job."""

    parcel: Parcel
    programs: Mapping[str, str]

    def run(self, worker: PoolWorker) -> tuple[bytes, ...]:
        """Do the jobs in turn."""
        worker.pace, worker.programs = self.parcel.pace, self.programs
        outcomes = []
        for job in self.parcel.jobs:
            try:
                outcome = pickle.loads(job.task).run(worker), ""
            except Exception as error:
                outcome = None, "".join(traceback.format_exception_only(error)).strip()
            outcomes.append(pickle.dumps(outcome))
        return tuple(outcomes)


class RunWorker:
    """The conversation of a worker with the dispatcher. Used from one thread."""

    def __init__(
        self,
        dispatcher: AnyDispatcher,
        machine: Machine,
        pool: Pool,
        builder: Callable[[Archives], Builder],
        stopped: Callable[[], bool],
        say: Callable[[str], None] = lambda text: print(plain(text), file=sys.stderr, flush=True),
    ) -> None:
        """``builder`` makes one that builds from the files that runs send."""
        self._dispatcher, self._machine, self._pool = dispatcher, machine, pool
        self._archives = Archives()
        self._builder = builder(self._archives)
        self._stopped, self._say = stopped, say
        self._token = uuid.uuid4().hex
        self._known = False
        self._holds: set[int] = set()
        self._outcomes: dict[int, tuple[bytes, ...]] = {}
        self._programs: dict[str, dict[str, str]] = {}
        """By run, the programs of this machine in place of the run's."""
        self._trial: tuple[str, Future[tuple[EngineProof, ...]]] | None = None
        self._told: set[str] = set()
        self.played = 0
        """Jobs whose outcomes were returned."""

    def play(self) -> None:
        """Play until ``stopped``.

        :raises ConnectionError: if the dispatcher is gone
        :raises WorkerError: if a slot ends by itself
        """
        with ThreadPoolExecutor(1, "trial") as trials:
            try:
                while not self._stopped():
                    answer = self._call()
                    if answer is not None:
                        self._obey(answer, trials)
                    busy = not self._free()
                    self._wait(BEAT if busy else answer.pause if answer else LOOK)
            finally:
                self._dispatcher_must_not_wait()

    def _dispatcher_must_not_wait(self) -> None:
        """Say that this worker leaves, so that others get its games at once."""
        try:
            self._dispatcher.from_worker(WorkerNews(self._token, leaving=True))
        except (ConnectionError, TimeoutError):
            return  # it will see that this worker is silent

    def _free(self) -> int:
        return self._machine.slots - len(self._holds)

    def _call(self) -> WorkerAnswer | None:
        """Tell the dispatcher what is new; None if it did not hear it, or knows this worker no
        more."""
        proofs = {}
        if self._trial is not None and self._trial[1].done():
            proofs = {self._trial[0]: self._trial[1].result()}
        machine = None if self._known else self._machine
        holds = frozenset(self._holds)
        news = WorkerNews(self._token, machine, self._free(), holds, self._outcomes, proofs)
        try:
            answer = self._dispatcher.from_worker(news)
        except TimeoutError:
            return None
        self._known = answer.known
        if not answer.known:  # it forgot this worker; what is being played is for nothing
            self._outcomes = {}
            return None
        self.played += sum(map(len, self._outcomes.values()))
        self._outcomes = {}
        if proofs:
            self._trial = None
        return answer

    def _obey(self, answer: WorkerAnswer, trials: ThreadPoolExecutor) -> None:
        for note in answer.notes:
            if note not in self._told:
                self._told.add(note)
                self._say(note)
        if answer.trial is not None and self._trial is None:
            self._say(f"{answer.trial.title}: looking at its engines")
            self._trial = answer.trial.run, trials.submit(self._try, answer.trial)
        for parcel in answer.parcels:
            self._holds.add(parcel.lease)
            programs = self._programs.get(parcel.run, {})
            self._pool.submit(ParcelTask(parcel, programs))

    def _wait(self, seconds: float) -> None:
        """Wait for a parcel or a trial to end, for ``seconds`` at the most."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self._stopped():
            for item in self._pool.wait(min(LOOK, left)):
                lease = item.task.parcel.lease
                self._holds.discard(lease)
                jobs = len(item.task.parcel.jobs)
                self._outcomes[lease] = item.result or (pickle.dumps((None, item.error)),) * jobs
            if self._outcomes or (self._trial is not None and self._trial[1].done()):
                return

    def _try(self, trial: EngineTrial) -> tuple[EngineProof, ...]:
        """Build and start the engines of a run, and return what they show."""
        programs = self._programs.setdefault(trial.run, {trial.python: sys.executable})
        return tuple(self._proof(trial, program, programs) for program in trial.programs)

    def _proof(self, trial: EngineTrial, program: Program, programs: dict[str, str]) -> EngineProof:
        commit = program.commit
        if commit is not None:
            try:
                if commit.hash not in self._archives.known:
                    files = self._dispatcher.archive(trial.run, commit.hash)
                    self._archives.known[commit.hash] = files
                theirs = shlex.split(program.spec.command)[0]
                programs[theirs] = str(self._builder.build(commit).program)
            except KeyboardInterrupt:  # the builder asked whether to stop
                return EngineProof(problem="this worker ends")
            except (ValueError, OSError) as error:
                return EngineProof(problem=str(error))
            finally:
                self._archives.known.pop(commit.hash, None)
        try:
            return proof_of(program.spec, programs)
        except Exception as error:
            return EngineProof(problem=f"{program.spec.name}: {error!r}")
