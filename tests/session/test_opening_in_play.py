"""Playing from the book in a game: when, when not, and what clients see of it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.books.bookfile import BookEntry, BookError, EntryMove
from gtpengine.books.canonical import board_frame
from gtpengine.books.table import BookTable

from board_ext.coords import BLACK, WHITE, vertex_to_point, vertices_to_points
from board_ext.position import Position
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.config.options import EngineOptions
from gtpengine.gtp.session import Session
from gtpengine.session.analysis import RunningSearch, SearchRequest
from gtpengine.session.engine import Engine
from gtpengine.session.opening import OpeningBooks
from tests.gtp.talk import Talk
from tests.session.booked import NINE, book_of, options
from tests.session.fake_searcher import fake_engine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Black begins in the middle or, as well, at C4; White replies at C3."""
    file = tmp_path / "test.book"
    book_of(
        "-|b|E5 100 120 0 -|C4 80 100 0 -|A1 900 100 0 -",
        "E5|w|C3 30 30 0 -",
        "E5 C3|b|G7 10 10 0 -",
    ).write(file)
    return file


def engine_of(path: Path) -> Engine:
    engine = fake_engine()
    engine.set_parameter("book", str(path))
    return engine


def wait(running: RunningSearch) -> None:
    """Watch a search to its end."""
    running.finished.wait()


def test_the_book_is_silent_where_its_moves_lose(tmp_path: Path) -> None:
    file = tmp_path / "bad.book"
    book_of("-|b 100 100|E5 30 15 0 -").write(file)
    gtp = talk(file)
    gtp("genmove b")
    assert gtp.engine.last_book is None
    gtp("clear_board")
    assert gtp("gtpengine-book").startswith("E5 chance 0.000 winrate 0.350 games 30 ")
    assert gtp("gtpengine-show book").endswith("TEXT no move of the book won enough to be played")
    gtp("gtpengine-param book_floor 0")
    gtp("gtpengine-param book_margin 0.2")
    gtp("genmove b")
    assert gtp.engine.last_book is not None


def test_the_engine_plays_from_a_file(path: Path) -> None:
    engine = engine_of(path)
    move = engine.genmove(BLACK)
    book = engine.last_book
    assert book is not None and book.point == move and book.book == "board"
    assert move in vertices_to_points("E5 C4 D3 F3 G4 C6 D7 F7 G6", 9)
    assert engine.last_search is None
    assert engine.searching.searcher is None


def test_the_book_is_left_cleanly_and_found_again(path: Path) -> None:
    engine = engine_of(path)
    engine.set_parameter("book_misses", "2")
    engine.play(vertex_to_point("E5", 9), BLACK)
    assert engine.genmove(WHITE) in vertices_to_points("C3 G3 C7 G7", 9)
    for _ in range(2):
        engine.genmove(BLACK)
        engine.genmove(WHITE)
    assert engine.last_book is None and engine.last_search is not None
    # Back in the book by undo: nothing is asked after the misses, but these are taken back too.
    engine.undo(4)
    assert engine.position.move_number == 2
    found = [engine.opening.choose(engine.position, BLACK, engine.options) for _ in range(5)]
    assert all(m is not None for m in found)


def test_misses_in_a_row_end_the_look_ups() -> None:
    opening = OpeningBooks()
    chosen = options(book="on", book_misses="2")
    position = Position(9)
    for point in vertices_to_points("A1 J9 A9 J1", 9):
        position.play(point)
    asked: list[int] = []
    plain = opening.moves

    def moves(at: Position, color: int, of: EngineOptions) -> list[object]:
        asked.append(at.move_number)
        return list(plain(at, color, of))

    opening.moves = moves  # type: ignore[method-assign,assignment]
    for _ in range(4):
        assert opening.choose(position, position.to_play, chosen) is None
        position.play(position.legal_moves()[0])
    assert asked == [4, 5]
    opening.begin_game()
    assert opening.choose(position, position.to_play, chosen) is None
    assert asked[2:] == [8]


def test_misses_end_with_the_game(path: Path) -> None:
    engine = engine_of(path)
    engine.set_parameter("book_misses", "1")
    ways: list[Callable[[], None]] = [
        lambda: engine.new_game(9),
        lambda: engine.set_stones([], [], BLACK),
    ]
    for begin in ways:
        begin()
        engine.set_seed(1)  # the seed counts games from here, as `match` sets it before each
        engine.play(0, BLACK)
        engine.genmove(WHITE)
        assert engine.last_book is None
        begin()
        engine.set_seed(1)
        for point in vertices_to_points("E5 C3", 9):
            engine.play(point, engine.position.to_play)
        engine.genmove(BLACK)
        assert engine.last_book is not None


def test_levels_play_without_book(path: Path) -> None:
    engine = engine_of(path)
    engine.set_parameter("level", "5")
    engine.genmove(BLACK)
    assert engine.last_book is None and engine.last_search is not None


