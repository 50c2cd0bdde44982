"""A terminal that is closed, and a process that is asked to end: the game is saved first."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from gtpengine.base.streams.signals import HANGUP

SIGNALS: Final = (HANGUP, signal.SIGTERM)


class Hangup(BaseException):
    """The terminal was closed, or the process is to end."""


@contextmanager
def hangups() -> Iterator[None]:
    """Raise ``Hangup`` in the main thread at the first of ``SIGNALS``; later ones do nothing.

    A signal that is ignored already, as ``nohup`` does, stays ignored.
    """
    before = {one: signal.getsignal(one) for one in SIGNALS}
    try:
        for one in SIGNALS:
            if before[one] != signal.SIG_IGN:
                signal.signal(one, _hung_up)
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def ignore() -> None:
    """Let ``SIGNALS`` do nothing from now on, while a game is saved."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)


def _hung_up(_number: int, _frame: FrameType | None) -> None:
    ignore()
    raise Hangup
