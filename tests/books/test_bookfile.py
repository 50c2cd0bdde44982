"""The file: what is written is read, and what is no book is refused with what to do."""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import itertools
import json
import struct
from pathlib import Path

import numpy as np
import pytest
from gtpengine.books.bookfile import MAGIC, Book, BookEntry, BookError, EntryMove
from gtpengine.books.bookwriting import encode
from gtpengine.books.canonical import ELSEWHERE, board_frame, images
from gtpengine.books.shipped import shipped_books
from gtpengine.books.table import BookTable
from gtpengine.books.walk import walk
from hypothesis import given
from hypothesis import strategies as st

from board_ext.coords import BLACK, WHITE, opponent
from board_ext.position import Position

from .games import NINE, small_book, sorted_entries

MOVES = st.builds(
    EntryMove,
    point=st.integers(0, 80),
    games=st.integers(0, 2**32 - 1),
    half_wins=st.integers(0, 2**32 - 1),
    visits=st.integers(0, 2**32 - 1),
    value=st.none() | st.integers(0, 65534).map(lambda n: n / 65534),
)
ENTRIES = st.builds(
    BookEntry,
    movers=st.integers(1, 3),
    moves=st.lists(MOVES, min_size=1, max_size=6, unique_by=lambda m: m.point),
    games=st.integers(0, 2**32 - 1),
    half_wins=st.integers(0, 2**32 - 1),
)


@given(st.dictionaries(st.integers(0, 2**64 - 1), ENTRIES, max_size=30))
def test_what_is_written_is_read(entries: dict[int, BookEntry]) -> None:
    book = Book(encode(NINE, entries))
    book.check()
    assert book.header == NINE
    assert sorted_entries(BookTable.of(book)) == sorted_entries(BookTable(NINE, entries))
    for key, entry in entries.items():
        assert {m.point for m in book.moves(key)} == {m.point for m in entry.moves}
        found = book.entry(key)
        assert (found.movers, found.games, found.half_wins) == (
            entry.movers,
            entry.games,
            entry.half_wins,
        )
        for other in (key ^ 1, key ^ (1 << 63)):
            if other not in entries:
                assert book.moves(other) == [] and book.entry(other) == BookEntry(0)


def test_a_file_is_mapped_and_written_at_once(tmp_path: Path) -> None:
    table = small_book()
    path = tmp_path / "x.book"
    assert table.write(path) == path.stat().st_size
    assert [p.name for p in tmp_path.iterdir()] == ["x.book"]
    book = Book.open(path)
    assert sorted_entries(BookTable.of(book)) == sorted_entries(table)
    assert table.write(path)  # while it is open: readers keep the old one
    book.check()


def test_files_of_version_1_are_read() -> None:
    """Two positions of 9x9, as version 1 wrote them: nobody counted the games that met them."""
    about = NINE.to_json() | {"entry_count": 2, "move_count": 3}
    rows = [(40, 65535, 30, 31, 0), (2, 65535, 5, 1, 0), (3, 32767, 9, 9, 70)]
    table = struct.pack("<QQIIIBB", 5, 9, 0, 2, 3, 1, 2)
    table += bytes(-len(table) % 16) + b"".join(struct.pack("<HHIII", *row) for row in rows)
    about["sha256"] = hashlib.sha256(table).hexdigest()
    text = json.dumps(about).encode()
    head = struct.pack("<8sII", MAGIC, 1, len(text)) + text
    head += hashlib.sha256(head).digest()
    book = Book(head + bytes(-len(head) % 16) + table)
    book.check()
    assert book.entry(5) == BookEntry(1, [EntryMove(40, 30, 31), EntryMove(2, 5, 1)])
    assert book.entry(5).met == (35, 32)
    assert book.entry(9) == BookEntry(2, [EntryMove(3, 9, 9, 70, 32767 / 65534)])
    again = BookTable.of(book).book()
    again.check()
    assert sorted_entries(BookTable.of(again)) == sorted_entries(BookTable.of(book))


