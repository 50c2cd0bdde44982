"""The log of a conversation, as lines with the time, for ``--log FILE``.

Each line goes out with one append, so that several engines may share a file. When the log cannot be
written, logging ends with a message; the game never stops.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from gtpengine.base.files.userpath import open_regular
from gtpengine.base.streams.stderrline import say


def complain(text: str) -> None:
    """Write a message to stderr that no client takes for a reply or an analysis.

    Lizzie reads stderr as if it were stdout: hence the fixed beginning and no `` -> ``.
    """
    for line in text.splitlines():
        say(f"gtpengine: {line.replace(' -> ', ' to ')}")


class Transcript:
    """A log file that is appended to; without a path nothing is written."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._fd: int | None = None
        if path is not None:
            try:
                self._fd = open_regular(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            except OSError as error:
                self._give_up(error)

    def write(self, mark: str, text: str) -> None:
        """Append the lines of ``text``, each with the time and ``mark``."""
        if self._fd is None:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        process = os.getpid()
        lines = "".join(f"{now} {process} {mark} {line}\n" for line in text.splitlines())
        try:
            os.write(self._fd, lines.encode("utf-8", "backslashreplace"))
        except OSError as error:
            self._give_up(error)

    def close(self) -> None:
        """Close the file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _give_up(self, error: OSError) -> None:
        reason = (error.strerror or type(error).__name__).lower()
        complain(f"cannot write the log {self._path}: {reason}; the game goes on without it")
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
