"""The thread that reads commands, so that the engine sees its input while it thinks.

Lines go into a queue in the order they came and are never lost; the front end answers them one by
one. While lines of ``MOST_WAITING`` bytes wait, no more are read, and the pipe holds the client up:
an end of the session behind them is seen when its turn comes, but signals are seen at once.

The thread itself acts only on what cannot wait. It calls ``interrupt`` at the end of a session
(``quit`` or the end of input) that arrives during an earlier command, at a signal, and when nobody
reads the replies any more. It also acts on GoGui's ``# interrupt``.

A script on a pipe (``printf 'genmove b\\nquit\\n' | gtpengine``) has sent its ``quit`` before the
engine begins to think, and wants the full answer. So an end within ``BATCH_SECONDS`` of the line
before it belongs to the script and interrupts nothing.
"""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final

from gtpengine.base.streams.watch import Watch
from gtpengine.gtp.protocol import MAX_LINE, Line, NobodyReadsError, Overlong, decode, parse

BATCH_SECONDS: Final = 0.25

INTERRUPT: Final = re.compile(r"\s*#\s*interrupt\s*")

MOST_WAITING: Final = 64 << 20
"""Bytes of memory, about, that lines may take which wait for their answers."""

_LINE_BYTES: Final = 64
"""Memory of a line besides its text."""

_FULL_SECONDS: Final = 0.1
"""Seconds between two looks at a full queue."""

_CHUNK: Final = 1 << 16

_HEAD: Final = 64
"""First bytes of an overlong line, where an id is looked for."""


class LineSplitter:
    """A splitter of a byte stream into lines; of overlong lines only the id is kept."""

    def __init__(self, limit: int = MAX_LINE) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._head = b""
        self._length = 0

    def feed(self, data: bytes) -> list[Line]:
        """Return the lines completed by ``data``, without their LF."""
        *complete, tail = data.split(b"\n")
        lines = []
        for piece in complete:
            self._add(piece)
            lines.append(self._take())
        self._add(tail)
        return lines

    def finish(self) -> list[Line]:
        """Return the rest at the end of input: a last line without LF, or nothing."""
        return [self._take()] if self._length else []

    def _add(self, piece: bytes) -> None:
        self._length += len(piece)
        self._head = (self._head + piece[:_HEAD])[:_HEAD]
        if self._length > self._limit:
            self._parts.clear()
        elif piece:
            self._parts.append(piece)

    def _take(self) -> Line:
        line: Line
        if self._length > self._limit:
            request = parse(decode(self._head))
            line = Overlong(None if request is None else request.id)
        else:
            line = decode(b"".join(self._parts))
        self._parts.clear()
        self._head = b""
        self._length = 0
        return line


class CommandReader:
    """A daemon thread that reads lines from ``fd``.

    :meth:`take` gives lists of lines that arrived together, an empty one at a signal, and None once
    at the end of input or when nobody reads the replies any more. ``interrupt`` is called in the
    reader's thread. So is ``interrupt_move``, at GoGui's comment ``# interrupt``, which ends the
    running search and needs no answer. ``wakeup_fd`` (the reading end of a pipe for
    ``signal.set_wakeup_fd``) and ``reply_fd`` (watched for a client that goes away) may be None.
    """

    def __init__(
        self,
        fd: int,
        interrupt: Callable[[], None],
        wakeup_fd: int | None = None,
        reply_fd: int | None = None,
        interrupt_move: Callable[[], None] = lambda: None,
    ) -> None:
        self._lines: SimpleQueue[list[Line] | None] = SimpleQueue()
        self._waiting = 0
        self._fd = fd
        self._interrupt = interrupt
        self._wakeup_fd = wakeup_fd
        self._reply_fd = reply_fd
        self._interrupt_move = interrupt_move
        self._arrival = threading.Condition()
        self.arrived = 0.0
        """When input was last read, on the monotonic clock."""
        self._last_line = -BATCH_SECONDS
        self._thread = threading.Thread(target=self._run, name="gtp-reader", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def take(self) -> list[Line] | None:
        """Return the next lines, or None at the end; wait for them."""
        lines = self._lines.get()
        with self._arrival:
            self._waiting -= _bytes_of(lines)
        return lines

    def wait(self, seconds: float) -> bool:
        """Wait until there is something to take, even an empty line; False if the time is over."""
        with self._arrival:
            return self._arrival.wait_for(lambda: not self._lines.empty(), seconds)

    def _put(self, lines: list[Line] | None) -> None:
        with self._arrival:
            self._waiting += _bytes_of(lines)
            self._lines.put(lines)
            self._arrival.notify_all()

    def _run(self) -> None:
        watch = Watch()
        if self._wakeup_fd is not None:
            watch.add_input(self._wakeup_fd)
        if self._reply_fd is not None:
            watch.add_errors(self._reply_fd)
        try:
            self._read_all(watch)
            while True:
                self._wait(watch)
        except NobodyReadsError:
            self._put(None)
            self._interrupt()

    def _read_all(self, watch: Watch) -> None:
        """Read to the end of input."""
        splitter = LineSplitter()
        watch.add_input(self._fd)
        while data := self._read(watch):
            self.arrived = time.monotonic()
            self._deliver(splitter.feed(data))
            if self._waiting > MOST_WAITING:
                watch.drop(self._fd)
                while self._waiting > MOST_WAITING:
                    self._wait(watch, _FULL_SECONDS)
                watch.add_input(self._fd)
        watch.drop(self._fd)
        self._deliver(splitter.finish())
        late = not self._in_batch()
        self._put(None)
        if late:
            self._interrupt()

    def _read(self, watch: Watch) -> bytes:
        """Return the next bytes, or nothing at the end of input."""
        while True:
            if self._fd in self._wait(watch):
                with contextlib.suppress(BlockingIOError):  # another process took them
                    return self._read_now(watch)

    def _wait(self, watch: Watch, seconds: float | None = None) -> list[int]:
        """Wait for an event and act on signals; return the descriptors with an event.

        The answer is empty when ``seconds`` are over.

        :raises NobodyReadsError: when the replies have no reader any more.
        """
        ready = watch.wait(seconds)
        if self._reply_fd in ready:
            raise NobodyReadsError("the other end of the replies was closed")
        if self._wakeup_fd is not None and self._wakeup_fd in ready:
            watch.read(self._wakeup_fd, 1024)
            self._interrupt()
            # A signal that comes just before take() begins to wait does not end that waiting.
            self._put([])
        return ready

    def _read_now(self, watch: Watch) -> bytes:
        try:
            return watch.read(self._fd, _CHUNK)
        except BlockingIOError:
            raise
        except OSError:  # a terminal or socket that went away is also the end of input
            return b""

    def _deliver(self, lines: list[Line]) -> None:
        if not lines:
            return
        ended = False
        for line in lines:
            if isinstance(line, str) and (request := parse(line)) is not None:
                ended = ended or (request.name == "quit" and not self._in_batch())
                self._last_line = time.monotonic()
        self._put(lines)
        if any(isinstance(line, str) and INTERRUPT.fullmatch(line) for line in lines):
            self._interrupt_move()
        if ended:
            self._interrupt()

    def _in_batch(self) -> bool:
        return time.monotonic() - self._last_line < BATCH_SECONDS


def _bytes_of(lines: list[Line] | None) -> int:
    return sum(_LINE_BYTES + (len(one) if isinstance(one, str) else 0) for one in lines or ())
