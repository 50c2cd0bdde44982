"""Tells on stderr how far a build is: how many modules are done, and how long the rest takes.

A module is done when its file has been written. On a terminal one line is kept up to date;
elsewhere a line is written every few seconds.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final

TERMINAL_SECONDS: Final = 0.5
LINE_SECONDS: Final = 10.0


class BuildProgress:
    """Watches files being written while it is entered; says nothing if there are none.

    *after* is how long the stages that follow take, in times of this one.
    """

    def __init__(self, verb: str, sizes: Mapping[Path, int], after: float = 0.0) -> None:
        self._verb = verb
        self._sizes = sizes
        self._after = after
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._begun = 0.0

    def __enter__(self) -> None:
        self._begun = time.time()
        if self._sizes:
            self._watcher.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._sizes:
            self._over.set()
            self._watcher.join()

    def _watch(self) -> None:
        terminal = sys.stderr.isatty()
        while True:
            end, begin = ("\033[K", "\r") if terminal else ("\n", "")
            print(f"{begin}{self.words(time.time())}", end=end, file=sys.stderr, flush=True)
            if self._over.wait(TERMINAL_SECONDS if terminal else LINE_SECONDS):
                break
        if terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def words(self, now: float) -> str:
        """``Compiling: 12 of 92 modules, about 80 seconds left``; at first without the time."""
        done = [path for path in self._sizes if self._written(path)]
        text = f"{self._verb}: {len(done)} of {len(self._sizes)} modules"
        share = sum(self._sizes[path] for path in done) / max(1, sum(self._sizes.values()))
        seconds = now - self._begun
        # The first modules say too little, after the last there is little to say.
        if seconds < 2 or not 0.02 < share < 1:
            return text
        left = seconds / share * (1 - share + self._after)
        return f"{text}, about {left:.0f} seconds left"

    def _written(self, path: Path) -> bool:
        try:
            return path.stat().st_mtime >= self._begun
        except FileNotFoundError:
            return False
