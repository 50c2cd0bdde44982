"""Nobody reads stderr, or reads it late: nothing waits for that."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gtpengine.base.streams.stderrline import say


@contextmanager
def pipe() -> Iterator[int]:
    """The reading end of a pipe that is stderr meanwhile."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with pytest.MonkeyPatch.context() as patch, os.fdopen(writing, "w") as stream:
        patch.setattr(sys, "stderr", stream)
        yield reading
    os.close(reading)


def test_what_nobody_reads_is_dropped_and_counted() -> None:
    lines = b""
    with pipe() as reading:
        say("first \u00e9\ud800")
        for _ in range(3000):
            say("x" * 99)
        for text in ("", "x" * 99, "last"):
            while True:
                try:
                    lines += os.read(reading, 1 << 20)
                except BlockingIOError:  # empty: there is room again
                    break
            say(text)
        lines += os.read(reading, 1 << 20)
    assert lines.startswith("first \u00e9\\ud800\n".encode() + b"x" * 99 + b"\n")
    assert lines.endswith(b"\n\n" + b"x" * 99 + b"\nlast\n")
    (told,) = [line for line in lines.split(b"\n") if b"dropped" in line]
    written = lines.count(b"x" * 99 + b"\n")
    assert told == b"gtpengine: %d messages were dropped, nobody read them" % (3001 - written)


def test_nobody_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pipe() as reading:
        other = os.open(os.devnull, os.O_RDONLY)
        os.dup2(other, reading)
        os.close(other)
        say("to nobody")
    monkeypatch.setattr(sys, "stderr", None)
    say("to nobody at all")
    assert capsys.readouterr().out == ""
