"""``gtpengine book``: building and showing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gtpengine.books.bookfile import Book, Header
from gtpengine.books.table import BookTable
from gtpengine.tools.books.book import COMMAND

from tests.books.games import small_book
from tests.session.fake_searcher import fake_engine
from tests.tools.books.book_commands import book, write_records


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shown_after(capsys: pytest.CaptureFixture[str], *moves: str) -> str:
    assert book("show", "a.book", *moves) == 0
    return capsys.readouterr().out


def test_games_of_another_komi_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """White gives no points in half of the games, and loses them all."""
    lines = ["9\t7\tW+R\t\t\tx\tE5 C3\n"] * 6 + ["9\t0.5\tB+R\t\t\tx\tE5 C3\n"] * 5
    lines += ["9\t-9\tB+R\t\t\tx\tE5 C3\n"] + ["9\t?\tB+R\t\t\tx\tE5 C3\n"] * 2
    Path("games.txt").write_text("".join(lines))
    words = ("--size", "9", "--support", "1", "--games", "1")
    assert book("build", "games.txt", "--output", "a.book", *words) == 0
    error = capsys.readouterr().err
    assert "6 of 14 games are left out: they were not played with komi 7.5 within 0.5" in error
    assert "(5 with 0.5)" in error and "2 games do not name their komi; they are used" in error
    header, table = Book.open(Path("a.book")).header, BookTable.of(Book.open(Path("a.book")))
    made = header.provenance[-1]
    assert (made["games"], made["left_out_for_komi"], made["komi_not_known"]) == (8, 6, 2)
    rates = {(m.games, m.half_wins) for e in table.entries.values() for m in e.moves}
    assert rates == {(8, 4), (8, 12)}
    assert book("build", "games.txt", "--output", "b.book", *words, "--komi-tolerance", "20") == 0
    assert "left out" not in capsys.readouterr().err


ANY = ("--size", "9", "--support", "1", "--games", "1")


def sgf_games(*about: str) -> None:
    """Write games.sgf with a game for each root."""
    Path("games.sgf").write_text("".join(f"(;SZ[9]{root}RE[B+R];B[ee];W[cc])" for root in about))


@pytest.mark.parametrize(
    ("roots", "words", "header", "told"),
    [
        (
            ["RU[Japanese]KM[6.5]", "RU[japanese]KM[6.5]", "KM[6.5]"],
            ("--komi", "6.5"),
            ("japanese", 6.5, 3),
            "rules: japanese, because 2 of 3 games name them; --rules chooses others",
        ),
        # The usual komi of the rules, where none is given.
        (["RU[Japanese]KM[6.5]"], (), ("japanese", 6.5, 1), "rules: japanese"),
        (["RU[NZ]KM[7]"], (), ("new-zealand", 7.0, 1), "rules: new-zealand"),
        (["KM[6.5]"], ("--rules", "Japanese"), ("japanese", 6.5, 1), ""),
        (
            ["KM[7.5]"],
            (),
            ("chinese", 7.5, 1),
            "rules: chinese, because no game names its rules (RU)",
        ),
        (
            ["RU[Chinese]KM[7.5]", "RU[AGA]KM[7.5]", "RU[AGA]KM[7.5]", "RU[GOE]KM[7.5]"],
            (),
            ("aga", 7.5, 4),
            "rules: aga, because 3 of 4 games name them or others scored alike (2 aga, 1 chinese)",
        ),
        # Six and a half points under territory scoring are as even as seven and a half.
        (
            ["RU[Japanese]KM[6.5]", "RU[Chinese]KM[7.5]", "RU[Japanese]KM[7.5]"],
            (),
            ("chinese", 7.5, 2),
            "rules: chinese, because the games name different ones (2 japanese, 1 chinese)",
        ),
    ],
)
def test_books_note_the_rules_of_their_games(
    roots: list[str],
    words: tuple[str, ...],
    header: tuple[str, float, int],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sgf_games(*roots)
    assert book("build", "games.sgf", "--output", "a.book", *ANY, *words) == 0
    made = Book.open(Path("a.book")).header
    assert (made.rules, made.komi, made.provenance[-1]["games"]) == header
    error = capsys.readouterr().err
    assert told in error and ("rules:" in error) is bool(told)


def test_a_book_of_japanese_games_is_asked_in_japanese_games() -> None:
    sgf_games("RU[Japanese]KM[6.5]")
    assert book("build", "games.sgf", "--komi", "6.5", "--output", "a.book", *ANY) == 0
    notes: list[str] = []
    engine = fake_engine()
    engine.note = notes.append
    engine.set_parameter("book", "a.book")
    for name in ("book_floor", "book_margin"):
        engine.set_parameter(name, "0")
    for rules, komi, known in (
        ("japanese", 6.5, True),
        ("chinese", 7.5, True),
        ("aga", 6.5, False),
    ):
        engine.set_rules(rules)
        engine.set_komi(komi)
        engine.new_game(9)
        engine.genmove(1)
        assert (engine.last_book is not None) is known
    [note] = notes
    assert "a.book is for komi 6.5 within 0.5 by japanese rules and not asked at komi 6.5" in note


def test_strong_sides_of_some_records_and_both_of_others() -> None:
    line = "9\t7\tB+R\t{}\t{}\tx\tE5 C3\n"
    Path("both.txt").write_text(line.format("3k", "2k") * 2)
    Path("one.txt").write_text(line.format("1d", "8k") + line.format("8k", "2p"))

    def counted(*words: str) -> tuple[list[int], list[str]]:
        """Return the games of the moves E5 and C3, and the records that the book names."""
        assert book("build", *words, "--output", "a.book", *ANY) == 0
        table = BookTable.of(Book.open(Path("a.book")))
        games = sorted(m.games for entry in table.entries.values() for m in entry.moves)
        return games, table.header.provenance[-1]["records"]

    assert counted("both.txt", "one.txt") == ([4, 4], ["both.txt", "one.txt"])
    assert counted("both.txt", "one.txt:d,p") == ([3, 3], ["both.txt", "one.txt:d,p"])
    # Blanks after commas are not part of a rank.
    assert counted("one.txt", "--strong", "d, p") == ([1, 1], ["one.txt:d,p"])
    assert counted("one.txt:d", "both.txt", "--strong", "k") == (
        [2, 3],
        ["both.txt:k", "one.txt:d"],
    )


def test_build_show_and_bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_records(tmp_path / "games.txt")
    filters = ("--support", "1", "--games", "1", "--moves", "4")
    assert book("build", "games.txt", "--size", "9", "--output", "a.book", *filters) == 0
    captured = capsys.readouterr()
    assert "a.book: " in captured.out and "komi" not in captured.err
    other = ("--komi", "5.5", "--output", "other.book", *filters)
    assert book("build", "games.txt", "--size", "9", *other) == 2
    error = capsys.readouterr().err
    assert "12 of 12 games are left out: they were not played with komi 5.5 within 0.5" in error
    assert "give --komi and --komi-tolerance that fit" in error and not Path("other.book").exists()
    assert book("show", "a.book") == 0
    shown = capsys.readouterr().out
    assert '"records": ["games.txt"]' in shown and "komi: 7.5" in shown
    assert "E5" in shown and "100.0 %" in shown
    assert book("show", "a.book", "E5", "C3") == 0
    assert "black to move" in capsys.readouterr().out
    assert book("show", "a.book", "A1") == 0
    assert "not in the book" in capsys.readouterr().out
    assert "met in 6 games, 0.0 % won" in shown_after(capsys, "E5")
    assert book("bench", "a.book") == 0
    assert "microseconds" in capsys.readouterr().out


def test_books_of_corners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_records(tmp_path / "games.txt")
    filters = ("--support", "1", "--games", "1", "--kind", "corner", "--region", "4")
    assert book("build", "games.txt", "--size", "9", "--output", "c.book", *filters) == 0
    assert book("show", "c.book", "C3") == 0
    assert "tenuki" in capsys.readouterr().out
    assert book("bench", "c.book") == 0
    assert book("show", "c.book", "E5") == 2
    assert "E5 is outside the corner of 4 lines" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show", "missing.book"), "no such file; shipped books are"),
        (("show", "wrong.book"), "no opening book; give a file"),
        (("show", "a.book", "E5", "E5"), "these moves cannot be played: "),
        (("show", "a.book", "Z9"), "vertex"),
        (("show", "broken.book"), "damaged; copy or build it again"),
        (("build", "missing", "--output", "x.book"), "missing: no such file or folder"),
        (("build", "empty.txt", "--output", "x.book"), "no games on 19x19"),
        (
            ("build", "empty.txt", "--output", "x.book", "--support", "0"),
            "--support: '0': give a whole",
        ),
        (
            ("build", "empty.txt", "--output", "x.book", "--kind", "corner", "--region", "10"),
            "corners would meet on 19x19",
        ),
        (("show", "~no.such.user/x"), "~no.such.user/x: no such file; shipped books are"),
        (("grow", "s", "--simulations", "9" * 20), "give a whole number from 1 to 2000000000"),
        (("grow", "s", "--seed", "9" * 20), "give a whole number from 0 to 9223372036854775807"),
        (("grow", "s", "--seed", "-1"), "--seed: '-1': give a whole number from 0"),
        (("grow", "s", "--records", "board13"), "board13: not a book of whole 9x9 boards"),
        (("grow", "s", "--records", "nothing"), "nothing: no such file; shipped books are board13"),
        (("show", "a.book", "--margin", "-1"), "--margin: '-1': give a number from 0 to 1"),
        (("show", "a.book", "--margin", "nan"), "--margin: 'nan': give a number from 0 to 1"),
        (("grow", "s", "--positions", "-3"), "--positions: '-3': give a whole number from 0"),
        (("grow", "s", "--minutes", "-1"), "--minutes: '-1': give a number from 0"),
        (("grow", "s", "--minutes", "nan"), "--minutes: 'nan': give a number from 0"),
        (("grow", "s", "--komi", "nan"), "--komi: 'nan': give a number from -1000 to 1000"),
        (("grow", "s", "--loss-weight", "inf"), "--loss-weight: 'inf': give a number from 0"),
        (("build", "games.txt", "--output", "x.book", "--komi", "inf"), "--komi: 'inf': give"),
        (("build", "games.txt", "--output", "x.book", "--rules", "chines"), "mean chinese?"),
        (
            ("build", "games.txt", "--output", "x.book", "--komi-tolerance", "-1"),
            "--komi-tolerance: '-1': give a number from 0 to 1000",
        ),
        (
            ("build", "games.txt", "--size", "9", "--output", "x.book", "--support", "99"),
            "no position occurs in 99 games with a move played in 8; give more records",
        ),
        (
            ("build", "games.txt", "--output", "x.book", "--region", "4"),
            "--region is for corners: add --kind corner",
        ),
        (
            ("build", "games.txt", "--output", "x.book", "--for-size", "13"),
            "--for-size is for corners",
        ),
        (
            ("build", "games.txt", "--output", "x.book", "--stones", "9"),
            "--stones is for corners",
        ),
        (
            ("build", "games.txt", "--output", "x.book", "--kind", "corner", "--for-size", "13"),
            "region 9: corners would meet on 13x13; give 2 to 7",
        ),
        (("grow", "s", "--records", "four.book"), "four.book: not a book of whole 9x9 boards"),
        (("grow", "s", "--set", "no_such=1"), "unknown parameter 'no_such'"),
        (("grow", "s", "--set", "x"), "write NAME=VALUE"),
        (("grow", "s", "--rules", "chines"), "chinese"),
        (("grow", "s", "--simulations", "0"), "--simulations: '0': give a whole number from 1"),
        (("grow", "s", "--size", "1"), "--size: '1': give a whole number from 2 to 19"),
        (("grow", "wrong.book"), "not a growing book; choose another file"),
        (("grow", "no/folder/s"), "does its folder exist"),
        (("grow", "s", "--output", "no/x.book"), "no/x.book: there is no folder no"),
        (("grow", "s", "--concurrency", "-1"), "--concurrency: '-1': give a whole number from 0"),
        (("bench", "none.book"), "has no moves to look up"),
        (("show",), "the following arguments are required: BOOK\n"),
    ],
)
def test_errors_say_what_to_do(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    small_book().write(Path("a.book"))
    small_book(4).write(Path("four.book"))
    BookTable(Header("board", (9,))).write(Path("none.book"))
    data = Path("a.book").read_bytes()
    Path("broken.book").write_bytes(data[:-3] + bytes([data[-3] ^ 1]) + data[-2:])
    for name in ("wrong.book", "empty.txt"):
        Path(name).write_text("hello")
    write_records(Path("games.txt"))
    assert book(*words) == 2
    error = capsys.readouterr().err
    assert message in error and "Traceback" not in error
    assert not Path("x.book").exists() and not Path("s").exists()


def test_no_input_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    write_records(Path("games.txt"))
    small_book(9).write(Path("a.book"))
    before = {path: path.read_bytes() for path in Path().iterdir()}
    for words in (
        ("build", "games.txt", "--size", "9", "--support", "1", "--output", "games.txt"),
        ("build", "games.txt:d,p", "--size", "9", "--support", "1", "--output", "games.txt"),
        ("grow", "s", "--records", "a.book", "--output", "a.book"),
    ):
        assert book(*words) == 2
        assert (
            "this command reads it and would overwrite it; give another" in capsys.readouterr().err
        )
    # Not even where there is no state yet.
    assert book("grow", "new", "--positions", "1", "--output", "./new") == 2
    assert "has the state of the searches; give another --output" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_names_and_notes_that_are_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    name, note = os.fsdecode(b"caf\xe9.txt"), os.fsdecode(b"caf\xe9")
    write_records(Path(name))
    output = os.fsdecode(b"caf\xe9.book")
    assert book("build", name, "--output", output, "--note", note, *ANY) == 0
    assert "caf\ufffd.book: " in capsys.readouterr().out
    made = Book.open(Path(output)).header.provenance[-1]
    assert (made["records"], made["note"]) == (["caf\ufffd.txt"], "caf\ufffd")
    words = ("--simulations", "9", "--concurrency", "1", "--positions", "1")
    state = os.fsdecode(b"\xe9.sqlite")
    assert book("grow", state, "--records", output, "--output", "s.book", *words) == 0
    assert "\ufffd.sqlite" in Book.open(Path("s.book")).header.provenance[-1]["command"]


def test_a_game_counts_once_for_each_corner() -> None:
    """The help of --support says so."""
    Path("games.txt").write_text("9\t7\tB+R\t\t\tx\tC3 D3 G7 F7 C7 D7 G3 F3\n")
    words = ("--size", "9", "--kind", "corner", "--region", "4", "--games", "1", "--support", "4")
    assert book("build", "games.txt", "--output", "c.book", *words) == 0
    assert max(e.games for _, e in Book.open(Path("c.book")).entries()) == 4


def test_the_command_has_all_its_actions() -> None:
    assert list(COMMAND.actions) == ["show", "build", "grow", "openings", "bench"]


def test_an_unknown_action_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert book("shwo") == 2
    assert "shwo" in capsys.readouterr().err
