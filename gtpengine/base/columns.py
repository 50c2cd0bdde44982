"""How many columns of a terminal a text takes: letters of East Asia take two."""

from __future__ import annotations

import unicodedata


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
