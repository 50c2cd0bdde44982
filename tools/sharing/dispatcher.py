"""Who plays what: runs with their priorities, workers, and the jobs that are handed out.

A pure state machine: it is told what runs and workers say, and the time, in seconds of any clock.
It knows nothing of games: jobs and outcomes are bytes, and whether an outcome can be right is
judged by the run, which alone writes its store. So nothing here has to survive.

Ray schedules the games of one run by itself (``running/cluster.py``). Of several runs Ray knows no
priorities, no pairs of games for one machine, no proof of the right engines before the first game,
and no worker that is set aside. These are decided here.
"""

from __future__ import annotations

import collections
import dataclasses
import itertools
import random
from typing import Final

from . import speed
from .messages import (
    EngineProof,
    EngineTrial,
    Job,
    Machine,
    Offer,
    Parcel,
    Returned,
    RunAnswer,
    RunNews,
    WorkerAnswer,
    WorkerNews,
)

WORKER_SECONDS: Final = 60.0
"""A worker that is silent for so long is gone, and others get its jobs."""

RUN_SECONDS: Final = 120.0
"""A run that is silent for so long is gone."""

PATIENCE: Final = 5.0
"""A parcel that takes five times as long as the longest of its run goes to another worker."""

LEAST_PATIENCE: Final = 900.0
FIRST_PATIENCE: Final = 6 * 3600.0
"""Seconds for a parcel at the least, and while none of its run has come back."""

MOST_LOSSES: Final = 20
"""A job that 20 workers lost is given up: the job may be what ends them."""

MOST_LOST: Final = 5
"""A worker that lost five parcels, and returned none in between, is set aside."""

AHEAD: Final = 4
"""Jobs that a run should have under way for each slot of the workers."""

LEAST_PAUSE: Final = 0.2
CALLS_A_SECOND: Final = 200.0
"""Workers without jobs ask again after some fifth of a second; when they are many, so seldom that
they all together do not ask more often than this."""

SWEEP_SECONDS: Final = 1.0
"""Between two looks for who is gone."""


@dataclasses.dataclass(slots=True)
class _Lease:
    """A parcel that a worker has."""

    run: _Run
    worker: _Worker
    jobs: tuple[Job, ...]
    begun: float


@dataclasses.dataclass(slots=True)
class _Worker:
    machine: Machine
    name: str
    seen: float
    leases: dict[int, _Lease] = dataclasses.field(default_factory=dict)
    asked: str = ""
    """The run whose trial it is busy with."""
    lost: int = 0
    """Parcels that it lost since it returned one."""


@dataclasses.dataclass(slots=True)
class _Run:
    name: str
    offer: Offer
    seen: float
    queue: collections.deque[Job] = dataclasses.field(default_factory=collections.deque)
    returned: list[Returned] = dataclasses.field(default_factory=list)
    aside: dict[str, str] = dataclasses.field(default_factory=dict)
    fitness: dict[str, str] = dataclasses.field(default_factory=dict)
    """By token of a worker, why it may not play; empty if it may."""
    lost_by: dict[int, set[str]] = dataclasses.field(default_factory=dict)
    """By number of a job, the workers that lost it."""
    under_way: int = 0
    """Parcels that workers have."""
    longest: float = 0.0
    """Seconds of the parcel that took longest."""
    machines: dict[str, Machine] = dataclasses.field(default_factory=dict)
    refused: dict[str, str] = dataclasses.field(default_factory=dict)
    """What its next answer tells of workers, by name."""

    def judge(self, token: str, worker: _Worker, reason: str) -> None:
        """Let a worker play; with a reason, let it not."""
        self.fitness[token] = reason
        if reason:
            self.refused[worker.name] = reason
        else:
            self.machines[worker.name] = worker.machine

    def take_news(self) -> tuple[dict[str, Machine], dict[str, str]]:
        """Return what there is to tell of workers, once."""
        news = self.machines, self.refused
        self.machines, self.refused = {}, {}
        return news

    def patience(self) -> float:
        if not self.longest:
            return FIRST_PATIENCE
        return max(LEAST_PATIENCE, PATIENCE * self.longest)


