"""Many positions at once, one search for each core.

Searches run in threads of this process: they work outside Python's lock, so cores are used as with
processes, while the models are in memory once and scripts need no ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from typing import Final

from gtpengine.base.system import threads
from gtpengine.base.system.machine import usable_cores
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.evaluator import Batches, Evaluator
from gtpengine.library.searches.report import Report
from gtpengine.library.searches.search import Params, Search, limits_of
from gtpengine.library.values.checks import function, several, whole
from gtpengine.mcts.report.stoppers import Limits

MOST_WORKERS: Final = 1024


def search_many(
    positions: Iterable[Position],
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    limits: Limits | None = None,
    workers: int | None = None,
    params: Params | None = None,
    memory: int = 256,
    seed: int = 1,
    evaluator: Evaluator | None = None,
    callback: Callable[[int, Report], object] | None = None,
) -> list[Report]:
    """Search many positions, several at a time, and return the reports in the same order.

    Each search begins with an empty tree and the same seed. With a limit in simulations the
    reports are therefore the same whatever the number of workers::

        reports = gtpengine.search_many(game.positions(), simulations=1000)

    :param positions: any number of them, also from a generator; all are read first.
    :param simulations: the limit of each search, as for ``Search.run``; likewise ``seconds`` and
        ``limits``.
    :param workers: searches at a time, each in a thread of its own; one for each usable core when
        left out.
    :param params: parameters of the search, as for ``Search``.
    :param memory: most megabytes of the tree of each worker.
    :param seed: of each search.
    :param evaluator: a function that leads all searches, as for ``Search``. A batch then has up to
        a position of each worker: give more ``workers`` than cores, such as 64.
    :param callback: called in this thread with the index of a position and its report, as soon as
        that search has ended; what it raises ends the others and is passed on.
    :raises TypeError: when an item is not a position. No search has begun then.
    :raises ValueError: when there is no limit, or a number is out of range.
    :raises Exception: what a search raised, with a note that names the position; the other
        searches are then ended.
    """
    todo = several("positions", Position, positions)
    wanted = limits_of(limits, simulations, seconds)
    workers = usable_cores() if workers is None else whole("workers", workers, 1, MOST_WORKERS)
    batches = None if evaluator is None else Batches(evaluator)
    if callback is not None:
        function("callback", callback)
    searches = [
        Search(params, memory=memory, seed=seed, evaluator=batches)
        for _ in range(max(1, min(workers, len(todo))))
    ]
    pool = _Workers(todo, wanted, seed, searches)
    try:
        return pool.run(callback)
    finally:
        pool.end()


class _Workers:
    """Threads that take positions one after the other, each with its search."""

    def __init__(
        self, positions: list[Position], limits: Limits, seed: int, searches: list[Search]
    ) -> None:
        self._positions = positions
        self._limits = limits
        self._seed = seed
        self._searches = searches
        self._left = iter(range(len(positions)))
        self._taking = threading.Lock()
        self._ended: queue.SimpleQueue[tuple[int, Report | Exception]] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._over = False

    def run(self, callback: Callable[[int, Report], object] | None) -> list[Report]:
        """Search all positions; return the reports, or raise what one of the searches raised."""

        def worker(search: Search) -> Callable[[], None]:
            return lambda: self._work(search)

        self._threads = threads.begin(*map(worker, self._searches), name="search_many")
        reports: dict[int, Report] = {}
        while len(reports) < len(self._positions):
            index, found = self._ended.get()
            if isinstance(found, Exception):
                found.add_note(f"in search_many, at positions[{index}]: {self._positions[index]!r}")
                raise found
            reports[index] = found
            if callback is not None:
                callback(index, found)
        return [reports[index] for index in range(len(self._positions))]

    def end(self) -> None:
        """End the searches that still run, and wait for their threads."""
        self._over = True
        for thread in self._threads:
            while thread.is_alive():
                for search in self._searches:
                    search.stop()
                thread.join(0.05)
        for search in self._searches:
            search.close()

    def _work(self, search: Search) -> None:
        while not self._over:
            with self._taking:
                index = next(self._left, None)
            if index is None:
                return
            try:
                search.begin_anew(self._seed)
                self._ended.put((index, search.run(self._positions[index], limits=self._limits)))
            except Exception as error:
                self._ended.put((index, error))
                return
