"""Files that a command leaves out: each is named, and the exit status tells of them.

One bad file among many ends no command. The rest is done, and the status then is 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from gtpengine.base.text.brief import brief
from gtpengine.base.text.plain import plain

SHOWN: Final = 20
"""The most that are named one by one."""

_count: ContextVar[list[int] | None] = ContextVar("left_out", default=None)


def leave_out(what: str) -> None:
    """Say on standard error that a file, whose name is in the text, is left out; and count it."""
    count = _count.get()
    number = 0 if count is None else count[0]
    if count is not None:
        count[0] += 1
    if number < SHOWN:
        print(plain(brief(f"left out: {what}")), file=sys.stderr)


@contextmanager
def counted(status: list[int]) -> Iterator[None]:
    """Make the exit status, which the list holds, 1 where files are left out and it is 0."""
    count = [0]
    before = _count.set(count)
    try:
        yield
    finally:
        _count.reset(before)
    if count[0] > 1:
        print(f"{count[0]:,} files are left out", file=sys.stderr)
    if count[0]:
        status[0] = status[0] or 1
