"""Measuring how many games a second the dispatcher of shared runs can hand out.

    python -m gtpengine.tools.research.cluster.dispatcher_load [--workers N] [--runs N]

Simulated workers of one slot each return a pair of games and ask for the next, one after the other,
and a run takes what came back and hands in as many. Messages are pickled and unpickled, as Ray
does; its own work, engines and stores are not part of it (``scheduling_rate`` measures these).
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

from gtpengine.tools.games.game import GameRecord, GameSettings, MoveRecord, Opening
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.sharing.dispatcher import Dispatcher
from gtpengine.tools.sharing.messages import (
    Job,
    Machine,
    Offer,
    Parcel,
    RunAnswer,
    RunNews,
    WorkerAnswer,
    WorkerNews,
)
from gtpengine.tools.sharing.speed import REFERENCE

from gtpengine.base.arguments import numbers
from gtpengine.cluster.identity import Identity

MOVES = 60
"""Moves of each game."""


def measure(workers: int, runs: int, seconds: float) -> tuple[float, float]:
    """Return the games a second that are handed out and returned, and the bytes of a game."""
    dispatcher, identity = Dispatcher(), Identity("1", "little", 1)
    task = pickle.dumps(
        GameTask(1, EngineSpec("a", "a"), EngineSpec("b", "b"), GameSettings(), Opening(), 1, 0)
    )
    record = GameRecord("a", "b", GameSettings(), Opening(), 1, "b", "resign")
    record.moves = [MoveRecord("b", "D4", 1.0, 0.5, "", 1000) for _ in range(MOVES)]
    outcome = pickle.dumps((record, ""))
    numbers_of = dict.fromkeys(map(str, range(runs)), 0)
    held: dict[int, Parcel] = {}
    returned = 0

    def run(name: str, offer: Offer | None = None, count: int = 0) -> int:
        first = numbers_of[name]
        numbers_of[name] += count
        jobs = tuple(Job(n, n // 2, task) for n in range(first, first + count))
        answer: RunAnswer = _call(dispatcher.from_run, RunNews(name, offer, jobs))
        return len(answer.returned)

    for name in numbers_of:
        run(name, Offer(name, 1, identity, "python"), 4 * workers)
    begun = time.perf_counter()
    machine = Machine("w", "cpu", 1, "Linux", 1, REFERENCE, identity)
    first_round = True
    while (spent := time.perf_counter() - begun) < seconds or first_round:
        for worker in range(workers):
            outcomes = {}
            if (parcel := held.pop(worker, None)) is not None:
                outcomes = {parcel.lease: (outcome,) * len(parcel.jobs)}
            first = machine if first_round else None
            news = WorkerNews(str(worker), first, 1, frozenset(outcomes), outcomes)
            answer: WorkerAnswer = _call(dispatcher.from_worker, news)
            held.update((worker, parcel) for parcel in answer.parcels)
        if first_round:  # introductions do not count
            first_round, begun = False, time.perf_counter()
            continue
        for name in numbers_of:
            back = run(name)
            run(name, None, back)
            returned += back
    return returned / spent, len(task) + len(outcome)


def _call(method: Callable[[Any, float], Any], news: object) -> Any:
    """Call the dispatcher as over a network."""
    answer = method(pickle.loads(pickle.dumps(news)), time.monotonic())
    return pickle.loads(pickle.dumps(answer))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=numbers.count, default=1000)
    parser.add_argument("--runs", type=numbers.count, default=1)
    parser.add_argument("--seconds", type=numbers.seconds(above=True), default=10.0)
    args = parser.parse_args()
    rate, size = measure(args.workers, args.runs, args.seconds)
    print(f"{args.workers} workers, {args.runs} runs: {rate:,.0f} games a second of {size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
