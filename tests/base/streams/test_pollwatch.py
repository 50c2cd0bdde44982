"""Waiting for input on pipes, and on devices that ``poll`` refuses, as macOS has it."""

from __future__ import annotations

import os
import pty
import select
import threading
from collections.abc import Iterator

import pytest

from gtpengine.base.streams.pollwatch import Watch

Pipe = tuple[int, int]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:  # closed by the test
            continue


@pytest.fixture
def terminal() -> Iterator[Pipe]:
    """Its ends: what the program sees, and the window."""
    window, program = pty.openpty()
    yield program, window
    os.close(window)
    os.close(program)


class MacPoll:
    """``select.poll`` that calls every terminal invalid."""

    real = select.poll

    def __init__(self) -> None:
        self._poll = self.real()
        self._terminals: set[int] = set()

    def register(self, fd: int, events: int) -> None:
        if os.isatty(fd):
            self._terminals.add(fd)
        else:
            self._poll.register(fd, events)

    def unregister(self, fd: int) -> None:
        self._poll.unregister(fd)

    def poll(self, timeout: float | None = None) -> list[tuple[int, int]]:
        invalid = [(fd, select.POLLNVAL) for fd in self._terminals]
        return invalid or self._poll.poll(timeout)


@pytest.fixture
def macos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(select, "poll", MacPoll)


def test_input_of_a_pipe_and_its_end(pipe: Pipe) -> None:
    reading, writing = pipe
    watch = Watch()
    watch.add_input(reading)
    assert watch.now() == []
    os.write(writing, b"x")
    assert watch.wait() == watch.now() == [reading]
    os.read(reading, 1)
    assert watch.now() == []
    os.close(writing)
    assert watch.wait() == [reading]


def test_a_client_that_goes_away(pipe: Pipe) -> None:
    reading, writing = pipe
    watch = Watch()
    watch.add_errors(writing)
    assert watch.now() == []
    os.close(reading)
    assert watch.wait() == [writing]


def test_what_is_dropped_is_waited_for_no_longer(pipe: Pipe) -> None:
    reading, writing = pipe
    watch = Watch()
    watch.add_input(reading)
    os.write(writing, b"x")
    watch.drop(reading)
    assert watch.now() == []


@pytest.mark.usefixtures("macos")
def test_a_terminal_that_cannot_be_polled_is_read(terminal: Pipe) -> None:
    program, window = terminal
    watch = Watch()
    watch.add_input(program)
    assert watch.now() == []
    timer = threading.Timer(0.3, os.write, (window, b"name\n"))
    timer.start()
    assert watch.wait() == [program]
    timer.join()
    assert os.read(program, 100) == b"name\n"
    watch.drop(program)


@pytest.mark.usefixtures("macos")
def test_a_terminal_that_cannot_be_polled_has_no_errors(terminal: Pipe) -> None:
    watch = Watch()
    watch.add_errors(terminal[0])
    assert watch.now() == []


@pytest.mark.usefixtures("macos")
def test_a_pipe_is_seen_while_a_terminal_is_waited_for(terminal: Pipe, pipe: Pipe) -> None:
    """So a signal ends a search, and a client that goes away ends the program."""
    reading, writing = pipe
    watch = Watch()
    watch.add_input(terminal[0])
    watch.add_errors(writing)
    os.close(reading)
    assert watch.wait() == [writing]
