"""Threads that share out tasks, each with a tool of its own, such as a search."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from gtpengine.base.system import threads


class Tool(Protocol):
    """What a task works with."""

    def stop(self) -> object:
        """End the task that runs; callable from any thread."""

    def close(self) -> object:
        """Give the memory back."""


LOOK_INTERVAL: Final = 0.2
"""Seconds."""

T = TypeVar("T", bound=Tool)
R = TypeVar("R")


class Crew(Generic[T]):
    """One thread for each tool. Leaving the context ends what still runs, and closes the tools."""

    def __init__(self, tools: Sequence[T], name: str) -> None:
        self._tools, self._name = tools, name
        self._threads: list[threading.Thread] = []
        self._tasks: queue.SimpleQueue[Callable[[T], object] | None] = queue.SimpleQueue()
        self._ended: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._over = False

    def run(
        self, tasks: Sequence[Callable[[T], R]], look: Callable[[], object] = lambda: None
    ) -> Iterator[R]:
        """Yield what tasks return, in the order in which they end; raise what any task raised.

        ``look`` is called several times a second while none ends; what it raises is passed on.
        """
        if tasks and not self._threads:
            workers = (partial(self._work, tool) for tool in self._tools)
            self._threads = threads.begin(*workers, name=self._name)
        for task in tasks:
            self._tasks.put(task)
        for _ in tasks:
            found, error = self._next(look)
            if error is not None:
                raise error
            yield found

    def _next(self, look: Callable[[], object]) -> tuple[Any, BaseException | None]:
        while True:
            try:
                return self._ended.get(timeout=LOOK_INTERVAL)
            except queue.Empty:
                look()

    def _work(self, tool: T) -> None:
        while (task := self._tasks.get()) is not None and not self._over:
            try:
                self._ended.put((task(tool), None))
            except BaseException as error:  # told to the thread that waits
                self._ended.put((None, error))
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._over = True
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            while thread.is_alive():
                for tool in self._tools:
                    tool.stop()
                thread.join(0.05)
        for tool in self._tools:
            tool.close()
