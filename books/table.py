"""A book in memory: made from records or searches, and written as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from gtpengine.books.bookfile import Book, BookEntry, EntryMove, Header
from gtpengine.books.bookwriting import encode
from gtpengine.books.walk import walk

from gtpengine.base.files.wholefile import user_file


@dataclass(slots=True)
class BookTable:
    """The header of a book and its entries by key."""

    header: Header
    entries: dict[int, BookEntry] = field(default_factory=dict)

    @classmethod
    def of(cls, book: Book) -> Self:
        """Return a table of all of a book.

        :raises BookError: when it is damaged.
        """
        book.check()
        return cls(book.header, dict(book.entries()))

    @property
    def move_count(self) -> int:
        return sum(len(entry.moves) for entry in self.entries.values())

    def moves(self, key: int) -> list[EntryMove]:
        """Return the moves known for a key; empty for an unknown one."""
        entry = self.entries.get(key)
        return [] if entry is None else entry.moves

    def entry(self, key: int) -> BookEntry:
        """Return the position of a key; without moves and movers for an unknown one."""
        return self.entries.get(key) or BookEntry(0)

    def noting(self, step: Mapping[str, Any]) -> BookTable:
        """Return the same table with a further step of provenance."""
        return BookTable(
            replace(self.header, provenance=(*self.header.provenance, step)), self.entries
        )

    def encode(self) -> bytes:
        return encode(self.header, self.entries)

    def book(self, name: str = "book") -> Book:
        """Return the table as a book that can be looked up."""
        return Book(self.encode(), name)

    def write(self, path: Path) -> int:
        """Write the file at once or not at all; return the number of bytes.

        :raises OSError: when writing fails; it names ``path``, and nothing of the new file is left.
        """
        data = self.encode()
        with user_file(path) as file:
            file.write(data)
        return len(data)


def reachable(table: BookTable) -> BookTable:
    """Return the table without the entries and moves that no walk meets."""
    found = BookTable(table.header)
    for visit in walk(table):
        entry = table.entries[visit.frame.key]
        entry.moves = [move for _, move in visit.moves]
        found.entries[visit.frame.key] = entry
    return found
