"""The signals that ask a program to end."""

from __future__ import annotations

import signal
import sys
from typing import Final

if sys.platform == "win32":
    # What Ctrl-Break sends, and a window that is closed.
    HANGUP: Final = signal.SIGBREAK
else:
    HANGUP: Final = signal.SIGHUP
"""A terminal was closed."""
