"""The file of an opening book: a sorted table of keys, read in place.

Layout, little-endian: 8 bytes of magic, uint32 version, uint32 length of the header, the header
(JSON, UTF-8), SHA-256 of all this, zeros up to a multiple of 16, then the table:

    keys    uint64 for each position, rising (``canonical``)
    met     2 uint32 for each position: games that met it, and their half wins
    first   uint32 for each position and one more: where its moves begin
    movers  uint8 for each position: 1 Black was to move, 2 White, 3 both were seen
            (zeros up to a multiple of 16)
    moves   16 bytes each: uint16 point, uint16 value, uint32 games, uint32 half wins, uint32 visits

``point`` is a point of the key's image, or ELSEWHERE. ``value`` is the mover's win rate in a
search, times 65534; 65535 means not searched. ``half wins`` counts 2 for each win of the mover and
1 for each game without a known winner. ``met`` also counts games of moves that the book does not
keep, and is 0 where nobody counted. Files of version 1 have no ``met`` and are read as well.

A sorted table in a memory map needs no library, no lock and no cache: opening reads the header,
a look-up reads a few pages, and processes share them. In SQLite the same look-up takes three times
as long in the same space (``docs/explanation/books.md``), and equal books need not be equal files;
SQLite serves while a book grows (``gtpengine.tools.books.book_state``). The header has the checksum
of the table. :meth:`Book.check` compares it; opening does not, because that would read the whole
table. Look-ups in a damaged table find wrong moves or none, but nothing outside the file. If a
mapped file is cut short the process is killed; so books of users are read whole for play.
"""

from __future__ import annotations

import hashlib
import math
import mmap
import os
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
from gtpengine.books.canonical import ELSEWHERE

from board_ext.coords import MAX_SIZE, MIN_SIZE
from board_ext.rules import rules_named
from gtpengine.base.files.userpath import open_regular, read_regular
from gtpengine.base.text.jsontext import json_object

MAGIC: Final = b"GTPEBOOK"
VERSION: Final = 2
KINDS: Final = ("board", "corner")
DECIDERS: Final = ("games", "search")
LARGEST_KOMI: Final = 1000.0
LARGEST_COUNT: Final = 2**32 - 1
"""Largest number of games, half wins or visits."""

PREFIX: Final = struct.Struct("<8sII")
_CHECKSUM: Final = 32
STEP: Final = 16
VALUES: Final = 65534
NO_VALUE: Final = 65535
_LARGEST_HEADER: Final = 1 << 20
MOVE: Final = np.dtype(
    [("point", "<u2"), ("value", "<u2"), ("games", "<u4"), ("half_wins", "<u4"), ("visits", "<u4")]
)


