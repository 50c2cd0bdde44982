"""Reviewing a game: its positions are searched side by side, one on each core."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gtpengine.base import threads
from gtpengine.library.many import usable_cores
from gtpengine.review.assembling import contradicted, review_of
from gtpengine.review.cache import Cache
from gtpengine.review.model import Review
from gtpengine.review.record import ReviewRecord
from gtpengine.review.searched import Searched, search_deeper, search_position
from gtpengine.review.searches import ReviewLimits, ReviewSearcher


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How to review: how long to search, on how many cores, and where to keep what was found.

    With a budget in simulations the review does not depend on ``threads``; 0 is one for each core.
    Without a folder for the cache nothing is kept.
    """

    budget: ReviewLimits = field(default_factory=ReviewLimits)
    threads: int = 0
    memory: int = 256
    cache: Path | None = None


Progress = Callable[[int, int], object]
"""Gets how many positions are done and how many there are; it may raise to end the review."""

Task = Callable[[ReviewSearcher], Searched]


def review_game(
    record: ReviewRecord, settings: ReviewSettings | None = None, progress: Progress | None = None
) -> Review:
    """Review a game.

    :param progress: called in this thread with the positions done and all there are to do, after
        each one; the second number grows when some positions are searched again. What it raises
        ends the review and is passed on; what was searched stays in the cache.
    :raises OSError: when the cache cannot be written.
    """
    settings = settings or ReviewSettings()
    cache = Cache(settings.cache, record, settings.budget)
    known = cache.read()
    positions = list(record.positions())
    points = [point for _, point in record.moves]
    played: list[int | None] = [*points, None]
    found: dict[int, Searched] = {k: one for (k, deep), one in known.items() if not deep}

    def first(k: int) -> Task:
        return lambda searcher: search_position(searcher, k, positions[k], played[k])

    def again(k: int) -> Task:
        before = found[k]
        return lambda searcher: search_deeper(searcher, before, positions[k], played[k])

    total = len(positions)
    with cache, _Crew(settings) as crew:

        def work(tasks: Sequence[Task], deep: bool, done: int, of: int) -> None:
            if progress is not None:
                progress(done, of)
            for number, one in enumerate(crew.run(tasks), 1):
                found[one.index] = one
                known[one.index, deep] = one
                cache.add(one)
                if progress is not None:
                    progress(done + number, of)

        missing = [k for k in range(total) if k not in found]
        work([first(k) for k in missing], False, total - len(missing), total)
        doubtful = contradicted(record, [found[k] for k in range(total)])
        missing = [k for k in doubtful if (k, True) not in known]
        tasks = [again(k) for k in missing]
        found |= {k: known[k, True] for k in doubtful if (k, True) in known}
        of = total + len(doubtful)
        work(tasks, True, of - len(missing), of)
    return review_of(record, [found[k] for k in range(total)], settings.budget)


class _Crew:
    """Threads that take tasks one after the other, each with a search of its own."""

    def __init__(self, settings: ReviewSettings) -> None:
        self._settings = settings
        self._searchers: list[ReviewSearcher] = []
        self._threads: list[threading.Thread] = []
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._ended: queue.SimpleQueue[Searched | BaseException] = queue.SimpleQueue()
        self._over = False

    def run(self, tasks: Sequence[Task]) -> Iterator[Searched]:
        """Yield what the tasks find, in the order in which they end; raise what one raised."""
        if tasks and not self._threads:
            self._begin(len(tasks))
        for task in tasks:
            self._tasks.put(task)
        for _ in tasks:
            found = self._ended.get()
            if isinstance(found, BaseException):
                raise found
            yield found

    def _begin(self, most: int) -> None:
        count = max(1, min(self._settings.threads or usable_cores(), most))
        self._searchers = [
            ReviewSearcher(self._settings.budget, self._settings.memory) for _ in range(count)
        ]

        def worker(searcher: ReviewSearcher) -> Callable[[], None]:
            return lambda: self._work(searcher)

        self._threads = threads.begin(*map(worker, self._searchers), name="review")

    def _work(self, searcher: ReviewSearcher) -> None:
        while (task := self._tasks.get()) is not None and not self._over:
            try:
                self._ended.put(task(searcher))
            except BaseException as error:  # told to the thread that waits
                self._ended.put(error)
                return

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_error: object) -> None:
        self._over = True
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            while thread.is_alive():
                for searcher in self._searchers:
                    searcher.stop()
                thread.join(0.05)
        for searcher in self._searchers:
            searcher.close()
