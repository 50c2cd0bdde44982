"""``gtpengine book verify``: judging moves by search, and what a failure leaves."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gtpengine.books.bookfile import Book, Header
from gtpengine.books.table import Table
from gtpengine.books.textform import from_text, to_text
from gtpengine.tools.books.book_verify import VerifyTask

from tests.tools.books.book_commands import book


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_bad_moves_are_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    head = to_text(Table(Header("board", (5,), komi=0.5)))
    text = head + "-\tb\tC3 50 50 0 -\tA1 60 60 0 -\nA1\tw\tC3 60 60 0 -\nC3\tw\tB3 50 50 0 -\n"
    from_text(text).write(Path("a.book"))
    words = ("verify", "--simulations", "600", "--margin", "0.3", "--concurrency", "1")
    assert book(*words, "a.book", "--positions", "1", "--output", "b.book") == 0
    captured = capsys.readouterr()
    assert "dropped A1 after the beginning" in captured.err
    assert "1 positions judged, 1 moves dropped, 2 positions left" in captured.out
    result = Table.of(Book.open(Path("b.book")))
    [move] = [m for e in result.entries.values() for m in e.moves if m.visits]
    assert move.visits == 600 and move.value is not None and move.value > 0.7
    made = result.header.provenance[-1]
    assert made["dropped"] == 1 and "no game is contained" in made["licence"]
    # It goes on with positions that were not judged.
    assert book(*words, "b.book", "--output", "c.book") == 0
    assert "1 positions judged" in capsys.readouterr().out
    assert book(*words, "c.book", "--output", "d.book") == 0
    assert "0 positions judged" in capsys.readouterr().out


def test_grown_books_are_judged_again(capsys: pytest.CaptureFixture[str]) -> None:
    header = Header("board", (5,), komi=0.5, decides="search")
    row = "-\tb\tC3 0 0 700 0.6\tA1 0 0 300 0.7\nA1\tw\tC3 0 0 60 0.3\n"
    from_text(to_text(Table(header)) + row).write(Path("a.book"))
    words = ("verify", "--simulations", "600", "--margin", "0.3", "--concurrency", "1")
    assert book(*words, "a.book", "--output", "b.book") == 0
    captured = capsys.readouterr()
    assert "0 positions judged, 0 moves dropped" in captured.out
    assert "all moves were searched before; --again judges them" in captured.err
    assert book(*words, "a.book", "--output", "b.book", "--again") == 0
    captured = capsys.readouterr()
    assert "dropped A1 after the beginning" in captured.err
    assert "--again" not in captured.err
    assert "2 positions judged, 1 moves dropped, 1 positions left" in captured.out
    [entry] = Table.of(Book.open(Path("b.book"))).entries.values()
    [move] = entry.moves
    assert move.visits == 700 and move.value is not None and move.value > 0.7


def test_corners_are_judged_without_moves_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    head = to_text(Table(Header("corner", (7,), 3)))
    text = head + "-\tb\tC3 5 5 0 -\ttenuki 9 9 0 -\nC3\tw\tA1 5 5 0 -\ttenuki 5 5 0 -\n"
    from_text(text).write(Path("a.book"))
    words = ("--simulations", "300", "--margin", "1.0", "--concurrency", "1")
    assert book("verify", "a.book", "--output", "b.book", *words) == 0
    assert "2 positions judged, 0 moves dropped" in capsys.readouterr().out
    judged = Table.of(Book.open(Path("b.book")))
    searched = [m for e in judged.entries.values() for m in e.moves if m.visits]
    assert len(searched) == 2
    assert all(m.value is not None for m in searched)


FOUR = "-\tb\tC3 9 9 0 -\nC3\tw\tC2 8 8 0 -\nC3 C2\tb\tD2 7 7 0 -\nC3 C2 D2\tw\tD3 6 6 0 -\n"
VERIFY = ("verify", "--output", "out.book", "--simulations", "10", "--concurrency", "1")


def judged_in(name: str) -> int:
    """Return the number of positions with searched moves."""
    entries = Table.of(Book.open(Path(name))).entries.values()
    return sum(any(m.visits for m in e.moves) for e in entries)


@pytest.fixture
def third_search(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Callable[[], None]]]:
    """Prepare a book of four positions; functions in the list run in their third search."""
    from_text(to_text(Table(Header("board", (5,)))) + FOUR).write(Path("a.book"))
    happens: list[Callable[[], None]] = []
    met: list[object] = []

    def run(task: VerifyTask, _worker: object) -> tuple[dict[int, float], float]:
        met.append(task)
        if len(met) == 3:
            happens[0]()
        return dict.fromkeys(task.points, 0.5), 0.5

    monkeypatch.setattr(VerifyTask, "run", run)
    yield happens
    assert len(met) >= 3


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (RuntimeError("no luck"), "the same command with out.book as BOOK continues"),
        (MemoryError(), "run the same command with out.book as BOOK again with less --concurrency"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "with out.book as BOOK again"),
    ],
)
def test_a_failed_search_costs_no_judgement(
    third_search: list[Callable[[], None]],
    error: Exception,
    advice: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail() -> None:
        raise error

    third_search.append(fail)
    assert book(*VERIFY, "a.book") == 2
    assert advice in capsys.readouterr().err
    assert judged_in("out.book") == 2
    assert book(*VERIFY, "out.book") == 0
    assert "2 positions judged" in capsys.readouterr().out
    assert judged_in("out.book") == 4
    steps = Book.open(Path("out.book")).header.provenance
    assert [s["positions"] for s in steps] == [2, 2]


def test_a_first_search_that_fails_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*_: object) -> None:
        raise RuntimeError("no luck")

    monkeypatch.setattr(VerifyTask, "run", run)
    from_text(to_text(Table(Header("board", (5,)))) + FOUR).write(Path("a.book"))
    assert book(*VERIFY, "a.book") == 2
    assert "no luck; the same command continues" in capsys.readouterr().err
    assert not Path("out.book").exists()


def test_judgements_are_written_while_others_are_searched(
    third_search: list[Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gtpengine.tools.books.book_verify.WRITE_SECONDS", 0.0)
    seen: list[int] = []
    third_search.append(lambda: seen.append(judged_in("out.book")))
    assert book(*VERIFY, "a.book") == 0
    assert seen == [2]  # as many as a kill would have left
    assert judged_in("out.book") == 4
    assert len(Book.open(Path("out.book")).header.provenance) == 1


def test_a_full_disk_stops_no_search(
    third_search: list[Callable[[], None]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("gtpengine.tools.books.book_verify.WRITE_SECONDS", 0.0)
    plain = Table.write
    tries: list[int] = []

    def write(table: Table, path: Path) -> int:
        tries.append(1)
        if len(tries) != 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return plain(table, path)

    monkeypatch.setattr(Table, "write", write)
    third_search.append(lambda: None)
    assert book(*VERIFY, "a.book") == 2
    error = capsys.readouterr().err
    assert "note: the searches go on, but out.book: no space left on device" in error
    assert "it has 1 positions judged, so give it as BOOK to go on" in error
    assert len(tries) >= 4 and judged_in("out.book") == 1
