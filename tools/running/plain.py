"""Text for a terminal: names and answers come from engines, files and stores, and are data."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def plain(text: str, keep: str = "") -> str:
    """The text with every character that is not to be seen, but a blank and those of `keep`, as
    its escape: none moves the cursor, sets a title or turns the line around."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c in keep else c.encode("unicode_escape").decode() for c in text
    )


def show(lines: Iterable[str]) -> None:
    """Prints lines on standard output."""
    for line in lines:
        sys.stdout.write(plain(line) + "\n")
    sys.stdout.flush()
