"""How far the reviews are, and how long they will take, on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Final, Self

from gtpengine.base.text.columns import columns
from gtpengine.base.text.columns import left as filled
from gtpengine.base.text.language import _, joined, titled
from gtpengine.base.text.plain import plain

EVERY: Final = 0.3
"""Seconds between two looks on a terminal."""

SELDOM: Final = 30.0
"""The same progress where stderr is no terminal: each report is a line."""


class ReviewProgress:
    """The progress of several games, given the positions of each, in a command of gtpengine."""

    def __init__(self, positions: Sequence[int], command: str = "review") -> None:
        self._command = command
        self._positions = list(positions)
        self._began = self._shown = time.monotonic()
        self._skipped = 0  # found in the cache, so they took no time
        self._terminal = sys.stderr.isatty()
        self._width = 0

    def of(self, number: int, name: str) -> Callable[[int, int], None]:
        """Return what ``review_game`` calls for a game."""
        first = True

        def told(done: int, of: int) -> None:
            nonlocal first
            before = sum(self._positions[:number])
            if first:
                self._skipped += done
                first = False
            self._positions[number] = of
            self._show(name, done, of, before + done)

        return told

    def _show(self, name: str, done: int, of: int, all_done: int) -> None:
        now = time.monotonic()
        if now - self._shown < (EVERY if self._terminal else SELDOM):
            return
        self._shown = now
        fresh = all_done - self._skipped
        left = (now - self._began) / fresh * (sum(self._positions) - all_done) if fresh else None
        parts = [_("{done} of {all} positions", done=done, all=of)]
        if left:
            parts.append(_("{time} left", time=clock(left)))
        text = titled(name, joined(parts))
        if not self._terminal:
            self.say(text)
            return
        print(f"\r{filled(text, self._width)}", end="", file=sys.stderr, flush=True)
        self._width = columns(text)

    def say(self, text: str) -> None:
        """Write a line that stays."""
        clear = "\r" + " " * self._width + "\r" if self._width else ""
        self._width = 0
        print(f"{clear}gtpengine {self._command}: {plain(text)}", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    """Return a time as ``2:05`` or ``1:02:05``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
