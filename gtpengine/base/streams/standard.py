"""Standard files that cannot be used.

Where stdout is full or closed, a command ends: with a sentence of its own, not with an error of
whatever it was doing. Where stderr is, nobody reads diagnostics, and the command goes on. A closed
stdin is an empty one. GTP and the analysis protocol write to stdout in ways of their own.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO, cast

#: What a shell calls the end of a program that wrote to a pipe which nobody reads.
CLOSED_PIPE_STATUS: Final = 128 + 13


#: The errors of a pipe that nobody reads; Windows has a name of its own for it.
CLOSED_PIPE: Final = (
    errno.EPIPE,
    errno.ECONNRESET,
    *((errno.EINVAL,) if sys.platform == "win32" else ()),
)


class OutputError(BaseException):
    """Standard output cannot be written; the text says why.

    It is no ``Exception``, so no handler takes it for an error of a file or a record.
    """

    def __init__(self, reason: str, closed_pipe: bool = False) -> None:
        super().__init__(
            f"cannot write to stdout: {reason}; give a pipe, a terminal or a disk with room"
        )
        self.closed_pipe = closed_pipe
        """Whether a reader such as ``head`` has seen enough, and nothing need be said."""


class _Stream(ABC):
    """A standard file; what the class does not define is the file's own."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> int:
        try:
            self._file.write(text)
        except OSError as error:
            self._failed(error)
        return len(text)

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError as error:
            self._failed(error)

    @abstractmethod
    def _failed(self, error: OSError) -> None:
        """Do what follows from an error of the file."""


class _Output(_Stream):
    def _failed(self, error: OSError) -> None:
        _let_go(self._file)
        closed = error.errno in CLOSED_PIPE
        raise OutputError((error.strerror or str(error)).lower(), closed) from None


class _Diagnostics(_Stream):
    def _failed(self, error: OSError) -> None:
        if not isinstance(error, BlockingIOError):  # then there may be room later
            _let_go(self._file)


def _let_go(file: TextIO) -> None:
    """Lead the file to nowhere: Python would try to write the rest at the end."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, file.fileno())
        os.close(null)


@contextmanager
def checked_streams() -> Iterator[None]:
    """While this context lasts, an error of stdout is an `OutputError`, and one of stderr nothing.

    What the encoding of stdout lacks is escaped. All that was written is flushed at its end.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    if sys.platform == "win32":
        _speak_utf8()
    elif isinstance(sys.stdout, io.TextIOWrapper):  # de_DE.ISO-8859-1 cannot write Japanese
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is not None:
        sys.stdout = cast(TextIO, _Output(sys.stdout))
    if sys.stderr is None:  # else print would take stdout
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = cast(TextIO, _Diagnostics(sys.stderr))
    try:
        try:
            yield
        except SystemExit:
            _flush()
            raise
        _flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _speak_utf8() -> None:
    """Write and read UTF-8, not the code page, and LF alone: consoles and programs take both."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
