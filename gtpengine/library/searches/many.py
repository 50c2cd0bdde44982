"""Many positions at once, one search for each core.

Searches run in threads of this process: they work outside Python's lock, so cores are used as with
processes, while the models are in memory once and scripts need no ``if __name__ == "__main__"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from gtpengine.base.system.crew import Crew
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

    def searched(index: int, search: Search) -> tuple[int, Report]:
        try:
            search.begin_anew(seed)
            return index, search.run(todo[index], limits=wanted)
        except Exception as error:
            error.add_note(f"in search_many, at positions[{index}]: {todo[index]!r}")
            raise

    reports: dict[int, Report] = {}
    with Crew(searches, "search_many") as crew:
        for index, report in crew.run([partial(searched, at) for at in range(len(todo))]):
            reports[index] = report
            if callback is not None:
                callback(index, report)
    return [reports[index] for index in range(len(todo))]
