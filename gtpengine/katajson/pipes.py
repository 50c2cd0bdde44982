"""The lines of stdin, as long as somebody reads stdout."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

from gtpengine.base.streams.watch import Watch
from gtpengine.gtp.protocol import Line, Output, Overlong
from gtpengine.gtp.reader import LineSplitter

MAX_LINE: Final = 4 << 20
"""Most bytes of a query; a longer line is refused."""

_CHUNK: Final = 1 << 16


class QueryPipes:
    """Queries from one descriptor, answers to another.

    A client that crashed closes both ends and wants no answers: :meth:`lines` and :meth:`check`
    then raise ``BrokenPipeError``. A client that closes only its output still waits for answers.
    """

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._output = Output(sink)
        self._errors = Watch()
        self._errors.add_errors(sink)
        self._events = Watch()
        self._events.add_errors(sink)
        self._events.add_input(source)

    def check(self) -> None:
        """Check that somebody still reads.

        :raises BrokenPipeError: when nobody does.
        """
        if self._errors.now():
            raise BrokenPipeError("nobody reads the answers")

    def lines(self) -> Iterator[str | None]:
        """Yield lines until the end of input; None for one longer than ``MAX_LINE``."""
        splitter = LineSplitter(MAX_LINE)
        while data := self._read():
            yield from map(_if_kept, splitter.feed(data))
        yield from map(_if_kept, splitter.finish())

    def write(self, line: str) -> None:
        """Write a line at once; ``line`` comes without its newline."""
        self._output.write(line + "\n")

    def _read(self) -> bytes:
        while True:
            self._events.wait()
            self.check()
            with contextlib.suppress(BlockingIOError):  # another process took them
                return self._events.read(self._source, _CHUNK)


def _if_kept(line: Line) -> str | None:
    return None if isinstance(line, Overlong) else line
