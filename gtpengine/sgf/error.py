"""What is wrong with a file, and where."""

from __future__ import annotations


class SgfError(ValueError):
    """A file that is no record to read here; the message says why, and where."""


def place(data: bytes, at: int) -> str:
    """Return byte ``at`` of UTF-8 data as ``line 3, column 5``, both counted from 1."""
    begin = data.rfind(b"\n", 0, at) + 1
    column = len(data[max(begin, at - 100_000) : at].decode("utf-8", "replace")) + 1
    line = data.count(b"\n", 0, at) + 1
    return f"line {line}, column {column}"


def shown(value: bytes, most: int = 40) -> str:
    """Return bytes for a message: printable ASCII, cut when long."""
    text = ascii(value[: most + 1].decode("utf-8", "replace"))[1:-1]
    return text if len(text) <= most else text[: most - 3] + "..."
