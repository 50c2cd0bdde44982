"""The three standard descriptors of a process that speaks GTP."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def fill_gaps() -> None:
    """Open ``/dev/null`` for standard descriptors that the process was started without.

    Otherwise the next file opened, such as the log, would become stdin or stderr.
    """
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is fd
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


@contextmanager
def private_stdout() -> Iterator[int]:
    """Yield a descriptor for replies that nothing else knows; prints go to stderr instead."""
    python_stdout = sys.stdout
    python_stdout.flush()
    reply_fd = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    try:
        yield reply_fd
    finally:
        os.dup2(reply_fd, 1)
        os.close(reply_fd)
        sys.stdout = python_stdout
