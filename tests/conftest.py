"""What holds for all tests: an engine that is not told otherwise searches in one thread.

So a test says the same on every machine.
"""

from __future__ import annotations

import os

from gtpengine.base.machine import THREADS_VARIABLE

os.environ.setdefault(THREADS_VARIABLE, "1")
