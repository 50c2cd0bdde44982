"""What is wrong with a file, and where."""

from __future__ import annotations

from typing import Final

_PIECE: Final = 1 << 20
_INSIDE: Final = bytes(range(0x80, 0xC0))
"""Bytes of UTF-8 after the first of a character."""


class SgfError(ValueError):
    """A file that is no record to read here; the message says why, and where.

    ``reason`` is the message without the place, to count errors of a kind.
    """

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(f"{where}: {reason}" if where else reason)
        self.reason = reason


def place(data: bytes, at: int) -> str:
    """Return byte ``at`` of UTF-8 data as ``line 3, column 5``, both counted from 1."""
    begin = data.rfind(b"\n", 0, at) + 1
    pieces = (data[i : min(at, i + _PIECE)] for i in range(begin, at, _PIECE))
    column = sum(len(piece.translate(None, _INSIDE)) for piece in pieces) + 1
    line = data.count(b"\n", 0, at) + 1
    return f"line {line}, column {column}"


def shown(value: bytes, most: int = 40) -> str:
    """Return bytes for a message: printable ASCII, cut when long."""
    text = ascii(value[: most + 1].decode("utf-8", "replace"))[1:-1]
    return text if len(text) <= most else text[: most - 3] + "..."
