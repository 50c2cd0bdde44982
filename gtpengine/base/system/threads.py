"""Threads that begin whole or not at all, and that are waited for although memory may be lacking.

``Thread.start`` can raise after its thread has begun: it needs a lock to wait for that. A thread
that nobody knows of would search on in memory that others use.

``Thread.start`` waits without an end when its thread fails before it has told that it runs. The
programs end then (``gtpengine.base.system.lastwords``). Not done: a script that uses a searcher by
itself, and lacks memory at that very moment, waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable


def begin(*tasks: Callable[[], object], name: str) -> list[threading.Thread]:
    """A daemon thread for each of ``tasks``; no task runs before all have their thread.

    :raises RuntimeError, MemoryError: when one has none, and then no task runs.
    """
    gate = threading.Lock()
    wanted = False

    def run(task: Callable[[], object]) -> None:
        with gate:
            pass
        if wanted:
            task()

    threads = [threading.Thread(target=run, args=(t,), name=name, daemon=True) for t in tasks]
    try:
        with gate:
            for thread in threads:
                thread.start()
            wanted = True
    finally:
        if not wanted:
            for thread in threads:
                if thread.is_alive():
                    end(thread)
    return threads


def end(thread: threading.Thread, stop: Callable[[], object] = lambda: None) -> None:
    """Call ``stop`` and wait until the thread has ended; it works on what its owner frees next."""
    while True:
        try:
            stop()
            thread.join()
            return
        except MemoryError:
            pass