class BookError(ValueError):
    """A file that is not a usable book; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Header:
    """The description of a book.

    ``kind`` is ``board`` (positions of the whole board) or ``corner`` (square regions of ``region``
    lines). ``sizes`` are the boards it is meant for. ``komi`` is the komi of the records or
    searches; the book fits games whose komi differs by at most ``komi_tolerance``. ``decides`` says
    whether results of ``games`` or values of a ``search`` tell good moves from bad ones. The book
    was made from the first ``moves`` moves of games and is silent after them (0: never silent).
    ``provenance`` has an entry for each step that made the book.
    """

    kind: str
    sizes: tuple[int, ...]
    region: int = 0
    komi: float = 7.5
    komi_tolerance: float = 0.5
    rules: str = "chinese"
    decides: str = "games"
    moves: int = 0
    provenance: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        """Check the fields.

        :raises ValueError: when one makes no sense.
        """
        if self.kind not in KINDS or self.decides not in DECIDERS:
            raise ValueError(f"kind {self.kind!r}, decides {self.decides!r}: none that is known")
        if not self.sizes or not all(MIN_SIZE <= size <= MAX_SIZE for size in self.sizes):
            raise ValueError(f"board sizes {self.sizes}: give {MIN_SIZE} to {MAX_SIZE}")
        if self.kind == "board" and len(self.sizes) != 1:
            raise ValueError("a book of whole boards is for one size")
        # Two regions share at most a line; its points are in no corner (``corner_of``).
        largest = (min(self.sizes) + 1) // 2
        if self.kind == "corner" and not 2 <= self.region <= largest:
            raise ValueError(
                f"region {self.region}: corners would meet on {min(self.sizes)}x{min(self.sizes)};"
                f" give 2 to {largest}"
            )
        if not math.isfinite(self.komi) or abs(self.komi) > LARGEST_KOMI:
            raise ValueError(
                f"komi {self.komi:g}: give a number of at most {LARGEST_KOMI:g} points"
            )
        if not 0.0 <= self.komi_tolerance <= LARGEST_KOMI:
            raise ValueError(
                f"komi tolerance {self.komi_tolerance:g}: give 0 to {LARGEST_KOMI:g}, or no game"
                " would ask the book"
            )
        if self.moves < 0:
            raise ValueError(f"first {self.moves} moves: give a positive number, 0 for all")
        rules_named(self.rules)

    @property
    def points(self) -> int:
        """The number of points of a key's image."""
        return (self.region if self.kind == "corner" else self.sizes[0]) ** 2

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read a header.

        :raises ValueError: when a field is missing or wrong; the message says what is wanted.
        """
        values = {}
        for name, (read, wanted) in _FIELDS.items():
            if name not in data:
                raise ValueError(f"{name} is missing: give {wanted}")
            try:
                values[name] = read(data[name])
            except (TypeError, ValueError, OverflowError):
                raise ValueError(f"{name} {data[name]!r}: give {wanted}") from None
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "sizes": list(self.sizes),
            "region": self.region,
            "komi": self.komi,
            "komi_tolerance": self.komi_tolerance,
            "rules": self.rules,
            "decides": self.decides,
            "moves": self.moves,
            "provenance": [dict(step) for step in self.provenance],
        }


_FIELDS: Final[Mapping[str, tuple[Callable[[Any], Any], str]]] = {
    "kind": (str, " or ".join(KINDS)),
    "sizes": (lambda sizes: tuple(int(size) for size in sizes), "a list of board sizes"),
    "region": (int, "the lines of a corner, 0 for whole boards"),
    "komi": (float, "a number"),
    "komi_tolerance": (float, "a number"),
    "rules": (str, "the name of rules"),
    "decides": (str, " or ".join(DECIDERS)),
    "moves": (int, "a number, 0 for all"),
    "provenance": (lambda steps: tuple(dict(step) for step in steps), "a list of steps"),
}
"""How to read each field of a header, and what to give."""


@dataclass(slots=True)
class EntryMove:
    """A move of a position. ``point`` is that of the key's image. The mover's results: ``games``,
    ``half_wins`` (2 for a win), and of a search ``visits`` and win rate ``value`` (0 to 1).
    """

    point: int
    games: int = 0
    half_wins: int = 0
    visits: int = 0
    value: float | None = None

    @property
    def win_rate(self) -> float:
        """Wins of the mover as a fraction of the games; 0.5 without any."""
        return self.half_wins / (2 * self.games) if self.games else 0.5


@dataclass(slots=True)
class BookEntry:
    """A position: the colours seen to move (bits), its moves, and the games that met it with the
    mover's half wins. These include moves that are not kept; 0 games where nobody counted.
    """

    movers: int
    moves: list[EntryMove] = field(default_factory=list)
    games: int = 0
    half_wins: int = 0

    @property
    def met(self) -> tuple[int, int]:
        """Return games and half wins of the position; its moves' where it has none."""
        if self.games:
            return self.games, self.half_wins
        return sum(m.games for m in self.moves), sum(m.half_wins for m in self.moves)


def standard_error(number: int) -> float:
    """Return the standard error of a mean of ``number`` coin throws."""
    return 0.5 / math.sqrt(max(1, number))


