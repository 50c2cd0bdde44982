"""Waiting for input where the system cannot wait for several files at once, as on Windows.

A thread reads each file, a piece at a time, and does not go on before that was taken. So a client
that sends more than is read waits, as it does on a pipe. The end of a client is seen only when
something is written to it.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import Final

_PIECE: Final = 1 << 16


@dataclass
class _Input:
    data: bytes = b""
    ready: bool = False
    """Whether ``data`` waits to be taken; without bytes it is the end of the file."""


class Watch:
    """A set of descriptors that are waited for together. Nobody else may read them."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._inputs: dict[int, _Input] = {}
        self._watched: set[int] = set()

    def add_input(self, fd: int) -> None:
        """Wait for input on ``fd``, and for its end."""
        with self._change:
            self._watched.add(fd)
            if fd not in self._inputs:
                one = self._inputs[fd] = _Input()
                threading.Thread(
                    target=self._read_all, args=(fd, one), name=f"reads-{fd}", daemon=True
                ).start()
            self._change.notify_all()

    def add_errors(self, fd: int) -> None:
        """Do nothing: that a reader has gone is seen when something is written."""

    def drop(self, fd: int) -> None:
        """Wait for the input of ``fd`` no longer."""
        with self._change:
            self._watched.discard(fd)

    def wait(self, seconds: float | None = None) -> list[int]:
        """Wait for an event, at most so long if ``seconds`` are given; return the descriptors that
        have one."""
        with self._change:
            self._change.wait_for(self._ready, seconds)
            return self._ready()

    def now(self) -> list[int]:
        """Return the descriptors that have an event now."""
        with self._change:
            return self._ready()

    def read(self, fd: int, most: int) -> bytes:
        """Return the bytes of ``fd`` that have come, ``most`` at most; none at its end.

        :raises BlockingIOError: when none have come.
        """
        with self._change:
            one = self._inputs[fd]
            if not one.ready:
                raise BlockingIOError
            data, one.data = one.data[:most], one.data[most:]
            one.ready = bool(one.data) or not data
            self._change.notify_all()
            return data

    def _ready(self) -> list[int]:
        return [fd for fd in self._watched if self._inputs[fd].ready]

    def _read_all(self, fd: int, one: _Input) -> None:
        ended = False
        while not ended:
            try:
                data = os.read(fd, _PIECE)
            except OSError:  # a pipe or a terminal that went away is also the end
                data = b""
            with self._change:
                one.data, one.ready, ended = data, True, not data
                self._change.notify_all()
                self._change.wait_for(lambda: not (one.ready and one.data))