def test_off_is_off(path: Path) -> None:
    engine = engine_of(path)
    engine.set_parameter("book", "off")
    engine.genmove(BLACK)
    assert engine.last_book is None and engine.last_search is not None
    assert engine.opening.moves(engine.position, WHITE, engine.options) == []
    engine.new_game(9)
    engine.set_parameter("book", "on")
    engine.set_komi(7.5)
    assert engine.opening.moves(engine.position, BLACK, engine.options) != []


@pytest.mark.parametrize(
    "request_",
    [
        SearchRequest(avoid={(BLACK, 0): 1}),
        SearchRequest(watch=wait),
        SearchRequest(cleanup=True),
        SearchRequest(move_ownership=True),
        SearchRequest(watch=wait, book=True, avoid={(BLACK, 0): 1}),
        SearchRequest(watch=wait, book=True, move_ownership=True),
    ],
)
def test_searches_that_are_watched_or_bound_are_searches(
    path: Path, request_: SearchRequest
) -> None:
    engine = engine_of(path)
    engine.genmove(BLACK, request_)
    assert engine.last_book is None and engine.last_search is not None


def test_reg_genmove_and_analysis_search(path: Path) -> None:
    engine = engine_of(path)
    engine.reg_genmove(BLACK)
    assert engine.last_book is None and engine.last_search is not None
    engine.propose(BLACK)
    assert engine.last_book is None


def test_draws_follow_the_seed(tmp_path: Path) -> None:
    file = tmp_path / "even.book"
    book_of("-|b|E5 100 100 0 -|C3 100 100 0 -|C4 100 100 0 -").write(file)

    def games(seed: int) -> list[int]:
        engine = engine_of(file)
        engine.set_seed(seed)
        moves = []
        for _ in range(6):
            engine.new_game(9)
            moves.append(engine.genmove(BLACK))
        return moves

    assert games(1) == games(1)
    drawn = Counter(move for seed in range(20) for move in games(seed))
    assert len(drawn) == 3 and min(drawn.values()) > 15
    # The seed begins the same games anew in one session as well.
    engine = engine_of(file)
    again = []
    for _ in range(2):
        engine.new_game(9)
        engine.set_seed(7)
        again.append(engine.genmove(BLACK))
    assert again[0] == again[1]


def test_a_book_with_an_illegal_move_falls_back_to_the_search(tmp_path: Path) -> None:
    position = Position(9)
    frame = board_frame(position, BLACK)
    position.play(40)
    after = board_frame(position, WHITE)
    table = BookTable(
        NINE,
        {
            frame.key: BookEntry(1, [EntryMove(40, 5, 5)]),
            after.key: BookEntry(2, [EntryMove(40, 5)]),
        },
    )
    file = tmp_path / "bad.book"
    table.write(file)
    engine = engine_of(file)
    assert engine.genmove(BLACK) == 40
    assert engine.genmove(WHITE) != 40
    assert engine.last_book is None


def test_files_that_are_no_books_are_refused(tmp_path: Path) -> None:
    engine = fake_engine()
    with pytest.raises(ParamError, match="book cannot be .*: no such file or directory; give a"):
        engine.set_parameter("book", str(tmp_path / "missing.book"))
    assert engine.parameter("book")[1] == "off"
    file = tmp_path / "text.book"
    file.write_text("hello")
    with pytest.raises(ParamError, match="no opening book; give a file of gtpengine book"):
        engine.set_parameter("book", str(file))


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("book", "off"),
        ("prior_model_file", "shipped"),
        pytest.param("playout_weights_file", "shipped", marks=pytest.mark.lab),
    ],
)
def test_a_file_of_a_user_that_there_is_not_is_refused(name: str, before: str) -> None:
    engine = fake_engine()
    with pytest.raises(ParamError, match=f"{name} cannot be .*~no.such.user/x: no such file"):
        engine.set_parameter(name, "~no.such.user/x")
    assert engine.parameter(name)[1] == before


def test_a_file_that_is_overwritten_in_a_game_changes_nothing(path: Path) -> None:
    """A map of it would have other moves now, or end the process where the file is cut short."""
    engine = engine_of(path)
    known = engine.opening.moves(Position(9), BLACK, engine.options)
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        file.write(bytes(size))
    assert engine.opening.moves(Position(9), BLACK, engine.options) == known
    os.truncate(path, 16)
    engine.genmove(BLACK)
    assert engine.last_book is not None


def test_a_damaged_file_is_refused_before_play(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-8] + bytes([data[-8] ^ 1]) + data[-7:])
    with pytest.raises(ParamError, match="damaged; copy or build it again"):
        fake_engine().set_parameter("book", str(path))


