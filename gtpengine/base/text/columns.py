"""How many columns of a terminal a text takes: letters of East Asia take two."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_WIDE: Final = r"\u2e80-\u9fff\uff01-\uffdc"
_ENDS: Final = r"[\u3001\u3002\uff0c\uff1b\uff1a\uff09\u300d\u300f]"
_PART: Final = re.compile(rf"[{_WIDE}]{_ENDS}*\s*|[^\s{_WIDE}]+\s*|\s+")
"""A word, or a Chinese or Japanese letter with the signs that may not begin a line."""


def columns(text: str) -> int:
    """Return the columns that a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def left(text: str, width: int) -> str:
    """Return a text filled up with spaces on its right."""
    return text + " " * (width - columns(text))


def right(text: str, width: int) -> str:
    """Return a text filled up with spaces on its left."""
    return " " * (width - columns(text)) + text


def wrapped(text: str, width: int, first: str = "", later: str = "") -> list[str]:
    """Return a text in lines of at most ``width`` columns, after a margin for the first line and
    one for those that follow. Lines break at spaces, and beside letters of two columns.
    """
    lines, line = [], first
    for part in _PART.findall(text):
        if columns(line + part.rstrip()) > width and line.strip():
            lines.append(line.rstrip())
            line = later
            part = part.lstrip()
        line += part
    return [*lines, line.rstrip()]
