"""An engine's standard input and output: lines to it and from it, within a time and a size.

Nothing here waits for longer than its deadline, whatever the engine does: it may not read, not
answer, write without end, or end while a child of its own keeps the pipes open. Nobody reads
between commands, so an engine that goes on writing fills its pipe and waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from gtpengine.base.streams.sink import Sink
from gtpengine.base.streams.watch import Watch
from gtpengine.programs.engine_output import printable
from gtpengine.programs.engine_process import EngineProcess

#: Bytes of the longest line.
MAX_LINE: Final = 1 << 20
#: Bytes of answers that are kept while a line is written.
MAX_UNREAD: Final = 1 << 26
#: Bytes of one read.
_CHUNK: Final = 1 << 16
#: Seconds between two looks whether the process has ended: a child of its own may keep the
#: pipes open.
_LOOK_SECONDS: Final = 0.1


class SilenceError(Exception):
    """The deadline has come."""


class EndOfOutputError(Exception):
    """The engine has ended, or has closed its output or its input."""


class TooMuchOutputError(Exception):
    """The engine has written more than anybody asked for. The text says what."""


class EnginePipes:
    """Lines to a process and from it. Use it from one thread. Deadlines are of time.monotonic."""

    def __init__(self, process: EngineProcess, note: Callable[[str], None]) -> None:
        """``note`` gets each line that is read."""
        self._process = process
        self._note = note
        input_file, self._output, _ = process.files
        self._sink = Sink(input_file)
        self._watch = Watch()
        self._watch.add_input(self._output)
        self._unread = bytearray()
        self._searched = 0
        """How many bytes at the start of ``_unread`` hold no end of a line."""
        self._ended = False

    def write_line(self, text: str, deadline: float, reading: bool = False) -> None:
        """Send a line; with ``reading`` read meanwhile, for programs that answer many questions.

        :raises SilenceError: if the engine does not read the line in time
        :raises EndOfOutputError: if the engine has ended, or has closed its input
        :raises TooMuchOutputError: if the engine writes without end meanwhile
        """
        left = memoryview((text + "\n").encode("utf-8", "surrogateescape"))
        while left:
            try:
                written = self._sink.write(left, _step(deadline))
            except OSError:
                raise EndOfOutputError from None
            left = left[written:]
            if written:
                continue
            # An engine may wait until its answers are read before it reads on.
            while reading and self._read():
                if len(self._unread) > MAX_UNREAD:
                    raise TooMuchOutputError(f"more than {MAX_UNREAD >> 20} MB of answers")
            if not self._goes_on(deadline):
                raise EndOfOutputError

    def read_line(self, deadline: float) -> str:
        """Return the next line, without its end and without control characters.

        :raises SilenceError: if no line comes in time
        :raises EndOfOutputError: if the engine has ended, or has closed its output
        :raises TooMuchOutputError: if the line is too long
        """
        while (line := self._take()) is None:
            if self._ended:
                raise EndOfOutputError
            if self._watch.wait(_step(deadline)):
                self._read()
            elif not self._goes_on(deadline):  # what is in the pipe is all
                while self._read():
                    pass
                self._ended = True
        self._note(line)
        return line

    def unasked(self) -> str:
        """Return the beginning of what the engine has written without a command; empty if nothing.

        Blank lines are nothing. They are dropped.
        """
        self._read()
        text = _cleaned(self._unread).strip()
        if not text:
            self._unread.clear()
            self._searched = 0
        return text

    def _take(self) -> str | None:
        """Return the first line of what has been read, if a whole line has."""
        end = self._unread.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._unread)
            if self._searched > MAX_LINE:
                raise TooMuchOutputError(f"a line of more than {MAX_LINE >> 20} MB")
            return None
        line = _cleaned(self._unread[:end])
        del self._unread[: end + 1]
        self._searched = 0
        return line

    def _read(self) -> bool:
        """Read what is there, a chunk at most; return whether there was something."""
        try:
            data = self._watch.read(self._output, _CHUNK)
        except BlockingIOError:
            return False
        self._unread += data
        self._ended = self._ended or not data
        return bool(data)

    def _goes_on(self, deadline: float) -> bool:
        """Return whether the process is still running.

        :raises SilenceError: at the deadline, if it is
        """
        if self._process.poll() is not None:
            return False
        if time.monotonic() >= deadline:
            raise SilenceError
        return True


def _step(deadline: float) -> float:
    """Return how many seconds one may wait before one looks whether the process has ended."""
    return max(0.0, min(deadline - time.monotonic(), _LOOK_SECONDS))


def _cleaned(line: bytes | bytearray) -> str:
    """Return the text of a line. GTP drops carriage returns and has blanks for tabs."""
    text = line.decode("utf-8", "replace").replace("\r", "").replace("\t", " ")
    return printable(text)
