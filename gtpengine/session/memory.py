"""Room in memory: whether the system still gives any, and a tree as large as it allows.

Asked for before it is needed, because a lack that shows up later, in the middle of an import or in
a library, is told badly or not at all.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

SMALLEST_MB: Final = 16
"""The smallest tree; the option ``memory`` begins there."""

SPARE_MB: Final = 48
"""Left beside the tree, for models, positions and reports."""

THREAD_MB: Final = 72
"""Left for each thread: a stack of 8 and an arena of 64, which the C library reserves for it."""

TO_START_MB: Final = 100 + SMALLEST_MB + SPARE_MB + 3 * THREAD_MB
"""For the program with the smallest tree: 100 to load it; threads that read, search and wait."""

T = TypeVar("T")


class OutOfRoom(BaseException):
    """There is no memory for even the smallest tree; ends the program, whatever it is doing.

    No ``Exception``, because a session goes on after those.
    """


@contextmanager
def reserved(megabytes: int) -> Iterator[None]:
    """Hold so much address space meanwhile; ``MemoryError`` when the system refuses it."""
    if megabytes <= 0:
        yield
        return
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    try:
        # What can only be read takes no memory, as a tree takes none before it has grown.
        held = mmap.mmap(-1, megabytes << 20, flags=flags, prot=mmap.PROT_READ)
    except (OSError, OverflowError):
        raise MemoryError(
            f"the system refuses {megabytes} MB; raise the limit on memory (ulimit -v) or use less"
        ) from None
    with held:
        yield


def check_start() -> None:
    """``MemoryError`` when the program cannot even start."""
    with reserved(TO_START_MB):
        pass


def fitted(make: Callable[[int], T], megabytes: int, threads: int) -> tuple[T, int]:
    """What ``make`` makes of the most megabytes that the system gives, and how many these are.

    They are ``megabytes``, or a half, a quarter and so on of them. ``make`` raises ``MemoryError``
    where they are too many.

    :raises OutOfRoom: when `SMALLEST_MB` are too many
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
    """Whether ``error`` says that the system gives no more memory, or no more threads."""
    return isinstance(error, MemoryError | OutOfRoom) or str(error) == "can't start new thread"
