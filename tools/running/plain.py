"""Lines for a terminal, whatever is in the names and answers of engines."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from gtpengine.base.text.plain import plain


def show(lines: Iterable[str]) -> None:
    """Print lines on standard output."""
    for line in lines:
        sys.stdout.write(plain(line) + "\n")
    sys.stdout.flush()
