"""The log of what engines and their controller say to each other."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Protocol


class Log(Protocol):
    """Anything that takes text: a file, or a `TrafficLog`."""

    def write(self, text: str, /) -> object:
        """Take whole lines."""


def note(log: Log | None, name: str, mark: str, lines: Sequence[str]) -> None:
    """Write lines of a program to a log, if there is one, each with the time, the name, a mark.

    Marks are ``>`` (sent), ``<`` (received) and ``!`` (standard error).
    """
    if log is not None:
        start = f"{time.time():.3f} {name} {mark}"
        log.write("".join(f"{start} {line}\n" for line in lines))


class TrafficLog:
    """A file of the GTP traffic. When it cannot be written, the log ends and the games go on.

    Any thread may write.
    """

    def __init__(self, path: Path) -> None:
        """Open the file to append to it.

        :raises OSError: if it cannot be written
        """
        self._path = path
        self._file: IO[str] | None = path.open("a", buffering=1, encoding="utf-8")
        self._lock = threading.Lock()

    def write(self, text: str) -> None:
        with self._lock:
            if self._file is None:
                return
            try:
                self._file.write(text)
            except (OSError, ValueError) as error:
                print(
                    f"warning: {self._path}: {error}; the log ends, the games go on",
                    file=sys.stderr,
                )
                self._close()

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None
