"""Tasks in a thread, and how those who wait for them give up."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from gtpengine.base.system import threads

T = TypeVar("T")


def perform(task: Callable[[], T], future: Future[T]) -> None:
    """Do a task, whose future gets what it returns or raises."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        found = task()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(found)


class ProgramThread:
    """The thread of a program, which does one task after the other until ``end``.

    Linux ends a program with the thread that started it, so this thread starts it and stays.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()

    def submit(self, task: Callable[[], T]) -> Future[T]:
        """Have a task done after those submitted before."""
        future: Future[T] = Future()
        with self._lock:
            if self._thread is None:
                self._thread = threads.begin(self._work, name=self._name)[0]
        self._tasks.put(lambda: perform(task, future))
        return future

    def end(self) -> None:
        """End the thread after the tasks submitted so far."""
        self._tasks.put(None)

    @property
    def begun(self) -> bool:
        """Whether it has had a task."""
        return self._thread is not None

    def is_this(self) -> bool:
        """Return whether the caller runs in this thread."""
        return self._thread is threading.current_thread()

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()
            del task  # what it holds may go


def result(future: Future[T], give_up: Callable[[], object]) -> T:
    """Wait for a task; ``give_up`` is called when that is interrupted while the task runs."""
    try:
        return future.result()
    except BaseException:
        if not future.cancel() and not future.done():
            give_up()
        raise


async def result_async(future: Future[T], give_up: Callable[[], object]) -> T:
    """Wait as ``result`` does, while other tasks of the event loop run."""
    try:
        return await asyncio.wrap_future(future)
    except asyncio.CancelledError:
        if not future.cancel() and not future.done():
            give_up()
        raise
