"""Lines on stderr that never block the engine, even when nobody reads them.

When a pipe is full, further text is dropped and counted; the count is reported once there is room
again. Sockets and stopped terminals are treated alike.
"""

from __future__ import annotations

import functools
import sys
import threading

from gtpengine.base.streams.sink import Sink

_lock = threading.RLock()
_dropped = 0
"""Texts dropped or cut since the last one written."""


def say(text: str) -> None:
    """Write ``text`` and a newline to stderr; never wait and never fail."""
    global _dropped
    try:
        with _lock:
            told = f"\ngtpengine: {_dropped} messages were dropped, nobody read them\n"
            whole = _written(f"{told if _dropped else ''}{text}\n")
            _dropped = 0 if whole else _dropped + 1
    except (OSError, ValueError):  # closed, or nobody is there to read
        return


@functools.lru_cache(maxsize=8)
def _sink_of(fd: int) -> Sink:
    return Sink(fd)


def _written(text: str) -> bool:
    """Write ``text``; return whether the whole text went out."""
    stream = sys.stderr
    if stream is None:
        return True
    try:
        fd = stream.fileno()
    except OSError:  # no descriptor: text written stays in this process
        stream.write(text)
        return True
    data = text.encode("utf-8", "backslashreplace")
    sink = _sink_of(fd)
    while data:
        written = sink.write(data, 0)
        if not written:
            return False
        data = data[written:]
    return True
