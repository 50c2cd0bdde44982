"""Waiting for input by threads, as on Windows."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from gtpengine.base.streams.threadwatch import Watch


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    for end in (writing, reading):
        try:
            os.close(end)
        except OSError:  # closed by the test
            continue


def test_input_comes_in_order_and_ends(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    watch = Watch()
    watch.add_input(reading)
    assert watch.now() == watch.wait(0.0) == []
    with pytest.raises(BlockingIOError):
        watch.read(reading, 10)
    os.write(writing, b"abc")
    assert watch.wait(30.0) == [reading]
    assert (watch.read(reading, 2), watch.read(reading, 2)) == (b"ab", b"c")
    assert watch.now() == []
    os.close(writing)
    for _ in range(2):  # the end stays
        assert watch.wait(30.0) == [reading]
        assert watch.read(reading, 10) == b""


def test_two_files_are_waited_for_together(pipe: tuple[int, int]) -> None:
    first, second = os.pipe()
    watch = Watch()
    watch.add_input(pipe[0])
    watch.add_input(first)
    threading.Timer(0.1, os.write, (second, b"x")).start()
    assert watch.wait(30.0) == [first]
    watch.drop(first)
    assert watch.wait(0.05) == []
    watch.add_input(first)
    assert watch.wait(0.0) == [first]
    os.close(second)


@pytest.mark.skipif(sys.platform == "win32", reason="its pipes always block")
def test_a_sender_waits_while_nobody_takes(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.set_blocking(writing, False)
    watch = Watch()
    watch.add_input(reading)
    sent = 0
    deadline = time.monotonic() + 1.0
    while time.monotonic() < deadline:
        try:
            sent += os.write(writing, bytes(1 << 16))
        except BlockingIOError:
            time.sleep(0.01)
    assert 0 < sent <= 1 << 20
    os.close(writing)
    taken = 0
    while watch.wait(30.0) and (data := watch.read(reading, 1 << 16)):
        taken += len(data)
    assert taken == sent
