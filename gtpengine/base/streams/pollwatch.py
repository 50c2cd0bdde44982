"""Waiting for input and for the end of a client, on files of any kind.

``poll`` says of a closed reading end what ``select`` cannot, but on macOS it takes no terminals and
no other devices: it calls them invalid. Those are waited for with ``select``.
"""

from __future__ import annotations

import os
import select
import sys
import time
from typing import Final

assert sys.platform != "win32"

STEP: Final = 0.1
"""Seconds between two looks at the other files while a device is waited for."""


class Watch:
    """A set of descriptors that are waited for together."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._devices: set[int] = set()

    def add_input(self, fd: int) -> None:
        """Wait for input on ``fd``, and for its end."""
        if _pollable(fd, select.POLLIN):
            self._poll.register(fd, select.POLLIN)
        else:
            self._devices.add(fd)

    def add_errors(self, fd: int) -> None:
        """Wait until nobody reads what is written to ``fd``; a device that cannot be polled has no
        reader that could go away."""
        if _pollable(fd, 0):
            self._poll.register(fd, 0)  # errors are always reported

    def drop(self, fd: int) -> None:
        """Wait for the input of ``fd`` no longer."""
        if fd in self._devices:
            self._devices.remove(fd)
        else:
            self._poll.unregister(fd)

    def wait(self, seconds: float | None = None) -> list[int]:
        """Wait for an event, at most so long if ``seconds`` are given; return the descriptors that
        have one."""
        end = None if seconds is None else time.monotonic() + seconds
        while self._devices:
            ready = select.select(self._devices, [], [], STEP)[0] + self.now()
            if ready or (end is not None and time.monotonic() >= end):
                return ready
        return [fd for fd, _ in self._poll.poll(None if seconds is None else 1000 * seconds)]

    def read(self, fd: int, most: int) -> bytes:
        """Return the bytes of ``fd`` that have come, ``most`` at most; none at its end.

        :raises BlockingIOError: when none have come to a file that does not block.
        """
        return os.read(fd, most)

    def now(self) -> list[int]:
        """Return the descriptors that have an event now, devices left aside."""
        return [fd for fd, _ in self._poll.poll(0)]


def _pollable(fd: int, events: int) -> bool:
    probe = select.poll()
    probe.register(fd, events)
    return not any(event & select.POLLNVAL for _, event in probe.poll(0))
