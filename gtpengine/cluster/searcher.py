"""The head of a cluster: a searcher whose tree is one of many that tell each other."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from gtpengine.base.system import threads
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import Link, SharingPolicy
from gtpengine.cluster.head import Enough, HeadSearcher, OfAll
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper

LINGER: Final = 0.1
"""Seconds that members search on after a search of the head, which may go on at once."""

IDLE_TICK: Final = 0.2
"""Seconds between looks at members that rest."""


class ClusterSearcher(HeadSearcher):
    """A searcher as an engine uses it, with members that come and go.

    The head searches whether there are members or not, and never waits for one. ``add`` may be
    called from any thread. ``note`` gets diagnostics, ``warn`` sentences that the user should see.
    """

    def __init__(
        self,
        tree: SharingSearcher,
        params: SearchParams,
        seed: int,
        policy: SharingPolicy,
        note: Callable[[str], None] = lambda _: None,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(tree, params, seed, policy, warn=warn)
        self._note = note
        self._wake = threading.Event()
        self.group.on_answer = self._wake.set
        self._rest_at: float | None = None
        self._closed = False
        self._thread = threads.begin(self._tend, name="cluster")[0]

    # --- members ---

    def add(self, link: Link) -> None:
        """Let a member take part, in the search that runs, too."""
        with self._lock:
            self.group.add(link)
        self._wake.set()

    def close(self) -> None:
        """Let the members go; the searcher is not used any more."""
        self._closed = True
        self._wake.set()
        threads.end(self._thread)
        with self._lock:
            self.group.close()

    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport:
        """Search with all machines; a limit in simulations counts the sum of all."""
        begin = time.monotonic()
        with self._lock:
            self._rest_at = None
            self._base = self.group.of_task
            if self._task is not None:
                if limits.seconds is not None:
                    self.group.end_at(begin + limits.seconds)
                self._guarded(self.group.go)
        self._wake.set()
        conditions: list[Stopper] = [OfAll(c, self._of_all) for c in stop_conditions]
        if limits.simulations is not None:
            conditions.append(OfAll(Enough(), self._of_all))
        try:
            return self._of_all(self._tree.search(limits, conditions))
        finally:
            with self._lock:
                self._rest_at = time.monotonic() + LINGER
            self._wake.set()

    # --- the exchange, in a thread of its own ---

    def _tend(self) -> None:
        while not self._closed:
            with self._lock:
                now = time.monotonic()
                if self._rest_at is not None and now >= self._rest_at:
                    self._rest_at = None
                    self._guarded(self.group.rest)
                self._guarded(self.group.step)
                due = [now + IDLE_TICK, *([self.group.due] if self.group.searching else [])]
                due += [] if self._rest_at is None else [self._rest_at]
            if self._wake.wait(max(0.0, min(due) - time.monotonic())):
                self._wake.clear()

    def _guarded(self, act: Callable[[], None]) -> None:
        """Do something with the members; where that fails inside, the head plays on alone."""
        try:
            act()
        except Exception:
            self._note(traceback.format_exc())
            self.group.drop_all("an internal error")
