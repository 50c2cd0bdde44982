"""Small opening books, and options to use them with."""

from __future__ import annotations

from gtpengine.books.bookfile import Header
from gtpengine.books.table import Table
from gtpengine.books.textform import from_text, to_text

from gtpengine.config.options import EngineOptions

NINE = Header("board", (9,))


def book_of(*rows: str, header: Header = NINE) -> Table:
    """A book of lines in the text form; tabs are written as bars."""
    text = to_text(Table(header))
    return from_text(text + "".join(row.replace("|", "\t") + "\n" for row in rows))


def options(**values: str) -> EngineOptions:
    result = EngineOptions()
    for name, value in values.items():
        result.set(name, value)
    return result
