"""Thinking on the opponent's time: a background search that ends when told."""

from __future__ import annotations

import threading
from collections.abc import Callable

from gtpengine.base.system import threads


class Pondering:
    """At most one background task. ``begin`` and ``end`` are called from one thread.

    ``interrupt`` must make a running task return within milliseconds, even a task just about to
    begin.
    """

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._thread: threading.Thread | None = None

    @property
    def active(self) -> bool:
        """Whether a task was begun and not ended yet."""
        return self._thread is not None

    def begin(self, task: Callable[[], object]) -> None:
        """Run ``task``, which must not raise, in its own thread.

        :raises RuntimeError, MemoryError: when the system grants no thread.
        """
        self.end()
        self._thread = threads.begin(task, name="ponder")[0]

    def end(self) -> None:
        """Interrupt the task and wait until it has returned."""
        if self._thread is not None:
            threads.end(self._thread, self._interrupt)
            self._thread = None
