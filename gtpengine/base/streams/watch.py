"""Waiting for input: by ``poll``, or by threads where the system has no ``poll``."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    from gtpengine.base.streams.threadwatch import Watch as Watch
else:
    from gtpengine.base.streams.pollwatch import Watch as Watch