class Book:
    """A book, open for look-ups. Safe for use by several threads."""

    def __init__(self, data: bytes | mmap.mmap, name: str = "book") -> None:
        """Open the bytes of a book called ``name``.

        :raises BookError: when they are not a book.
        """
        self.name = name
        self._data = data
        about, begin, version = _read_head(data, name)
        try:
            self.header = Header.from_json(about)
            self._checksum = str(about["sha256"])
            self.entry_count = entries = int(about["entry_count"])
            self.move_count = moves = int(about["move_count"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise BookError(f"{name}: header cannot be used ({error}); build it again") from None
        self._begin = begin
        first = begin + (8 if version == 1 else 16) * entries
        start = first + 4 * (entries + 1) + entries
        start += -start % STEP
        if min(entries, moves) < 0 or len(data) != start + MOVE.itemsize * moves:
            raise BookError(f"{name}: the file is cut short or too long; copy or build it again")
        self._keys = np.frombuffer(data, "<u8", entries, begin)
        counted = 0 if version == 1 else entries
        met = np.frombuffer(data, "<u4", 2 * counted, begin + 8 * entries if counted else 0)
        self._met = met.reshape(counted, 2)
        self._first = np.frombuffer(data, "<u4", entries + 1, first)
        self._movers = np.frombuffer(data, "<u1", entries, first + 4 * (entries + 1))
        self._moves: npt.NDArray[Any] = np.frombuffer(data, MOVE, moves, start)

    @classmethod
    def open(cls, path: Path, whole: bool = False) -> Self:
        """Open a book file, mapped into memory; or read it ``whole`` and check it.

        A book read whole does not change with its file.

        :raises BookError: when it cannot be read or is not a book; of a whole one also when
            damaged.
        """
        data: bytes | mmap.mmap
        try:
            if whole:
                data = read_regular(path)
            else:
                with open(open_regular(path), "rb") as file:
                    length = os.fstat(file.fileno()).st_size
                    data = (
                        mmap.mmap(file.fileno(), length, access=mmap.ACCESS_READ) if length else b""
                    )
            if not data:
                raise BookError(f"{path}: is empty; build it again")
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            hint = "give a file of gtpengine book build or grow"
            raise BookError(f"{path}: {reason}; {hint}") from None
        book = cls(data, str(path))
        if whole:
            book.check()
        return book

    @property
    def data(self) -> bytes:
        """Return the bytes of the file."""
        return bytes(self._data)

    def moves(self, key: int) -> list[EntryMove]:
        """Return the moves known for a key, most played first; empty for an unknown one."""
        index = self._find(key)
        return [] if index is None else self._moves_at(index)

    def entry(self, key: int) -> BookEntry:
        """Return the position of a key; without moves and movers for an unknown one."""
        index = self._find(key)
        return BookEntry(0) if index is None else self._entry_at(index)

    def entries(self) -> Iterator[tuple[int, BookEntry]]:
        """Yield all positions by key."""
        for index, key in enumerate(self._keys.tolist()):
            yield key, self._entry_at(index)

    def check(self) -> None:
        """Read the whole table and check it.

        :raises BookError: when it is not what was written.
        """
        if hashlib.sha256(memoryview(self._data)[self._begin :]).hexdigest() != self._checksum:
            raise BookError(f"{self.name}: damaged; copy or build it again")
        sound = (
            (self._keys[1:] > self._keys[:-1]).all()
            and self._first[0] == 0
            and self._first[-1] == self.move_count
            and (self._first[1:] >= self._first[:-1]).all()
            and np.isin(self._movers, (1, 2, 3)).all()
            and (
                (self._moves["point"] < self.header.points) | (self._moves["point"] == ELSEWHERE)
            ).all()
        )
        if not sound:
            raise BookError(f"{self.name}: the table is not in order; build it again")

    def _find(self, key: int) -> int | None:
        index = int(self._keys.searchsorted(np.uint64(key)))
        if index == self.entry_count or int(self._keys[index]) != key:
            return None
        return index

    def _entry_at(self, index: int) -> BookEntry:
        games, half_wins = self._met[index].tolist() if len(self._met) else (0, 0)
        return BookEntry(int(self._movers[index]), self._moves_at(index), games, half_wins)

    def _moves_at(self, index: int) -> list[EntryMove]:
        first, last = self._first[index : index + 2].tolist()
        points = self.header.points
        return [
            EntryMove(point, games, half, visits, None if value == NO_VALUE else value / VALUES)
            for point, value, games, half, visits in self._moves[first:last].tolist()
            if point < points or point == ELSEWHERE
        ]


def _read_head(data: bytes | mmap.mmap, name: str) -> tuple[dict[str, Any], int, int]:
    """Return the header's JSON, where the table begins, and the version of the format."""
    if len(data) < PREFIX.size or data[:8] != MAGIC:
        raise BookError(f"{name}: no opening book; give a file of gtpengine book build or grow")
    _, version, length = PREFIX.unpack(data[: PREFIX.size])
    if version > VERSION:
        raise BookError(
            f"{name}: written by a newer gtpengine (format {version}, this one knows {VERSION});"
            " update gtpengine"
        )
    end = PREFIX.size + length
    if length > _LARGEST_HEADER or len(data) < end + _CHECKSUM:
        raise BookError(f"{name}: the file is cut short; copy or build it again")
    if hashlib.sha256(data[:end]).digest() != data[end : end + _CHECKSUM]:
        raise BookError(f"{name}: header is damaged; copy or build it again")
    try:
        about = json_object(data[PREFIX.size : end], any_number=True)
    except ValueError as error:
        raise BookError(f"{name}: header cannot be read ({error}); build it again") from None
    begin = end + _CHECKSUM
    return about, begin + -begin % STEP, version
