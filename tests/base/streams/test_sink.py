"""Writing to a pipe that is read, that nobody reads, and that is closed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from gtpengine.base.streams.sink import Sink, ThreadSink

SINKS = pytest.mark.parametrize("kind", [Sink, ThreadSink])


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    for end in (reading, writing):
        try:
            os.close(end)
        except OSError:  # closed by the test
            continue


@SINKS
def test_what_is_written_arrives_before_it_returns(
    pipe: tuple[int, int], kind: type[Sink] | type[ThreadSink]
) -> None:
    sink = kind(pipe[1])
    for text in (b"one", b"two"):
        assert sink.write(text, 10.0) == 3
        assert os.read(pipe[0], 10) == text


@SINKS
def test_a_full_pipe_is_not_waited_for(
    pipe: tuple[int, int], kind: type[Sink] | type[ThreadSink]
) -> None:
    sink = kind(pipe[1])
    begun = time.monotonic()
    while sink.write(bytes(1 << 16), 0.01):
        assert time.monotonic() < begun + 60.0
    assert sink.write(b"more", 0.0) == 0


@SINKS
def test_a_closed_pipe_is_an_error(
    pipe: tuple[int, int], kind: type[Sink] | type[ThreadSink]
) -> None:
    sink = kind(pipe[1])
    os.close(pipe[0])
    for _ in range(2):
        with pytest.raises(OSError, match="pipe|argument"):
            sink.write(b"text", 10.0)
