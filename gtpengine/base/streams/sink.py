"""Writing to a pipe without waiting for longer than one wants, whether or not somebody reads it."""

from __future__ import annotations

import os
import select
import sys
import threading
from typing import Final

_MOMENT: Final = 0.1
"""Seconds that a thread needs at most to write where there is room."""


class ThreadSink:
    """A sink whose thread waits instead, where the system cannot say whether there is room.

    It holds what one call brings, beside what the pipe holds.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._change = threading.Condition()
        self._data = b""
        self._error: OSError | None = None
        self._thread: threading.Thread | None = None

    def write(self, data: bytes | memoryview, seconds: float) -> int:
        """Write ``data`` if there is room within ``seconds``; return how many bytes, or 0.

        :raises OSError: when that is impossible, or what came before could not be written.
        """
        with self._change:
            if not self._change.wait_for(self._idle, seconds):
                return 0
            if self._error is None:
                self._data = bytes(data)
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="writes", daemon=True)
                    self._thread.start()
                self._change.notify_all()
                self._change.wait_for(self._idle, max(seconds, _MOMENT))
            if self._error is not None:
                raise self._error
            return len(data)

    def _idle(self) -> bool:
        return not self._data

    def _run(self) -> None:
        while self._error is None:
            with self._change:
                self._change.wait_for(lambda: not self._idle())
            try:
                left = self._data
                while left:
                    left = left[os.write(self._fd, left) :]
            except OSError as error:
                self._error = error
            with self._change:
                self._data = b""
                self._change.notify_all()


if sys.platform == "win32":
    Sink = ThreadSink
else:

    class Sink:
        """A file that is waited for; one that others share need not be one that never blocks."""

        def __init__(self, fd: int) -> None:
            self._fd = fd
            self._poll = select.poll()  # unlike select, for any number of open files
            self._poll.register(fd, select.POLLOUT)

        def write(self, data: bytes | memoryview, seconds: float) -> int:
            """Write what there is room for within ``seconds``; return how many bytes.

            :raises OSError: when that is impossible.
            """
            if not self._poll.poll(1000 * seconds):
                return 0
            try:
                # So much fits if there is room at all, even where writing more would wait.
                return os.write(self._fd, data[: select.PIPE_BUF])
            except BlockingIOError:
                return 0
