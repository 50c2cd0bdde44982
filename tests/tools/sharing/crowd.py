"""A dispatcher in simulated time, and workers that come, die and lie."""

from __future__ import annotations

import dataclasses
import heapq
import itertools
import pickle
import random
from collections.abc import Callable

from gtpengine.tools.games.game import GameRecord, MoveRecord
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.sharing.dispatcher import Dispatcher
from gtpengine.tools.sharing.messages import (
    EngineProof,
    Machine,
    Parcel,
    RunAnswer,
    RunNews,
    WorkerAnswer,
    WorkerNews,
)

from gtpengine.cluster.identity import Identity

IDENTITY = Identity("1", "little", 1)
PROOF = EngineProof("dummy", "1", 42)
GAME_SECONDS = 30.0


def truth(task: GameTask, strength: float = 0.6) -> GameRecord:
    """The game that honest workers play: the engine ``a`` wins so often, by the seed."""
    record = GameRecord(task.black.name, task.white.name, task.settings, task.opening, task.seed)
    a_wins = random.Random(f"{task.seed} {task.black.name}").random() < strength
    record.winner = "b" if a_wins == (task.black.name == "a") else "w"
    record.termination, record.started = "resign", "2026-01-01T00:00:00"
    record.moves = [MoveRecord("b", "D4", 1.0), MoveRecord("w", "resign", 1.0)]
    return record


def flipped(task: GameTask) -> GameRecord:
    record = truth(task)
    record.winner = {"b": "w", "w": "b"}[record.winner]
    return record


def failing(task: GameTask) -> GameRecord:
    record = truth(task)
    record.termination = "crash"
    return record


def foreign(task: GameTask) -> GameRecord:
    return truth(dataclasses.replace(task, seed=task.seed + 1))


def occupied(task: GameTask) -> GameRecord:
    record = truth(task)
    record.moves[1:] = [MoveRecord("w", "D4", 1.0)]
    return record


LIES: dict[str, Callable[[GameTask], object]] = {
    "flipped": flipped,
    "failing": failing,
    "foreign": foreign,
    "occupied": occupied,
    "nothing": lambda _task: None,
}


class World:
    """The dispatcher of runs in a test; while a run sleeps, the workers live."""

    def __init__(self) -> None:
        self.now = 0.0
        self.dispatcher = Dispatcher()
        self.handed_out = 0
        self._events: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()

    def clock(self) -> float:
        return self.now

    def at(self, when: float, what: Callable[[], object]) -> None:
        heapq.heappush(self._events, (when, next(self._order), what))

    def sleep(self, seconds: float) -> None:
        end = self.now + seconds
        while self._events and self._events[0][0] <= end:
            self.now, _, what = heapq.heappop(self._events)
            what()
        self.now = end

    def lose_all(self) -> None:
        """Begin the dispatcher anew."""
        self.dispatcher = Dispatcher()

    def from_run(self, news: RunNews) -> RunAnswer:
        return self.dispatcher.from_run(news, self.now)

    def from_worker(self, news: WorkerNews) -> WorkerAnswer:
        answer = self.dispatcher.from_worker(news, self.now)
        self.handed_out += sum(len(parcel.jobs) for parcel in answer.parcels)
        return answer

    def archive(self, run: str, commit: str) -> bytes:
        return self.dispatcher.archive(run, commit)


class SimulatedWorker:
    """A worker of one slot. ``lie`` is what it does instead of playing: a key of ``LIES``,
    ``signature`` (its engines are others), ``twice`` (it returns everything twice), ``many`` (more
    games than it got), ``stranger`` (a lease of somebody else's), ``noise`` (no pickle), ``mute``
    (it takes parcels and lives, but returns none), or nothing."""

    def __init__(self, world: World, name: str, lie: str = "", life: float = 1e9) -> None:
        self._world, self.name, self._lie = world, name, lie
        self._dies = world.now + life
        machine = Machine(name, "cpu", 1, "test", 1, 8000.0, IDENTITY)
        self._machine: Machine | None = machine
        self._introduction = machine
        self._random = random.Random(name)
        self._parcel: Parcel | None = None
        self._proofs: dict[str, tuple[EngineProof, ...]] = {}
        world.at(world.now, self._call)

    def _call(self) -> None:
        if self._world.now >= self._dies:
            return
        outcomes: dict[int, tuple[bytes, ...]] = {}
        if self._parcel is not None and self._lie != "mute":
            outcomes = self._outcomes(self._parcel)
            self._parcel = None
        holds = frozenset() if self._parcel is None else frozenset((self._parcel.lease,))
        news = WorkerNews(
            self.name, self._machine, 1 - len(holds), holds | outcomes.keys(), outcomes,
            self._proofs,
        )  # fmt: skip
        answer = self._world.from_worker(news)
        if self._lie == "twice" and outcomes:
            self._world.from_worker(dataclasses.replace(news, free=0))
        self._machine = None if answer.known else self._introduction
        self._proofs = {}
        pause = answer.pause
        if answer.trial is not None:
            proof = dataclasses.replace(PROOF, signature=43) if self._lie == "signature" else PROOF
            self._proofs[answer.trial.run] = (proof,) * len(answer.trial.programs)
        for parcel in answer.parcels:
            self._parcel = parcel
            pause = len(parcel.jobs) * GAME_SECONDS * self._random.uniform(0.5, 1.5)
        if self._parcel is not None and pause > 40:  # a call in between shows that it lives
            half = pause / 2
            self._world.at(self._world.now + half, self._beat)
        self._world.at(self._world.now + pause, self._call)

    def _beat(self) -> None:
        if self._parcel is not None and self._world.now < self._dies:
            holds = frozenset((self._parcel.lease,))
            self._world.from_worker(WorkerNews(self.name, self._machine, 0, holds))

    def _outcomes(self, parcel: Parcel) -> dict[int, tuple[bytes, ...]]:
        if self._lie == "noise":
            return {parcel.lease: (b"noise",) * len(parcel.jobs)}
        play = LIES.get(self._lie, truth)
        found = [pickle.dumps((play(pickle.loads(job.task)), "")) for job in parcel.jobs]
        if self._lie == "many":
            found.append(found[0])
        if self._lie == "stranger":
            return {parcel.lease + 1: tuple(found)}
        return {parcel.lease: tuple(found)}
