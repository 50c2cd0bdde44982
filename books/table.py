"""A book in memory: made from records, merged, filtered, and written as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from gtpengine.books.bookfile import Book, BookError, Entry, Header, Move, encode

from gtpengine.wholefile import whole_file


@dataclass(slots=True)
class Table:
    """The header of a book and its entries by key."""

    header: Header
    entries: dict[int, Entry] = field(default_factory=dict)

    @classmethod
    def of(cls, book: Book) -> Self:
        """All of a book; :class:`BookError` when it is damaged."""
        book.check()
        return cls(book.header, dict(book.entries()))

    @property
    def move_count(self) -> int:
        return sum(len(entry.moves) for entry in self.entries.values())

    def moves(self, key: int) -> list[Move]:
        """The moves known for a key; empty for an unknown one."""
        entry = self.entries.get(key)
        return [] if entry is None else entry.moves

    def movers(self, key: int) -> int:
        """The colours (bits) seen to move in a position; 0 for an unknown one."""
        entry = self.entries.get(key)
        return 0 if entry is None else entry.movers

    def noting(self, step: Mapping[str, Any]) -> Table:
        """The same with a further step of provenance."""
        return Table(replace(self.header, provenance=(*self.header.provenance, step)), self.entries)

    def add(self, key: int, movers: int, move: Move) -> None:
        """Count a move of a position: games and wins add up, values are averaged by visits."""
        entry = self.entries.setdefault(key, Entry(0))
        entry.movers |= movers
        for known in entry.moves:
            if known.point == move.point:
                _join(known, move)
                return
        entry.moves.append(replace(move))

    def keep(self, wanted: Callable[[int, Move], bool]) -> None:
        """Drop the moves that are not wanted, and positions left without any."""
        for key, entry in list(self.entries.items()):
            entry.moves = [move for move in entry.moves if wanted(key, move)]
            if not entry.moves:
                del self.entries[key]

    def encode(self) -> bytes:
        return encode(self.header, self.entries)

    def book(self, name: str = "book") -> Book:
        """The table as a book that can be looked up."""
        return Book(self.encode(), name)

    def write(self, path: Path) -> int:
        """Write the file at once or not at all; the number of bytes.

        :raises OSError: naming *path*; nothing is left of what was written.
        """
        data = self.encode()
        with whole_file(path) as file:
            file.write(data)
        return len(data)


def _join(known: Move, more: Move) -> None:
    if known.value is None or more.value is None:
        known.value = more.value if known.value is None else known.value
    else:
        total = known.visits + more.visits
        share = more.visits / total if total else 0.5
        known.value += share * (more.value - known.value)
    known.games += more.games
    known.half_wins += more.half_wins
    known.visits += more.visits


def merge(tables: Iterable[Table]) -> Table:
    """One table of all entries, asked as long and for as much komi as all of the books.

    :raises BookError: when the books are of different kinds, sizes, komi or rules.
    """
    first, *others = tables
    result = Table(first.header)
    for table in (first, *others):
        ours, theirs = first.header, table.header
        for what in ("kind", "sizes", "region", "komi", "rules", "decides"):
            if getattr(ours, what) != getattr(theirs, what):
                raise BookError(
                    f"books of different {what} cannot be merged:"
                    f" {getattr(ours, what)} and {getattr(theirs, what)}"
                )
        for key, entry in table.entries.items():
            for move in entry.moves:
                result.add(key, entry.movers, move)
    steps = [step for table in (first, *others) for step in table.header.provenance]
    unique = [step for index, step in enumerate(steps) if step not in steps[:index]]
    headers = [table.header for table in (first, *others)]
    asked = [header.moves for header in headers]
    result.header = replace(
        first.header,
        moves=max(asked) if all(asked) else 0,
        komi_tolerance=min(header.komi_tolerance for header in headers),
        provenance=tuple(unique),
    )
    return result