@pytest.mark.parametrize(
    "entry",
    [
        BookEntry(1, [EntryMove(3, 2**32, 5)]),
        BookEntry(1, [EntryMove(3, 5, 5, 2**32)]),
        BookEntry(1, [EntryMove(3, 5, 5)], 9, 2**32),
    ],
)
def test_counts_too_large_for_the_file_are_refused(entry: BookEntry) -> None:
    with pytest.raises(BookError, match=r"more games or visits than the 4,294,967,295 that a book"):
        encode(NINE, {7: entry})


def with_header(text: str) -> bytes:
    """The head of a file with a sound checksum."""
    head = struct.pack("<8sII", MAGIC, 2, len(text)) + text.encode()
    return head + hashlib.sha256(head).digest()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, "header cannot be read .nested too deeply.; build it again"),
        ("[]", "header cannot be read .no JSON object.; build it again"),
        ('{"kind": "board"}', "header cannot be used .sizes is missing: give a list of board"),
        (json.dumps(NINE.to_json()), "header cannot be used .'sha256'"),
    ],
)
def test_headers_that_cannot_be_used_are_refused(text: str, words: str) -> None:
    with pytest.raises(BookError, match=words):
        Book(with_header(text), "x.book")


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


def test_nothing_is_left_of_a_file_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    path = tmp_path / "a.book"
    path.write_bytes(b"GTPEBOOK before")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match=r"a\.book") as error:
        BookTable(NINE).write(path)
    assert error.value.errno == errno.ENOSPC
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [b"GTPEBOOK before"]


SHIPPED = {9: ["board9"], 13: ["board13"], 19: ["board19", "corner19"]}


@pytest.mark.parametrize("size", SHIPPED)
def test_the_shipped_books_are_sound(size: int) -> None:
    books = shipped_books(size)
    assert [Path(book.name).stem for book in books] == SHIPPED[size]
    for book in books:
        book.check()
        assert book.move_count >= book.entry_count > 100
    assert shipped_books(7) == ()


@pytest.mark.parametrize("size", SHIPPED)
def test_the_shipped_books_say_where_they_come_from(size: int) -> None:
    for book in shipped_books(size):
        steps = [step for step in book.header.provenance if "verify" not in step["command"]]
        assert steps
        for step in steps:
            assert "no game is contained" in step["licence"]
            assert step["version"] and step["date"]
        whole = book.header.kind == "board" and book.header.decides == "games"
        # Only results at a komi that fits count; corners are for nearly any.
        assert not whole or steps[0]["left_out_for_komi"] > 6000
        # Every move of a book of games was searched, but those elsewhere than in a corner.
        moves = [m for _, entry in book.entries() for m in entry.moves if m.point != ELSEWHERE]
        assert all(m.visits for m in moves)
        judged = [step for step in book.header.provenance if "verify" in step["command"]]
        assert bool(judged) is (book.header.decides == "games")
        counted = [entry.games for _, entry in book.entries()]
        assert all(counted) if book.header.decides == "games" else not any(counted)


@pytest.mark.parametrize("size", SHIPPED)
def test_shipped_moves_are_found_from_all_sides(size: int) -> None:
    """Positions early in the book, in all symmetries and with the colours exchanged."""
    book = shipped_books(size)[0]
    for visit in itertools.islice(walk(book), 60):
        stones = np.flatnonzero(visit.position.stones().reshape(-1))
        for image in images(size):
            for exchanged in (False, True):
                other = Position(size)
                colors: dict[int, list[int]] = {BLACK: [], WHITE: []}
                for point in stones.tolist():
                    color = visit.position.color_at(point)
                    colors[opponent(color) if exchanged else color].append(int(image[point]))
                mover = visit.position.to_play
                mover = opponent(mover) if exchanged else mover
                other.set_up(colors[BLACK], colors[WHITE], mover)
                frame = board_frame(other, mover)
                if visit.position.ko_point is None:
                    assert frame.key == visit.frame.key
                    assert all(
                        other.is_legal(frame.to_board(m.point)) for m in book.moves(frame.key)
                    )


def test_the_shipped_books_are_small() -> None:
    folder = Path(shipped_books(9)[0].name).parent
    assert sum(path.stat().st_size for path in folder.glob("*.book")) < 15_000_000
