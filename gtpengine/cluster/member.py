"""A member of a cluster: a tree of its own that takes orders and answers with what is new in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from gtpengine.base.system import threads
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.messages import MemberAnswer, Order, SearchTask
from gtpengine.cluster.shared_statistics import SharedStatistics
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits

SILENCE: Final = 10.0
"""Seconds without an order after which a member rests: the head is gone, or cannot be reached."""

ENDLESS: Final = 1e8
"""Seconds that a search may last."""

_HUB: Final = "hub"
_TREE: Final = "tree"


class Member:
    """A tree that follows orders; it searches when ``advance`` is called.

    ``seed_step`` makes its random streams differ from the other members'.
    """

    def __init__(self, tree: SharingSearcher, seed_step: int = 0) -> None:
        self._tree = tree
        self._tree.keep_digests(1)
        self._seed_step = seed_step
        self._task: SearchTask | None = None
        self._waiting: SharedStatistics | None = None
        self._unreported = 0
        self._most = self._done = 0
        self.searching = False

    def advance(self, simulations: int) -> int:
        """Search on for some simulations if ordered to; return how many there were."""
        if self._most:
            simulations = min(simulations, self._most - self._done)
        if self._task is None or not self.searching or simulations < 1:
            return 0
        done = self._tree.search(Limits(simulations=simulations)).simulations
        self._unreported += done
        self._done += done
        return done

    def exchange(self, order: Order) -> MemberAnswer:
        """Do as ordered, and answer with what is new.

        :raises RuntimeError: when the first order has no task.
        """
        if order.anew:
            self._halt()
            self._tree.clear()
            self._task = self._waiting = None
        if order.task is not None:
            self._halt()
            self._begin(order.task)
        task, waiting = self._task, self._waiting
        if task is None or waiting is None:
            raise RuntimeError("a member's first order needs a task")
        # What finds no place in the tree yet is offered again with the next news.
        if order.news is not None:
            waiting.heard(_HUB, order.news)
        offered = waiting.news(_TREE)
        if len(offered):
            waiting.returned(_TREE, self._tree.absorb(offered))
        self.searching, self._most = order.search, order.simulations
        if self._most:
            self._do_job()
        news = self._tree.digest(order.share, order.depth)
        if order.search and not self._most:
            self._go_on()
        else:
            self._halt()
        return MemberAnswer(task.number, task.lineage, task.moves, self._take_simulations(), news)

    def close(self) -> None:
        """End the search."""
        self._halt()

    def _begin(self, task: SearchTask) -> None:
        """Set the position, with what the tree has of it."""
        before = self._task
        if before is None or before.params != task.params:
            self._tree.set_params(_params(task))
        if before is None or before.seed != task.seed:
            self._tree.set_seed(task.seed + self._seed_step)
        if before is None or before.clears != task.clears:
            self._tree.clear()
        self._tree.set_position(task.position, dict(task.avoid), task.komi_offset)
        since = None if before is None else task.moves_since(before.lineage, before.moves)
        if self._waiting is None or since is None:
            self._waiting = SharedStatistics(task.origin)
            self._waiting.join(_HUB)
            self._waiting.join(_TREE)
        else:
            self._waiting.follow(since, task.origin)
        self._task, self._unreported, self._done = task, 0, 0

    def _do_job(self) -> None:
        """Make the simulations that an order asks for, if this member searches by itself."""

    def _halt(self) -> None:
        """End a search that runs by itself."""

    def _go_on(self) -> None:
        """Begin a search that runs by itself, unless one runs."""

    def _take_simulations(self) -> int:
        taken, self._unreported = self._unreported, 0
        return taken


class SearchingMember(Member):
    """A member that searches by itself from order to order, in threads of its own."""

    def __init__(
        self, tree: SharingSearcher, seed_step: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(tree, seed_step)
        self._clock = clock
        self._heard_at = clock()
        self._thread: threading.Thread | None = None
        self._seen = _Seen(self.silent)
        self._counted = 0
        self._failure: Exception | None = None

    def exchange(self, order: Order) -> MemberAnswer:
        self._heard_at = self._clock()
        return super().exchange(order)

    def silent(self) -> float:
        """Return the seconds since the last order."""
        return self._clock() - self._heard_at

    def _do_job(self) -> None:
        self.advance(self._most)

    def _go_on(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            return
        self._halt()
        self._thread = threads.begin(self._search, name="member")[0]

    def _search(self) -> None:
        try:
            self._seen.simulations = self._tree.search(
                Limits(seconds=ENDLESS), (self._seen,)
            ).simulations
        except Exception as error:
            self._failure = error

    def _halt(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        # A stop that comes after its end would hit the next search.
        threads.end(thread, self._tree.stop if thread.is_alive() else lambda: None)
        self._count()
        self._seen.simulations = self._counted = 0
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure

    def _count(self) -> None:
        seen = self._seen.simulations
        self._unreported += seen - self._counted
        self._counted = seen

    def _take_simulations(self) -> int:
        self._count()
        return super()._take_simulations()


class _Seen:
    """Counts the simulations of the search that runs, and ends it when no order comes any more."""

    name = "silence"

    def __init__(self, silent: Callable[[], float]) -> None:
        self._silent = silent
        self.simulations = 0

    def __call__(self, report: SearchReport, limits: Limits) -> bool:  # noqa: ARG002
        self.simulations = report.simulations
        return self._silent() > SILENCE


def _params(task: SearchTask) -> SearchParams:
    params = SearchParams()
    for name, value in task.params.items():
        params.assign(name, value)
    return params
