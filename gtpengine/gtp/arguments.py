"""The arguments of a GTP command, read one by one, with errors that say what was expected."""

from __future__ import annotations

import math
import re
from typing import Final

from board_ext.coords import parse_color, vertex_to_point
from gtpengine.gtp.protocol import MAX_ID, GtpError

_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,12}", re.ASCII)
_NUMBER: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.ASCII | re.I)


def shorten(word: object) -> str:
    """Return ``word`` quoted for an error message, cut when long; printable ASCII only."""
    text = ascii(word)
    return text if len(text) <= 40 else text[:37] + "..."


def is_integer(word: str) -> bool:
    """Return whether ``word`` is written as an integer."""
    return _INTEGER.fullmatch(word) is not None


class Args:
    """The arguments of one command, taken one by one from the left.

    Each method raises :class:`GtpError` (``syntax error: ...``) when the next argument is missing
    or of another type. Surplus arguments are ignored, as in GNU Go.
    """

    def __init__(self, words: tuple[str, ...], usage: str) -> None:
        self._words = words
        self._next = 0
        self.usage = usage

    def __len__(self) -> int:
        return len(self._words) - self._next

    def word(self, what: str) -> str:
        """Take the next argument as it came; ``what`` names a missing argument in the error."""
        if not len(self):
            raise self.error(f"{what} missing")
        word = self._words[self._next]
        self._next += 1
        return word

    def peek(self) -> str:
        """Return the next argument without taking it; empty at the end."""
        return self._words[self._next] if len(self) else ""

    def rest(self) -> tuple[str, ...]:
        """Take all remaining arguments."""
        words = self._words[self._next :]
        self._next = len(self._words)
        return words

    def integer(self, what: str) -> int:
        """Take the next argument as an integer of magnitude up to 2^31-1, negative ones too."""
        word = self.word(what)
        if not _INTEGER.fullmatch(word) or abs(int(word)) > MAX_ID:
            raise self.error(f"{what} must be an integer, not {shorten(word)}")
        return int(word)

    def number(self, what: str) -> float:
        """Take the next argument as a finite number; integers and floats are both fine."""
        word = self.word(what)
        value = float(word) if _NUMBER.fullmatch(word) else math.nan
        if not math.isfinite(value):
            raise self.error(f"{what} must be a number, not {shorten(word)}")
        return value

    def color(self) -> int:
        """Take the next argument as a colour."""
        word = self.word("colour")
        try:
            return parse_color(word)
        except ValueError:
            raise self.error(f"colour must be b or w, not {shorten(word)}") from None

    def vertex(self, size: int) -> int:
        """Take the next argument as a point of a board of ``size``, or PASS."""
        word = self.word("vertex")
        try:
            return vertex_to_point(word, size)
        except ValueError:
            raise self.error(f"no vertex of this board: {shorten(word)}") from None

    def error(self, reason: str) -> GtpError:
        """Return a syntax error that ends with the usage of the command."""
        return GtpError(f"syntax error: {reason} (usage: {self.usage})")