def test_a_damaged_shipped_book_costs_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    notes: list[str] = []
    engine = fake_engine()
    engine.note = notes.append
    engine.set_parameter("book", "on")

    def broken(_size: int) -> tuple[object, ...]:
        raise BookError("board9.book: damaged")

    monkeypatch.setattr("gtpengine.session.opening.shipped_books", broken)
    assert engine.genmove(BLACK) >= 0
    assert "damaged" in notes[0]


def noted(path: Path | str) -> tuple[Engine, list[str]]:
    """An engine with a book, and what it notes."""
    notes: list[str] = []
    engine = fake_engine()
    engine.note = notes.append
    engine.set_parameter("book", str(path))
    return engine, notes


def test_a_book_that_does_not_fit_says_so_once(path: Path) -> None:
    engine, notes = noted(path)
    engine.new_game(9)
    engine.set_komi(5.5)
    for _ in range(2):
        engine.genmove(BLACK)
        assert engine.last_book is None
        engine.new_game(9)
    assert notes == [
        "warning: the book test.book is for komi 7.5 within 0.5 by chinese rules and not asked at"
        " komi 5.5 by chinese rules; set others that fit, or give another book (1 point less of"
        " komi is the same under territory scoring)"
    ]
    # What it does not know is no matter of komi, nor is it asked with handicap.
    for stones in ("A1", "C3 G7"):
        engine, notes = noted(path)
        engine.new_game(9)
        engine.set_komi(0.5)
        engine.set_stones(vertices_to_points(stones, 9), [], WHITE)
        engine.genmove(WHITE)
        assert notes == []


def test_a_book_for_another_board_says_so_once(path: Path) -> None:
    engine, notes = noted(path)
    engine.new_game(13)
    assert engine.opening.moves(engine.position, BLACK, engine.options) == []
    engine.genmove(BLACK)
    assert engine.last_book is None
    [note] = notes
    assert "test.book is for boards of 9x9 and knows no move on 13x13; give another, or on" in note
    engine, notes = noted("on")
    engine.new_game(7)
    engine.genmove(BLACK)
    assert notes == []


def talk(path: Path) -> Talk:
    result = Talk()
    result.engine = engine_of(path)
    result.session = Session(result.engine)
    return result


def test_the_commands_show_the_book(path: Path) -> None:
    gtp = talk(path)
    lines = gtp("gtpengine-book").split("\n")
    form = r"[A-J]\d chance [01]\.\d+ winrate 0\.\d+ games \d+ visits 0 book board"
    assert len(lines) == 3 and all(re.fullmatch(form, line) for line in lines)
    assert lines[0].startswith("E5 chance 0.5") and " games 100 " in lines[0]
    assert lines[2].startswith("A1 chance 0.000")
    assert sum(float(line.split()[2]) for line in lines) == pytest.approx(1, abs=0.01)
    assert gtp("gtpengine-show book").startswith("LABEL ")
    gtp("play b A2")
    assert gtp("gtpengine-book") == ""
    assert gtp("gtpengine-show book") == "TEXT not in the book"
    assert gtp("gtpengine-book b") == ""


def test_book_moves_are_told(path: Path) -> None:
    gtp = talk(path)
    gtp("genmove b")
    words = gtp("gtpengine-last_search").split()
    assert words[::2] == ["winrate", "book", "simulations"]
    assert "came from my opening book: played in" in gtp("kgs-chat game x winrate")
    assert "opening book" in gtp("kgs-chat game x pv")
    gtp("clear_board")
    gtp("gtpengine-param book off")
    gtp("genmove b")
    assert "opening book" not in gtp("kgs-chat game x winrate")


@pytest.mark.parametrize("name", ["lz-", "kata-", "cgos-", ""])
def test_moves_with_reports_come_from_the_book(path: Path, name: str) -> None:
    gtp = talk(path)
    form = r"play (E5|[C-G][3467])"
    # As CGOS asks, as Sabaki does, and with all that a client may want to see.
    flags = " ownership true rootInfo true" if name in ("", "kata-") else " minmoves 3"
    for words in ("b", "b 10", "10", f"b 100000{flags}"):
        gtp("clear_board")
        assert re.fullmatch(form, gtp(f"{name}genmove_analyze {words}"))
        assert gtp.engine.last_book is not None
    gtp("clear_board")
    for words in ("avoid b A1 1", "allow b A2 3"):
        assert gtp(f"{name}genmove_analyze b {words}").startswith(("info", "{"))
        assert gtp.engine.last_book is None
        gtp("clear_board")


def test_search_analyze_searches(path: Path) -> None:
    gtp = talk(path)
    assert gtp("kata-search_analyze b").startswith("info")
    assert gtp.engine.position.moves == []


def test_books_are_off_until_they_are_asked_for() -> None:
    assert EngineOptions().book == "off"
    engine = fake_engine()
    engine.genmove(BLACK)
    assert engine.last_book is None and engine.last_search is not None
