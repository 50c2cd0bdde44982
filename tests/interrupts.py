"""Ctrl-C in the programs that tests start."""

from __future__ import annotations

import signal


def listen_to_interrupts() -> None:
    """Let a child listen to SIGINT, as in a terminal: whoever runs the tests may ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