class Dispatcher:
    """The state of the dispatcher."""

    def __init__(self) -> None:
        self._runs: dict[str, _Run] = {}
        self._workers: dict[str, _Worker] = {}
        self._leases: dict[int, _Lease] = {}
        # Leases of an earlier dispatcher must not be taken for ours.
        self._numbers = itertools.count(random.getrandbits(48))
        self._swept = float("-inf")

    def from_run(self, news: RunNews, now: float) -> RunAnswer:
        """Take new jobs of a run, and give what came back; see ``RunNews``."""
        self._sweep(now)
        run = self._runs.get(news.run)
        if news.over:
            if run is not None:
                self._end(run)
            return RunAnswer(known=True)
        if run is None:
            if news.offer is None:
                return RunAnswer(known=False)
            run = self._runs[news.run] = _Run(news.run, news.offer, now)
        run.seen = now
        run.queue.extend(news.jobs)
        for name in news.aside.keys() - run.aside.keys():
            self._put_aside(run, name, news.aside[name])
        returned, run.returned = tuple(run.returned), []
        slots = sum(worker.machine.slots for worker in self._workers.values())
        return RunAnswer(
            True,
            returned,
            max(AHEAD, AHEAD * slots),
            *run.take_news(),
        )

    def from_worker(self, news: WorkerNews, now: float) -> WorkerAnswer:
        """Take what a worker returns, and give it what to do next; see ``WorkerNews``."""
        self._sweep(now)
        worker = self._workers.get(news.token)
        if worker is None:
            if news.machine is None or news.leaving:
                return WorkerAnswer(known=False)
            worker = _Worker(news.machine, self._name(news.machine.name), now)
            self._workers[news.token] = worker
        worker.seen = now
        for lease, outcomes in news.outcomes.items():
            self._take_back(worker, lease, outcomes, now)
        for lease in worker.leases.keys() - news.holds:  # of an answer that was lost
            self._lose(lease)
        for name, proofs in news.proofs.items():
            self._judge(news.token, worker, name, proofs)
        if news.leaving:
            self._forget(news.token)
            return WorkerAnswer(known=True)
        trial = self._trial(news.token, worker)
        parcels = self._parcels(news.token, worker, news.free, now)
        pause = LEAST_PAUSE + len(self._workers) / CALLS_A_SECOND
        return WorkerAnswer(True, parcels, trial, pause, self._notes(news.token, worker))

    def archive(self, run: str, commit: str) -> bytes:
        """Return the files of a commit of a run; empty if there are none."""
        found = self._runs.get(run)
        return b"" if found is None else found.offer.archives.get(commit, b"")

    # Workers

    def _name(self, wanted: str) -> str:
        taken = {worker.name for worker in self._workers.values()}
        numbers = itertools.count(2)
        name = wanted
        while name in taken:
            name = f"{wanted}#{next(numbers)}"
        return name

    def _trial(self, token: str, worker: _Worker) -> EngineTrial | None:
        """Look at the runs that have not judged a worker; return the next one that asks it."""
        for run in self._by_need():
            if token in run.fitness or not run.queue:
                continue
            different = worker.machine.identity.difference(run.offer.identity)
            pace = speed.pace(worker.machine.speed)
            if not different and not 1 / speed.FARTHEST <= pace <= speed.FARTHEST:
                different = (
                    f"it makes {worker.machine.speed:.0f} simulations a second, too far from the"
                    f" {speed.REFERENCE:.0f} for which clocks are meant"
                )
            if different or not run.offer.programs:
                run.judge(token, worker, different)
            elif worker.asked not in self._runs:
                worker.asked = run.name
                return EngineTrial(run.name, run.offer.title, run.offer.python, run.offer.programs)
        return None

    def _judge(
        self, token: str, worker: _Worker, name: str, proofs: tuple[EngineProof, ...]
    ) -> None:
        """Compare the engines of a worker with the engines of a run that asked for them."""
        if worker.asked != name:
            return
        worker.asked = ""
        run = self._runs.get(name)
        if run is None:
            return
        wanted = run.offer.proofs
        if len(proofs) != len(wanted):
            run.judge(token, worker, f"it shows {len(proofs)} engines of {len(wanted)}")
            return
        named = zip(run.offer.programs, proofs, wanted, strict=True)
        found = [(program.spec.name, proof.difference(want)) for program, proof, want in named]
        reason = "; ".join(f"{engine}: {text}" for engine, text in found if text)
        run.judge(token, worker, reason)

    def _notes(self, token: str, worker: _Worker) -> tuple[str, ...]:
        notes = []
        for run in self._runs.values():
            if reason := run.aside.get(worker.name):
                notes.append(f"{run.offer.title} has set this machine aside: {reason}")
            elif reason := run.fitness.get(token, ""):
                notes.append(f"no games of {run.offer.title}: {reason}")
        return tuple(notes)

    # Jobs

    def _by_need(self) -> list[_Run]:
        """Return the runs, first the one with the fewest parcels for its priority."""
        return sorted(self._runs.values(), key=lambda run: run.under_way / run.offer.priority)

    def _parcels(self, token: str, worker: _Worker, free: int, now: float) -> tuple[Parcel, ...]:
        """Hand out up to ``free`` parcels, but no more than the worker has slots."""
        parcels = []
        room = min(free, worker.machine.slots - len(worker.leases))
        for _ in range(room):
            ready = [
                run
                for run in self._runs.values()
                if run.queue and run.fitness.get(token) == "" and worker.name not in run.aside
            ]
            if not ready:
                break
            run = min(ready, key=lambda run: run.under_way / run.offer.priority)
            jobs = [run.queue.popleft()]
            while run.queue and run.queue[0].group == jobs[0].group:
                jobs.append(run.queue.popleft())
            number = next(self._numbers)
            lease = _Lease(run, worker, tuple(jobs), now)
            self._leases[number] = worker.leases[number] = lease
            run.under_way += 1
            parcels.append(Parcel(number, run.name, lease.jobs, speed.pace(worker.machine.speed)))
        return tuple(parcels)

    def _take_back(
        self, worker: _Worker, number: int, outcomes: tuple[bytes, ...], now: float
    ) -> None:
        """Take the outcomes of a parcel from the worker that has it; else they count nothing."""
        lease = worker.leases.get(number)
        if lease is None:
            return
        run = lease.run
        if len(outcomes) != len(lease.jobs):
            self._lose(number)
            self._put_aside(run, worker.name, "it returned games that it was not given")
            return
        self._drop(number)
        worker.lost = 0
        run.longest = max(run.longest, now - lease.begun)
        for job, outcome in zip(lease.jobs, outcomes, strict=True):
            run.returned.append(Returned(job.number, worker.name, outcome))

    def _drop(self, number: int) -> _Lease:
        lease = self._leases.pop(number)
        del lease.worker.leases[number]
        lease.run.under_way -= 1
        return lease

    def _lose(self, number: int) -> None:
        """Let others have the jobs of a parcel, or give them up."""
        lease = self._drop(number)
        run = lease.run
        worker = lease.worker
        for job in reversed(lease.jobs):
            losers = run.lost_by.setdefault(job.number, set())
            losers.add(worker.name)
            if len(losers) < MOST_LOSSES:
                run.queue.appendleft(job)
            else:
                run.returned.append(Returned(job.number, worker.name, b""))
        worker.lost += 1
        if worker.lost >= MOST_LOST and worker.name not in run.aside:
            self._put_aside(run, worker.name, f"it lost {worker.lost} parcels in a row")

    def _put_aside(self, run: _Run, name: str, reason: str) -> None:
        run.aside[name] = run.refused[name] = reason
        for number, lease in list(self._leases.items()):
            if lease.run is run and lease.worker.name == name:
                self._lose(number)

    def _end(self, run: _Run) -> None:
        for number in [number for number, lease in self._leases.items() if lease.run is run]:
            self._drop(number)
        del self._runs[run.name]

    def _forget(self, token: str) -> None:
        worker = self._workers.pop(token)
        for number in list(worker.leases):
            self._lose(number)
        for run in self._runs.values():
            run.fitness.pop(token, None)

    def _sweep(self, now: float) -> None:
        """Forget the silent, and take parcels back that take too long."""
        if now - self._swept < SWEEP_SECONDS:
            return
        self._swept = now
        for token, worker in list(self._workers.items()):
            if now - worker.seen > WORKER_SECONDS:
                self._forget(token)
        for run in list(self._runs.values()):
            if now - run.seen > RUN_SECONDS:
                self._end(run)
        for number, lease in list(self._leases.items()):
            if now - lease.begun > lease.run.patience():
                self._lose(number)
