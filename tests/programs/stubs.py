"""Command lines of engines that speak GTP, well or badly, for tests."""

from __future__ import annotations

import sys
from typing import Final

from tests.wings import ROOT

_FOLDER: Final = ROOT / "tests" / "tools"


def dummy(options: str = "") -> list[str]:
    """Return the command of a tiny engine; -S and -E make Python start fast."""
    return [sys.executable, "-S", "-E", str(_FOLDER / "dummy_engine.py"), *options.split()]


def hostile(words: str = "good") -> list[str]:
    """Return the command of an engine that misbehaves in the way that its words name."""
    return [sys.executable, "-S", "-E", str(_FOLDER / "hostile_engine.py"), *words.split()]


def stub(code: str) -> list[str]:
    """Return the command of an engine of a few lines. They find ``sys`` and an empty ``log``."""
    return [sys.executable, "-S", "-E", "-c", "import sys\nlog = []\n" + code]
