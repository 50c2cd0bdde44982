"""The file: what is written is read, and what is no book is refused with what to do."""

from __future__ import annotations

import dataclasses
import errno
import struct
from pathlib import Path

import pytest
from gtpengine.books.bookfile import MAGIC, Book, BookError, Entry, Move, encode
from gtpengine.books.canonical import ELSEWHERE
from gtpengine.books.shipped import shipped_books
from gtpengine.books.table import Table, merge
from hypothesis import given, settings
from hypothesis import strategies as st

from .games import NINE, small_book, sorted_entries

MOVES = st.builds(
    Move,
    point=st.integers(0, 80),
    games=st.integers(0, 2**32 - 1),
    half_wins=st.integers(0, 2**32 - 1),
    visits=st.integers(0, 2**32 - 1),
    value=st.none() | st.integers(0, 65534).map(lambda n: n / 65534),
)
ENTRIES = st.builds(
    Entry,
    movers=st.integers(1, 3),
    moves=st.lists(MOVES, min_size=1, max_size=6, unique_by=lambda m: m.point),
)


@settings(deadline=None)
@given(st.dictionaries(st.integers(0, 2**64 - 1), ENTRIES, max_size=30))
def test_what_is_written_is_read(entries: dict[int, Entry]) -> None:
    book = Book(encode(NINE, entries))
    book.check()
    assert book.header == NINE
    assert sorted_entries(Table.of(book)) == sorted_entries(Table(NINE, entries))
    for key, entry in entries.items():
        assert {m.point for m in book.moves(key)} == {m.point for m in entry.moves}
        assert book.movers(key) == entry.movers
        for other in (key ^ 1, key ^ (1 << 63)):
            if other not in entries:
                assert book.moves(other) == [] and book.movers(other) == 0


def test_a_file_is_mapped_and_written_at_once(tmp_path: Path) -> None:
    table = small_book()
    path = tmp_path / "x.book"
    assert table.write(path) == path.stat().st_size
    assert [p.name for p in tmp_path.iterdir()] == ["x.book"]
    book = Book.open(path)
    assert sorted_entries(Table.of(book)) == sorted_entries(table)
    assert table.write(path)  # while it is open: readers keep the old one
    book.check()


def damaged(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _: b"", "no opening book; give a file of gtpengine book build"),
        (lambda _: b"GIF89a" * 100, "no opening book; give a file"),
        (lambda data: data[:40], "cut short; copy or build it again"),
        (lambda data: data[:-1], "cut short or too long"),
        (lambda data: data + b"x", "cut short or too long"),
        (lambda data: damaged(data, 30), "header is damaged; copy or build"),
        (lambda data: MAGIC + struct.pack("<I", 9) + data[12:], "newer gtpengine .*update"),
        (lambda data: data[:12] + b"\xff\xff\xff\xff" + data[16:], "cut short"),
    ],
)
def test_other_files_are_refused(change: object, words: str) -> None:
    assert callable(change)
    with pytest.raises(BookError, match=words):
        Book(change(small_book().encode()), "x.book")


def test_a_damaged_table_is_found_by_checking_and_harmless_before(tmp_path: Path) -> None:
    data = small_book().encode()
    book = Book(data)
    begin = data.rindex(bytes(8))  # the key 0 of the empty board begins the table
    for at in range(begin, len(data), 7):
        other = Book(damaged(data, at), "x.book")
        with pytest.raises(BookError, match=r"x\.book: damaged; copy or build it again"):
            other.check()
        for key, _ in book.entries():
            assert all(0 <= m.point < 25 or m.point == ELSEWHERE for m in other.moves(key))
    missing = tmp_path / "missing.book"
    with pytest.raises(BookError, match="no such file or directory; give a file of gtpengine book"):
        Book.open(missing)
    missing.write_bytes(b"")
    with pytest.raises(BookError, match="is empty"):
        Book.open(missing)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "edge"},
        {"decides": "nobody"},
        {"sizes": ()},
        {"sizes": (1,)},
        {"sizes": (9, 13)},
        {"kind": "corner", "region": 20},
        {"kind": "corner", "region": 1},
        {"rules": "chinoise"},
    ],
)
def test_headers_that_make_no_sense(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"give|none that is known|one size|did you mean"):
        dataclasses.replace(NINE, **fields)  # type: ignore[arg-type]


def test_merging_adds_up() -> None:
    one = Table(NINE, {7: Entry(1, [Move(3, 10, 11, 100, 0.5), Move(4, 1, 2)])})
    two = Table(NINE, {7: Entry(2, [Move(3, 5, 1, 300, 0.7)]), 8: Entry(1, [Move(0, 1, 0)])})
    both = merge([one.noting({"a": 1}), two.noting({"b": 2}), Table(NINE).noting({"a": 1})])
    assert both.entries[7].movers == 3
    joined = both.entries[7].moves[0]
    assert (joined.point, joined.games, joined.half_wins, joined.visits) == (3, 15, 12, 400)
    assert joined.value == pytest.approx(0.65)
    assert both.entries[8].moves == [Move(0, 1, 0)]
    assert both.header.provenance == ({"a": 1}, {"b": 2})
    assert one.entries[7].moves[0].games == 10
    with pytest.raises(BookError, match=r"different komi cannot be merged: 7\.5 and 6\.5"):
        merge([one, Table(dataclasses.replace(NINE, komi=6.5))])
    # What bounds the use of one bounds that of all, the number of moves only if all have one.
    short = Table(dataclasses.replace(NINE, moves=10, komi_tolerance=0.0))
    longer = Table(dataclasses.replace(NINE, moves=30))
    together = merge([short, longer]).header
    assert (together.moves, together.komi_tolerance) == (30, 0.0)
    assert merge([short, Table(NINE)]).header.moves == 0


def test_nothing_is_left_of_a_file_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    path = tmp_path / "a.book"
    path.write_bytes(b"before")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match=r"a\.book") as error:
        Table(NINE).write(path)
    assert error.value.errno == errno.ENOSPC
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [b"before"]


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_shipped_books_are_sound(size: int) -> None:
    books = shipped_books(size)
    assert books
    for book in books:
        book.check()
        assert book.header.provenance
        assert book.move_count >= book.entry_count > 100
    assert shipped_books(7) == ()


def test_the_shipped_books_are_small() -> None:
    folder = Path(shipped_books(9)[0].name).parent
    assert sum(path.stat().st_size for path in folder.glob("*.book")) < 15_000_000
