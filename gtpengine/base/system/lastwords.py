"""End the program when one of its threads dies of an error.

Without its reader the engine would be deaf to ``quit``, and a search without its thread would be
waited for in vain. Python reports such deaths and goes on; here they end the program.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Final, NoReturn

from gtpengine.base.streams.stderrline import say

FAULT_STATUS: Final = 70
"""Exit status: an internal software error, as in sysexits.h."""


def end(who: str, error: BaseException | None) -> NoReturn:
    """End the program at once, whatever its threads do, and say why."""
    while error is not None and error.__context__ is not None:
        error = error.__context__  # the first cause
    try:
        say(f"gtpengine: {who} ended by {type(error).__name__}: {error}; the program ends")
    except BaseException:  # no memory even for that
        say("gtpengine: an internal thread ended; the program ends")
    finally:
        os._exit(FAULT_STATUS)


@contextmanager
def threads_matter() -> Iterator[None]:
    """While this context lasts, a thread that dies of an error or cannot start ends the program."""
    old = threading.excepthook, sys.excepthook, sys.unraisablehook
    threading.excepthook = _thread_failed
    sys.excepthook = _uncaught
    sys.unraisablehook = _unraisable
    try:
        yield
    finally:
        threading.excepthook, sys.excepthook, sys.unraisablehook = old


def _thread_failed(args: threading.ExceptHookArgs) -> None:
    end("a thread" if args.thread is None else args.thread.name, args.exc_value)


def _uncaught(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    """Handle an error for which there was too little memory to call ``_thread_failed``."""
    if threading.get_ident() != threading.main_thread().ident:
        end("a thread", error)
    sys.__excepthook__(kind, error, traceback)


def _unraisable(args: sys.UnraisableHookArgs) -> None:
    """Handle a thread that fails before it runs its target: whoever started it would wait."""
    if "in thread started by" in (args.err_msg or ""):
        end("a thread", args.exc_value)
    sys.__unraisablehook__(args)
