"""Memory that the system still gives, and the largest tree that fits.

Memory is checked before it is needed: a lack that shows up later, in the middle of an import or
in a library, is reported badly or not at all.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

SMALLEST_MB: Final = 16
"""The smallest tree, and the lower limit of the option ``memory``."""

SPARE_MB: Final = 48
"""Memory left beside the tree for models, positions and reports."""

THREAD_MB: Final = 72
"""Memory for each thread: 8 for its stack, 64 for the arena that the C library reserves."""

TO_START_MB: Final = 100 + SMALLEST_MB + SPARE_MB + 3 * THREAD_MB
"""Memory to start with the smallest tree: 100 to load the program; threads that read, search
and wait."""

T = TypeVar("T")


class OutOfRoom(BaseException):
    """There is no memory for even the smallest tree; ends the program, whatever it is doing.

    It is not an ``Exception``, because a session goes on after those.
    """


@contextmanager
def reserved(megabytes: int) -> Iterator[None]:
    """Hold ``megabytes`` of address space while the context lasts.

    :raises MemoryError: when the system refuses them.
    """
    if megabytes <= 0:
        yield
        return
    try:
        if sys.platform == "win32":
            held = mmap.mmap(-1, megabytes << 20, access=mmap.ACCESS_READ)
        else:
            # Read-only pages take no memory, just as a tree takes none before it has grown.
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
            held = mmap.mmap(-1, megabytes << 20, flags=flags, prot=mmap.PROT_READ)
    except (OSError, OverflowError):
        raise MemoryError(
            f"the system refuses {megabytes} MB; raise the limit on memory (ulimit -v) or use less"
        ) from None
    with held:
        yield


def check_start() -> None:
    """Check that there is memory to start.

    :raises MemoryError: when there is not.
    """
    with reserved(TO_START_MB):
        pass


def fitted(make: Callable[[int], T], megabytes: int, threads: int) -> tuple[T, int]:
    """Return what ``make`` makes of the most megabytes that the system gives, and their number.

    It tries ``megabytes``, then a half, a quarter and so on; ``make`` raises ``MemoryError`` when
    they are too many.

    :raises OutOfRoom: when even ``SMALLEST_MB`` are too many.
    """
    while True:
        try:
            with reserved(SPARE_MB + THREAD_MB * (threads + 1)):
                return make(megabytes), megabytes
        except MemoryError as error:
            if megabytes <= SMALLEST_MB:
                raise OutOfRoom(str(error)) from None
            megabytes = max(SMALLEST_MB, megabytes // 2)


def is_lack(error: BaseException) -> bool:
    """Return whether ``error`` says that the system gives no more memory, or no more threads."""
    return isinstance(error, MemoryError | OutOfRoom) or str(error) == "can't start new thread"
