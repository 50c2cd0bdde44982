"""The Go Text Protocol, version 2, below the commands: lines in, replies out.

Lexical rules follow the draft 2 specification: control characters other than HT and LF vanish
(so CR LF is fine), HT counts as a blank, ``#`` starts a comment, empty lines are ignored. Where
the specification is silent this module follows GNU Go: ``12name`` is command ``name`` with id 12,
and a negative id is read but not echoed.

Standard library only; nothing here knows about Go.

Not done: no command table and no threads (see ``registry`` and ``reader``).
"""

from __future__ import annotations

import errno
import os
import re
import select
import sys
from dataclasses import dataclass
from typing import Final

MAX_ID: Final = 2**31 - 1

MAX_LINE: Final = 1 << 20
"""Most bytes of an input line; the longest sensible command needs some 3,000."""

# Windows has a name of its own for the error of a pipe that nobody reads.
_CLOSED_PIPE: Final = (errno.EPIPE, errno.EINVAL if sys.platform == "win32" else errno.EPIPE)
_DROPPED: Final = dict.fromkeys([*range(32), 127, *range(128, 160)]) | {9: " ", 10: "\n"}
_ID: Final = re.compile(r"(-?[0-9]{1,12})(?![0-9]) *")


class GtpError(Exception):
    """A command failed; the message becomes the ``?`` reply."""


class ReplyError(OSError):
    """Replies cannot be written, which ends the session; ``strerror`` says why."""


class NobodyReadsError(ReplyError, BrokenPipeError):
    """The client closed its end of the replies."""


@dataclass(frozen=True, slots=True)
class GtpRequest:
    """One command line, taken apart. ``id`` is None where the reply echoes no id."""

    id: int | None
    name: str
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overlong:
    """An input line that was too long to keep; ``id`` is the id at the beginning of the line."""

    id: int | None

    def __str__(self) -> str:
        return f"{'' if self.id is None else f'{self.id} '}(a line too long)"


Line = str | Overlong


def clean(text: str) -> str:
    """Return ``text`` without control characters (LF stays), with HT turned into blanks."""
    return text.translate(_DROPPED)


def parse(line: str) -> GtpRequest | None:
    """Parse ``line`` (with or without its LF); return None when there is nothing to answer.

    A line with an id but no command yields an empty name, since its sender waits for an answer.
    An id above 2^31-1 is not an id; it is taken for the name of an (unknown) command.
    """
    text = clean(line).replace("\n", " ").partition("#")[0].strip(" ")
    if not text:
        return None
    number: int | None = None
    found = _ID.match(text)
    if found is not None and int(found[1]) <= MAX_ID:
        text = text[found.end() :]
        number = None if found[1].startswith("-") else int(found[1])
    # Split at blanks only: str.split() without argument would also split at exotic spaces.
    words = [word for word in text.split(" ") if word]
    return GtpRequest(number, words[0] if words else "", tuple(words[1:]))


def format_reply(success: bool, number: int | None, text: str = "") -> str:
    """Return a complete reply: status, id, text and exactly one blank line at its end.

    ``text`` may have several lines. Empty lines would end the reply early and become ``.``, except
    a first one, which lets a diagram begin below the status.
    """
    lines = [line.rstrip(" ") for line in clean(text).rstrip(" \n").split("\n")]
    head = ("=" if success else "?") + ("" if number is None else str(number))
    first = head if not lines[0] else f"{head} {lines[0].lstrip(' ')}"
    return "\n".join([first, *(line or "." for line in lines[1:])]) + "\n\n"


def decode(line: bytes) -> str:
    """Return raw bytes as text; bytes that are not UTF-8 survive, to name a file."""
    return line.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Return text as bytes for stdout; what UTF-8 cannot encode is escaped."""
    return text.encode("utf-8", "backslashreplace")


class Output:
    """A writer of replies to a file descriptor, each with one write and without buffers."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def write(self, text: str) -> None:
        """Write all of ``text`` now.

        :raises ReplyError: when that is impossible.
        """
        data = memoryview(encode(text))
        try:
            while data:
                data = data[self._write_some(data) :]
        except OSError as error:
            if error.errno in _CLOSED_PIPE:
                raise NobodyReadsError("nobody reads the replies any more") from None
            raise ReplyError(error.errno, error.strerror) from None

    def _write_some(self, data: memoryview) -> int:
        """Write at least one byte and as many as fit; return their number."""
        while True:
            try:
                return os.write(self._fd, data)
            except BlockingIOError:  # the client made the pipe non-blocking, and reads slowly
                if sys.platform == "win32":  # where no pipe is
                    continue
                poll = select.poll()
                poll.register(self._fd, select.POLLOUT)
                poll.poll()
