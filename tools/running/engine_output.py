"""What an engine writes, read by threads and within limits.

An engine may write a line without end, lines that nobody asked for, or a flood on standard error.
None of these may fill the memory or hold up a game. GTP drops control characters, and so does
this module: none reaches a terminal, a report or a record.
"""

from __future__ import annotations

import codecs
import collections
import contextlib
import os
import queue
import re
import select
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

#: Characters of the longest line of a reply.
MAX_LINE: Final = 1 << 20
#: Characters of a whole reply, and of all lines that wait unread.
MAX_REPLY: Final = 1 << 22
#: The most characters kept of a line of standard error.
MAX_ERROR_LINE: Final = 1 << 16
#: An engine prints this on standard error when a part of it is broken but it plays on.
FAULT: Final = re.compile(r"internal error", re.IGNORECASE)

#: All control characters but the tab and the end of a line.
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f]")
#: Memory of a line besides its characters.
_COST: Final = 64
#: Reads of 64 kB in a row.
_READS: Final = 16


def printable(text: str) -> str:
    """Return the text without control characters, which could steer a terminal."""
    return _CONTROLS.sub("", text)


class EndOfOutputError(Exception):
    """The engine has closed its output."""


class TooMuchOutputError(Exception):
    """The engine has written more than anybody asked for. The text says what."""


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


class Replies:
    """The lines of standard output."""

    def __init__(self, file: IO[str], name: str, note: Callable[[str], None]) -> None:
        self._file = file
        self._note = note
        self._lines: queue.SimpleQueue[str | Exception] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = 0
        self.thread = threading.Thread(target=self._read, name=f"{name}-stdout", daemon=True)
        self.thread.start()

    def next(self, timeout: float | None) -> str:
        """Return the next line.

        Any error that ended the reading is raised too.

        :raises queue.Empty: if no line comes in time
        :raises EndOfOutputError: when the engine has closed its output
        :raises TooMuchOutputError: when the engine wrote too much
        """
        line = self._lines.get(timeout=timeout)
        if isinstance(line, Exception):
            self._lines.put(line)  # for the next caller too
            raise line
        with self._lock:
            self._waiting -= len(line) + _COST
        return line

    def fail(self, error: Exception) -> None:
        """Make ``next`` raise ``error`` after the lines that have arrived."""
        self._lines.put(error)

    def _read(self) -> None:
        try:
            while line := self._file.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE and not line.endswith("\n"):
                    raise TooMuchOutputError(f"a line of more than {MAX_LINE >> 20} MB")
                clean = printable(line.rstrip("\r\n").replace("\t", " "))
                self._note(clean)
                with self._lock:
                    self._waiting += len(clean) + _COST
                    if self._waiting > MAX_REPLY:
                        raise TooMuchOutputError(f"more than {MAX_REPLY >> 20} MB unasked")
                self._lines.put(clean)
            raise EndOfOutputError
        except Exception as error:  # nobody may go on waiting for lines
            self._lines.put(error)


class Chatter:
    """Standard error: its last lines, their number, and the lines that report a fault."""

    def __init__(
        self,
        file: IO[str],
        name: str,
        keep_lines: int,
        note: Callable[[list[str]], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._file = file.fileno()
        os.set_blocking(self._file, False)
        self._note, self._failed = note, failed
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._rest = ""
        self._lock = threading.Lock()
        self.lines: collections.deque[str] = collections.deque(maxlen=keep_lines)
        self.count = 0
        self.faults = 0
        self.last_fault = ""
        self.thread = threading.Thread(target=self._read, name=f"{name}-stderr", daemon=True)
        self.thread.start()

    def drain(self) -> bool:
        """Read what has been written so far, up to 1 MB; return False at the end of the output."""
        with self._lock:
            for _ in range(_READS):
                try:
                    data = os.read(self._file, 65536)
                except BlockingIOError:
                    break
                self._take(data)
                if not data:
                    return False
        return True

    def _read(self) -> None:
        try:
            poll = select.poll()  # unlike select, for any number of open files
            poll.register(self._file, select.POLLIN)
            while True:
                poll.poll()
                if not self.drain():
                    return
                time.sleep(0)  # the game's own thread may want to drain
        except Exception as error:
            self._failed(error)

    def _take(self, data: bytes) -> None:
        text = self._rest + self._decoder.decode(data, final=not data)
        text = printable(text.replace("\r", "\n"))
        *lines, self._rest = text.split("\n")
        if self._rest and (not data or len(self._rest) > MAX_ERROR_LINE):
            lines, self._rest = [*lines, self._rest], ""
        lines = [line for line in lines if line]
        if not lines:
            return
        self.lines.extend(lines)
        self.count += len(lines)
        if FAULT.search(text):
            told = [line for line in lines if FAULT.search(line)]
            self.faults += len(told)
            self.last_fault = told[-1] if told else self.last_fault
        self._note(lines)
