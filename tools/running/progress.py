"""Progress of a long run: a live bar on a terminal, plain lines otherwise; on standard error."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final

from gtpengine.base.text.plain import plain

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

LINE_SECONDS: Final = 10.0


class TimeLeft:
    """The time that a stage of some work still takes.

    The stage begins now; ``already`` of its ``total`` equal parts were done before.
    """

    def __init__(self, total: int, already: int = 0) -> None:
        self._total = total
        self._already = already
        self._begun = time.monotonic()

    def words(self, done: int) -> str:
        """Return ``", 3 min 20 s left"``; empty when all is done or nothing yet."""
        if not self._already < done < self._total:
            return ""
        each = (time.monotonic() - self._begun) / (done - self._already)
        return f", {duration(each * (self._total - done))} left"


class Reporter:
    """The progress of ``total`` units of work, ``already`` of which are done; a context manager.

    With ``total`` None nobody knows where it ends.
    """

    def __init__(self, what: str, total: int | None, already: int = 0) -> None:
        self._what = what
        self._total = total
        self._already = already
        self._done = already
        self._begin()
        self._last_line = -LINE_SECONDS
        self._ended = False
        self._bar: Progress | None = _bar(total) if sys.stderr.isatty() else None
        self._task: TaskID | None = None

    @property
    def live(self) -> bool:
        """Whether there is a bar; plain lines otherwise."""
        return self._bar is not None

    def __enter__(self) -> Reporter:
        self._begin()
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task(
                self._what, total=self._total, completed=self._already, rate="", note=""
            )
        return self

    def _begin(self) -> None:
        self._start = time.monotonic()
        self._left = TimeLeft(self._total or 0, self._already)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int, note: str = "") -> None:
        """Show that ``done`` of all units are finished; ``note`` says how things stand."""
        self._done = done
        pace = self._pace()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, rate=pace, note=note)
            return
        now = time.monotonic()
        last = done == self._total and not self._ended
        if now - self._last_line >= LINE_SECONDS or last:
            self._last_line = now
            self._ended = last
            of = f"/{self._total}" if self._total is not None else ""
            self.say(", ".join(part for part in (f"{self._what} {done}{of}", pace, note) if part))

    def say(self, text: str) -> None:
        """Print a line that stays."""
        text = plain(text)
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)

    def _pace(self) -> str:
        if self._done <= self._already:
            return ""
        rate = (self._done - self._already) / max(1e-9, time.monotonic() - self._start)
        pace = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
        return pace if self.live else pace + self._left.words(self._done)


def duration(seconds: float) -> str:
    """Return a time span for humans: ``45 s``, ``3 min 20 s``, ``2 h 05 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def _bar(total: int | None) -> Progress:
    """Return the bar of a terminal."""
    from rich import progress  # here, because --help needs no extra
    from rich.console import Console

    left = (progress.TextColumn("left"), progress.TimeRemainingColumn(compact=True))
    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        *(left if total else ()),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TextColumn("{task.fields[note]}"),
        console=Console(stderr=True),
    )
