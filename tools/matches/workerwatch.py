"""Looks at what the workers of a shared run send, and sets a worker aside that disturbs results.

Other workers play the games of that worker again, so that they count nowhere. The games are looked
at in the store, so a run that is continued, or shared by two processes, sees the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from gtpengine.tools.games.checking import record_fault
from gtpengine.tools.running.runner import Completed, Pool
from gtpengine.tools.statistics.residuals import residuals
from gtpengine.tools.storage.store import Event, Store
from gtpengine.tools.storage.workers import note_worker, pairs_by_worker, put_aside, workers_of

LOOK_SECONDS: Final = 10.0

SUSPECT: Final = 1e-3
"""A worker is set aside when its residual, times the number of workers, is below this."""

FEWEST_WORKERS: Final = 3
"""With fewer workers nobody can tell which of them disturbs."""


class WorkerWatch:
    """The workers of one event, as this process knows them."""

    def __init__(self, store: Store, event: Event, pool: Pool, say: Callable[[str], None]) -> None:
        self._store, self._event, self._pool, self._say = store, event, pool, say
        self._aside: set[str] = set()
        self._changed = False
        self._shared = False
        self._looked = time.monotonic()
        for worker in workers_of(store, event):
            self._shared = True
            if worker.aside:
                self._aside.add(worker.facts.name)
                pool.put_aside(worker.facts.name, worker.aside)

    def note_new(self) -> None:
        """Store the workers that are new, before their first game."""
        for facts in self._pool.new_workers():
            self._shared = True
            note_worker(self._store, self._event, facts)

    def trusts(self, worker: str) -> bool:
        """Return whether a worker, or this process itself, is not set aside."""
        return worker not in self._aside

    def accepts(self, item: Completed) -> bool:
        """Return whether a worker's record can be what it was asked for, and name the worker in
        it. If it cannot, set the worker aside."""
        if item.worker in self._aside:
            return False
        fault = record_fault(item.task, item.result)
        if fault:
            self._put_aside(item.worker, fault)
            return False
        item.result.worker = item.worker
        item.result.settings = item.task.settings  # the clock of the reference machine
        return True

    def look(self, at_end: bool = False) -> bool:
        """Look for a worker that disturbs, every ten seconds and at the end.

        Return whether games are to be played again since the last look.
        """
        now = time.monotonic()
        if self._shared and (at_end or now - self._looked >= LOOK_SECONDS):
            self._looked = now
            self._hear_of_others()
            while self._found_one():
                pass
        changed, self._changed = self._changed, False
        return changed

    def _hear_of_others(self) -> None:
        """Follow what another process of this event has set aside."""
        for worker in workers_of(self._store, self._event):
            if worker.aside and worker.facts.name not in self._aside:
                self._aside.add(worker.facts.name)
                self._pool.put_aside(worker.facts.name, worker.aside)
                self._changed = True

    def _found_one(self) -> bool:
        """Set the worst worker aside, if chance does not explain it."""
        contests = pairs_by_worker(self._store, self._event)
        found = residuals(contests.values())
        if len(found) < FEWEST_WORKERS:
            return False
        pairs = {
            name: sum(sum(contest.get(name, ())) for contest in contests.values()) for name in found
        }
        # The others are compared with a worker that played most of the pairs, so that stays.
        found = {name: p for name, p in found.items() if 2 * pairs[name] <= sum(pairs.values())}
        name = min(found, key=lambda name: found[name], default="")
        if not name or found[name] * len(pairs) >= SUSPECT:
            return False
        text = f"its {pairs[name]} pairs differ from the others' (by chance {found[name]:.1e})"
        self._put_aside(name, text)
        return True

    def _put_aside(self, name: str, reason: str) -> None:
        self._aside.add(name)
        self._pool.put_aside(name, reason)
        games = put_aside(self._store, self._event, name, reason)
        self._changed = True
        self._say(f"warning: {name} is set aside: {reason}; {games} games are played again")
