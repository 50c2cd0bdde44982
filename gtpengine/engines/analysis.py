"""An analysis that runs: its reports as they come, with ``for`` or with ``async for``."""

from __future__ import annotations

import concurrent.futures
import contextlib
import threading
import weakref
from concurrent.futures import Future
from typing import Self

from gtpengine.engines.tasks import result, result_async
from gtpengine.library.searches.report import Report


class Feed:
    """Reports on their way from the thread of a program to those who wait for them."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        """Whether somebody wants the end."""
        self.newest: Report | None = None
        self.end: Future[Report] = Future()
        """The last report, when the analysis has ended."""
        self._lock = threading.Lock()
        self._fresh = False
        self._awaited: list[Future[Report | None]] = []

    def follow(self, task: Future[Report]) -> None:
        """Take what a task returns as the end."""
        self.end = task
        task.add_done_callback(lambda _: self._serve())

    def hear(self, report: Report) -> None:
        """Take a report; one that nobody has taken gives way."""
        with self._lock:
            self.newest, self._fresh = report, True
        self._serve()

    def next(self) -> Future[Report | None]:
        """Return the next report, None at the end; all who wait get the same."""
        awaited: Future[Report | None] = Future()
        with self._lock:
            self._awaited.append(awaited)
        self._serve()
        return awaited

    def _serve(self) -> None:
        """Give those who wait what there is."""
        with self._lock:
            report = self.newest if self._fresh else None
            if report is None and not self.end.done():
                return
            # Who has given up, as at a time limit of asyncio, takes no report away.
            awaited = [one for one in self._awaited if one.set_running_or_notify_cancel()]
            self._awaited.clear()
            self._fresh = self._fresh and not awaited
        error = None if report is not None or self.end.cancelled() else self.end.exception()
        for one in awaited:
            if error is not None:
                one.set_exception(error)
            else:
                one.set_result(report)


class Analysis:
    """An analysis that runs.

    ::

        with engine.analysis(position) as analysis:
            for report in analysis:
                if report.visits > 1000:
                    break

    ``for`` and ``async for`` give a ``gtpengine.Report`` as soon as there is a new one; who is slow
    gets the newest. They raise what went wrong with the engine. Leaving the context, or
    ``stop``, ends the analysis; so it does when the object is forgotten.
    """

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        weakref.finalize(self, feed.stopping.set).atexit = False

    @property
    def report(self) -> Report | None:
        """The newest report; None before the first."""
        return self._feed.newest

    @property
    def running(self) -> bool:
        """Whether the analysis has not ended yet."""
        return not self._feed.end.done()

    def stop(self) -> None:
        """End the analysis soon, after at least one report; callable from any thread."""
        self._feed.stopping.set()

    def wait(self) -> Report:
        """Wait for the end and return the last report; its ``stopped_by`` says what ended it.

        :raises EngineError: when the engine failed.
        """
        return result(self._feed.end, self.stop)

    async def wait_async(self) -> Report:
        """Wait as ``wait`` does, while other tasks of the event loop run.

        :raises EngineError: when the engine failed.
        """
        return await result_async(self._feed.end, self.stop)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Report:
        try:
            report = self._feed.next().result()
        except BaseException:  # Ctrl-C, too
            self.stop()
            raise
        if report is None:
            raise StopIteration
        return report

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Report:
        report = await result_async(self._feed.next(), lambda: None)
        if report is None:
            raise StopAsyncIteration
        return report

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        concurrent.futures.wait([self._feed.end])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop()
        with contextlib.suppress(Exception):  # who goes through the reports hears it
            await self.wait_async()

    def __repr__(self) -> str:
        return f"<Analysis {'running' if self.running else 'ended'}, {self.report!r}>"
