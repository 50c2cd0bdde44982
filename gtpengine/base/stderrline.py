"""Lines on stderr, which nobody may read: the engine waits for no reader of them.

A pipe takes what fits; further text is dropped and counted, and the count is told once there is
room again. A terminal that was stopped and a socket are treated alike.
"""

from __future__ import annotations

import os
import select
import sys
import threading

_lock = threading.RLock()
_dropped = 0
"""Texts that were dropped, or cut, since the last one that was written."""


def say(text: str) -> None:
    """Write *text* and a line's end to stderr; never waits, and never fails."""
    global _dropped
    try:
        with _lock:
            told = f"\ngtpengine: {_dropped} messages were dropped, nobody read them\n"
            whole = _written(f"{told if _dropped else ''}{text}\n")
            _dropped = 0 if whole else _dropped + 1
    except (OSError, ValueError):  # closed, or nobody is there to read
        return


def _written(text: str) -> bool:
    """Whether all of it went out."""
    stream = sys.stderr
    if stream is None:
        return True
    try:
        fd = stream.fileno()
    except OSError:  # no descriptor: what is written stays in this process
        stream.write(text)
        return True
    data = text.encode("utf-8", "backslashreplace")
    poll = select.poll()
    poll.register(fd, select.POLLOUT)
    while data:
        if not poll.poll(0):
            return False
        try:
            data = data[os.write(fd, data[: select.PIPE_BUF]) :]  # these fit where there is room
        except BlockingIOError:
            return False
    return True
