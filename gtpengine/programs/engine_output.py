"""Standard error of an engine, read by a thread and within limits.

A flood on standard error may neither fill the memory nor hold up a game. GTP drops control
characters, and so does this module: none reaches a terminal, a report or a record.
"""

from __future__ import annotations

import codecs
import collections
import re
import threading
import time
from collections.abc import Callable
from typing import Final

from gtpengine.base.streams.watch import Watch

#: The most characters kept of a line of standard error.
MAX_ERROR_LINE: Final = 1 << 16
#: An engine prints this on standard error when a part of it is broken but it plays on.
FAULT: Final = re.compile(r"internal error", re.IGNORECASE)

#: All control characters but the tab and the end of a line.
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f]")
#: Reads of 64 kB in a row.
_READS: Final = 16
#: Seconds after which the thread looks whether it is to stop.
_LOOK_SECONDS: Final = 0.1


def printable(text: str) -> str:
    """Return the text without control characters, which could steer a terminal."""
    return _CONTROLS.sub("", text)


class Chatter:
    """Standard error: its last lines, their number, and the lines that report a fault."""

    def __init__(
        self,
        file: int,
        name: str,
        keep_lines: int,
        note: Callable[[list[str]], None],
    ) -> None:
        """Read ``file``, a file number that does not block. ``note`` gets the lines."""
        self._file = file
        self._watch = Watch()
        self._watch.add_input(file)
        self._note = note
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._rest = ""
        self._lock = threading.Lock()
        self.lines: collections.deque[str] = collections.deque(maxlen=keep_lines)
        self.count = 0
        self.faults = 0
        self.last_fault = ""
        self._closed = False
        self.thread = threading.Thread(target=self._read, name=f"{name}-stderr", daemon=True)
        self.thread.start()

    def close(self, timeout: float) -> None:
        """Read what has been written so far and stop. The file may be closed afterwards."""
        self.thread.join(timeout)  # until the end of the output, if it is near
        self._closed = True
        self.thread.join()

    def drain(self) -> bool:
        """Read what has been written so far, up to 1 MB; return False at the end of the output."""
        with self._lock:
            for _ in range(_READS):
                try:
                    data = self._watch.read(self._file, 65536)
                except BlockingIOError:
                    break
                self._take(data)
                if not data:
                    return False
        return True

    def _read(self) -> None:
        while not self._closed:
            if self._watch.wait(_LOOK_SECONDS) and not self.drain():
                return
            time.sleep(0)  # the game's own thread may want to drain

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
