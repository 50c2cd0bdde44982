"""`gtpengine book`: its commands, growing that survives kills, verification by search."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gtpengine.books.bookfile import Book, Header
from gtpengine.books.table import Table
from gtpengine.books.textform import from_text, to_text
from gtpengine.tools.book_verify import VerifyTask

from gtpengine.cli import main
from tests.books.games import small_book, sorted_entries
from tests.fake_searcher import fake_engine

PATIENCE = 120.0
GROW = ("--size", "5", "--komi", "24.5", "--simulations", "40", "--concurrency", "1")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def book(*words: str) -> int:
    return main(["book", *words])


def lines_of(name: str) -> list[tuple[str, str]]:
    """What a state has stored, in order."""
    with sqlite3.connect(name) as db:
        return [tuple(row) for row in db.execute("SELECT line, found FROM position ORDER BY id")]


# --- files ------------------------------------------------------------------------------------


def write_records(path: Path) -> None:
    games = ["E5 C3 G7 C7"] * 6 + ["C3 E5 G7"] * 4 + ["G7 E5 C3"] * 2
    path.write_text("".join(f"9\t7\tB+R\t3d\t3d\tx\t{moves}\n" for moves in games))


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
    assert "(5 with 0.5)" in error and "2 games do not say their komi and count" in error
    header, table = Book.open(Path("a.book")).header, Table.of(Book.open(Path("a.book")))
    made = header.provenance[-1]
    assert (made["games"], made["left_out_for_komi"], made["komi_not_known"]) == (8, 6, 2)
    rates = {(m.games, m.half_wins) for e in table.entries.values() for m in e.moves}
    assert rates == {(8, 4), (8, 12)}
    assert book("build", "games.txt", "--output", "b.book", *words, "--komi-tolerance", "20") == 0
    assert "left out" not in capsys.readouterr().err


ANY = ("--size", "9", "--support", "1", "--games", "1")


def sgf_games(*about: str) -> None:
    """games.sgf with a game of each root."""
    Path("games.sgf").write_text("".join(f"(;SZ[9]{root}RE[B+R];B[ee];W[cc])" for root in about))


@pytest.mark.parametrize(
    ("roots", "words", "header", "told"),
    [
        (
            ["RU[Japanese]KM[6.5]", "RU[japanese]KM[6.5]", "KM[6.5]"],
            ("--komi", "6.5"),
            ("japanese", 6.5, 3),
            "rules: japanese, for 2 of 3 games say so; --rules takes others",
        ),
        # The usual komi of the rules, where none is given.
        (["RU[Japanese]KM[6.5]"], (), ("japanese", 6.5, 1), "rules: japanese"),
        (["RU[NZ]KM[7]"], (), ("new-zealand", 7.0, 1), "rules: new-zealand"),
        (["KM[6.5]"], ("--rules", "Japanese"), ("japanese", 6.5, 1), ""),
        (["KM[7.5]"], (), ("chinese", 7.5, 1), "rules: chinese, for no game says its own (RU)"),
        (
            ["RU[Chinese]KM[7.5]", "RU[AGA]KM[7.5]", "RU[AGA]KM[7.5]", "RU[GOE]KM[7.5]"],
            (),
            ("aga", 7.5, 4),
            "rules: aga, for 3 of 4 games say so or others scored alike (2 aga, 1 chinese)",
        ),
        # Six and a half points under territory scoring are as even as seven and a half.
        (
            ["RU[Japanese]KM[6.5]", "RU[Chinese]KM[7.5]", "RU[Japanese]KM[7.5]"],
            (),
            ("chinese", 7.5, 2),
            "rules: chinese, for the games say different ones (2 japanese, 1 chinese)",
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
        """The games of the moves E5 and C3, and the records that the book says it is of."""
        assert book("build", *words, "--output", "a.book", *ANY) == 0
        table = Table.of(Book.open(Path("a.book")))
        games = sorted(m.games for entry in table.entries.values() for m in entry.moves)
        return games, table.header.provenance[-1]["records"]

    assert counted("both.txt", "one.txt") == ([4, 4], ["both.txt", "one.txt"])
    assert counted("both.txt", "one.txt:d,p") == ([3, 3], ["both.txt", "one.txt:d,p"])
    # Blanks after commas are no part of a rank.
    assert counted("one.txt", "--strong", "d, p") == ([1, 1], ["one.txt:d,p"])
    assert counted("one.txt:d", "both.txt", "--strong", "k") == (
        [2, 3],
        ["both.txt:k", "one.txt:d"],
    )


def test_build_show_merge_export_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    one = Table.of(Book.open(Path("a.book")))
    assert book("merge", "a.book", "a.book", "--output", "two.book") == 2
    assert "are the same one, and would count twice" in capsys.readouterr().err
    fewer = ("--size", "9", "--support", "7", "--games", "5")
    assert book("build", "games.txt", "--output", "fewer.book", *fewer) == 0
    assert book("merge", "a.book", "fewer.book", "--output", "two.book") == 2
    assert "count 12 games of games.txt, which would count twice" in capsys.readouterr().err
    assert not Path("two.book").exists()
    one_more = Path("games.txt").read_text() + "9\t7\tB+R\t\t\tx\tE5\n"
    Path("games.txt").write_text(one_more)
    assert book("build", "games.txt", "--output", "more.book", *fewer) == 0
    assert book("merge", "a.book", "more.book", "--output", "two.book") == 0
    assert "note: two of these books are of games in games.txt: if" in capsys.readouterr().err
    small_book(9, 30).write(Path("other.book"))
    assert book("merge", "a.book", "other.book", "--output", "two.book") == 0
    tables = [Table.of(Book.open(Path(name))) for name in ("a.book", "other.book", "two.book")]
    games = [sum(m.games for e in t.entries.values() for m in e.moves) for t in tables]
    assert games[2] == games[0] + games[1]
    made = tables[2].header.provenance[-1]
    assert "no game is contained" in made["licence"]
    assert made["command"] == "gtpengine book merge a.book other.book --output two.book"
    for name in ("a.txt", "a.sgf"):
        assert book("export", "a.book", "--output", name) == 0
        assert book("import", name, "--output", "back.book") == 0
        assert sorted_entries(Table.of(Book.open(Path("back.book")))) == sorted_entries(one)
    capsys.readouterr()
    assert book("export", "a.book") == 0
    assert sorted_entries(from_text(capsys.readouterr().out)) == sorted_entries(one)
    assert book("verify", "a.book") == 0
    assert "sound" in capsys.readouterr().out
    assert book("bench", "a.book") == 0
    assert "microseconds" in capsys.readouterr().out


def test_what_does_not_fit_in_an_sgf_collection_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("a.sgf").write_text("(;SZ[9]RU[Japanese]KM[6.5];B[ee])(;SZ[9]RU[Japanese]KM[0.5];B[ee])")
    assert book("import", "a.sgf", "--output", "a.book") == 0
    assert "note: 1 of 2 games have another komi or other rules" in capsys.readouterr().err
    header = Book.open(Path("a.book")).header
    assert (header.rules, header.komi) == ("japanese", 6.5)


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
        (("export", "broken.book"), "damaged; copy or build it again"),
        (("merge", "a.book", "four.book", "--output", "x.book"), "different sizes cannot"),
        (("import", "wrong.book", "--output", "x.book"), "wrong.book: no book in text form"),
        (("import", "wrong.sgf", "--output", "x.book"), "wrong.sgf: no SGF file"),
        (("build", "missing", "--output", "x.book"), "missing: no such file or folder"),
        (("build", "empty.txt", "--output", "x.book"), "no games on 19x19"),
        (("build", "empty.txt", "--output", "x.book", "--support", "0"), "positive numbers"),
        (
            ("build", "empty.txt", "--output", "x.book", "--kind", "corner", "--region", "10"),
            "corners would meet on 19x19",
        ),
        (("verify", "a.book", "--simulations", "10"), "needs --output"),
        (("verify", "a.book", "--margin", "2"), "--margin between 0 and 1"),
        (("verify", "a.book", "--margin", "0.1"), "--margin is for judging by search: give --sim"),
        (("verify", "a.book", "--again"), "--again is for judging by search: give --simulations"),
        (("verify", "a.book", "--output", "x.book"), "--output is for judging by search: give"),
        (("show", "a.book", "--margin", "-1"), "--margin -1: give 0 to 1"),
        (("show", "a.book", "--margin", "nan"), "--margin nan: give 0 to 1"),
        (("grow", "s", "--positions", "-3"), "--positions and --minutes say when to stop: give"),
        (("grow", "s", "--minutes", "-1"), "--positions and --minutes say when to stop: give"),
        (("grow", "s", "--minutes", "nan"), "--positions and --minutes say when to stop: give"),
        (("grow", "s", "--komi", "nan"), "komi nan: give a number of at most 1000 points"),
        (("grow", "s", "--loss-weight", "inf"), "--loss-weight at least 0"),
        (("build", "games.txt", "--output", "x.book", "--komi", "inf"), "komi inf: give a number"),
        (("build", "games.txt", "--output", "x.book", "--rules", "chines"), "mean chinese?"),
        (
            ("build", "games.txt", "--output", "x.book", "--komi-tolerance", "-1"),
            "komi tolerance -1: give 0 to 1000",
        ),
        (
            ("build", "games.txt", "--size", "9", "--output", "x.book", "--support", "99"),
            "no position was met in 99 games with a move of 8; give more records, or less",
        ),
        (
            ("build", "games.txt", "--output", "x.book", "--region", "4"),
            "--region is about corners: give --kind corner",
        ),
        (
            ("build", "games.txt", "--output", "x.book", "--for-size", "13"),
            "--for-size is about corners",
        ),
        (
            ("build", "games.txt", "--output", "x.book", "--stones", "9"),
            "--stones is about corners",
        ),
        (
            ("build", "games.txt", "--output", "x.book", "--kind", "corner", "--for-size", "13"),
            "region 9: corners would meet on 13x13; give 2 to 7",
        ),
        (("merge", "none.book", "--output", "x.book"), "x.book is not written: there would be no"),
        (("grow", "s", "--records", "four.book"), "four.book: no book of whole 9x9s"),
        (("grow", "s", "--set", "no_such=1"), "unknown parameter 'no_such'"),
        (("grow", "s", "--set", "x"), "write NAME=VALUE"),
        (("grow", "s", "--rules", "chines"), "chinese"),
        (("grow", "s", "--simulations", "0"), "--simulations and --depth are at least 1"),
        (("grow", "s", "--size", "1"), "board sizes (1,)"),
        (("grow", "wrong.book"), "no growing book; choose another file"),
        (("grow", "no/folder/s"), "does its folder exist"),
        (("grow", "s", "--output", "no/x.book"), "no/x.book: there is no folder no"),
        (("grow", "s", "--concurrency", "-1"), "--concurrency -1: give 1 or more"),
        (("verify", "a.book", "--simulations", "9", "--output", "no/x.book"), "there is no folder"),
        (("bench", "none.book"), "has no moves to look up"),
    ],
)
def test_errors_say_what_to_do(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    small_book().write(Path("a.book"))
    small_book(4).write(Path("four.book"))
    Table(Header("board", (9,))).write(Path("none.book"))
    data = Path("a.book").read_bytes()
    Path("broken.book").write_bytes(data[:-3] + bytes([data[-3] ^ 1]) + data[-2:])
    for name in ("wrong.book", "wrong.sgf", "empty.txt"):
        Path(name).write_text("hello")
    write_records(Path("games.txt"))
    assert book(*words) == 2
    error = capsys.readouterr().err
    assert message in error and "Traceback" not in error
    assert not Path("x.book").exists() and not Path("s").exists()


def test_an_unknown_action_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert book("shwo") == 2
    assert "shwo" in capsys.readouterr().err


# --- growing ----------------------------------------------------------------------------------


def test_growing_goes_on_where_it_stood(capsys: pytest.CaptureFixture[str]) -> None:
    assert book("grow", "one", "--positions", "12", "--output", "one.book", *GROW) == 0
    out = capsys.readouterr().out
    assert "12 positions, depth " in out and "best line: " in out
    for count in ("5", "9", "12", "12"):
        assert book("grow", "two", "--positions", count, *GROW) == 0
    assert lines_of("two") == lines_of("one")
    assert book("grow", "two", "--positions", "1", "--output", "two.book") == 0
    tables = [Table.of(Book.open(Path(name))) for name in ("one.book", "two.book")]
    assert sorted_entries(tables[0]) == sorted_entries(tables[1])
    assert len(tables[0].entries) == 12
    assert tables[0].header == Header(
        "board", (5,), 0, 24.5, decides="search", provenance=tables[0].header.provenance
    )
    assert tables[0].header.provenance[-1]["positions"] == 12


def test_growing_with_records_and_other_settings(capsys: pytest.CaptureFixture[str]) -> None:
    small_book().write(Path("records.book"))
    words = ("grow", "s", "--positions", "6", "--records", "records.book")
    assert book(*words, *GROW, "--set", "rave_equivalence=500") == 0
    assert book(*words, "--output", "s.book") == 0
    steps = Book.open(Path("s.book")).header.provenance
    assert steps[-1]["settings"]["params"] == [["rave_equivalence", "500"]]
    capsys.readouterr()
    assert book("grow", "s", "--komi", "0", "--simulations", "40") == 2
    assert "was begun with other values of komi; leave them out" in capsys.readouterr().err
    small_book(5, 10).write(Path("records.book"))
    assert book("grow", "s", "--records", "records.book", "--size", "5") == 2
    assert "other values of records" in capsys.readouterr().err
    with sqlite3.connect("s") as db:
        db.execute("PRAGMA user_version = 99")
    assert book("grow", "s") == 2
    assert "newer gtpengine; update" in capsys.readouterr().err
    sqlite3.connect("other").execute("CREATE TABLE t (x)").connection.close()
    assert book("grow", "other") == 2
    assert "no growing book" in capsys.readouterr().err


def test_a_book_without_positions_takes_no_ones_place(capsys: pytest.CaptureFixture[str]) -> None:
    Path("old.book").write_bytes(b"hours of work")
    assert book("grow", "s", "--minutes", "1e-9", "--output", "old.book", *GROW) == 2
    assert "old.book is not written: there would be no position" in capsys.readouterr().err
    assert Path("old.book").read_bytes() == b"hours of work"


def test_books_say_how_they_were_made() -> None:
    write_records(Path("games.txt"))
    words = ("--size", "9", "--support", "1", "--games", "1", "--note", "my games")
    assert book("build", "games.txt", "--output", "r.book", *words) == 0
    size = ("--size", "9", "--simulations", "9", "--concurrency", "1", "--positions", "1")
    assert book("grow", "s", "--records", "r.book", *size) == 0
    assert book("grow", "s", "--positions", "1", "--output", "s.book") == 0
    built, grown = Book.open(Path("s.book")).header.provenance
    assert built["command"] == (
        "gtpengine book build games.txt --output r.book --size 9 --support 1 --games 1"
        " --note 'my games'"
    )
    assert grown["command"] == "gtpengine book grow s --positions 1 --output s.book"
    for made in (built, grown):
        assert "no game is contained" in made["licence"]
        assert {"version", "revision", "date"} <= set(made)
    assert len(grown["searched_by"]) == 1
    assert re.fullmatch(r"search 9x9 \d+", grown["searched_by"][0]["bench"])


def test_what_comes_next_is_kept_in_the_state(capsys: pytest.CaptureFixture[str]) -> None:
    broad = ("--loss-weight", "2.5", "--depth", "3")
    assert book("grow", "one", "--positions", "14", *GROW, *broad) == 0
    assert book("grow", "two", "--positions", "4", *GROW, *broad) == 0
    alone = ("--concurrency", "1")
    assert book("grow", "two", "--positions", "14", *alone, "--output", "two.book") == 0
    assert lines_of("two") == lines_of("one")
    settings = Book.open(Path("two.book")).header.provenance[-1]["settings"]
    assert (settings["loss_weight"], settings["depth"]) == (2.5, 3)
    capsys.readouterr()
    assert book("grow", "two", "--loss-weight", "100", "--depth", "3") == 2
    assert "was begun with other values of loss_weight; leave" in capsys.readouterr().err
    for wrong in (("--loss-weight", "-1"), ("--loss-weight", "nan"), ("--depth", "0")):
        assert book("grow", "new", *wrong) == 2
        assert "--depth are at least 1, --loss-weight at least 0" in capsys.readouterr().err
    assert not Path("new").exists()


def test_states_of_version_1_get_what_they_lack() -> None:
    assert book("grow", "old", "--positions", "3", *GROW) == 0
    with sqlite3.connect("old") as db:
        [(text,)] = db.execute("SELECT value FROM about WHERE name = 'settings'").fetchall()
        known = {k: v for k, v in json.loads(text).items() if k not in ("loss_weight", "depth")}
        db.execute("UPDATE about SET value = ? WHERE name = 'settings'", (json.dumps(known),))
        db.execute("PRAGMA user_version = 1")
    assert book("grow", "old", "--komi", "0") == 2
    assert book("grow", "old", "--positions", "4", "--loss-weight", "40") == 0
    assert len(lines_of("old")) == 4
    assert book("grow", "old", "--loss-weight", "41") == 2
    assert book("grow", "old", "--positions", "5", "--loss-weight", "40", "--depth", "30") == 0


def start(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gtpengine", "book", "grow", "state", *GROW, *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def wait_for(count: int, process: subprocess.Popen[bytes]) -> None:
    """Until so many positions are stored."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if len(lines_of("state")) >= count:
                return
        except sqlite3.Error:
            pass  # not made yet
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.005)
    raise AssertionError("nothing is stored")


def test_kills_lose_nothing_and_repeat_nothing() -> None:
    for kill in range(3):
        with start("--positions", "100000") as process:
            wait_for(5 * kill + 4, process)
            os.kill(process.pid, signal.SIGKILL)
    done = len(lines_of("state"))
    total = done + 5
    assert book("grow", "state", "--positions", str(total), *GROW) == 0
    assert book("grow", "whole", "--positions", str(total), *GROW) == 0
    assert lines_of("state") == lines_of("whole")
    with sqlite3.connect("state") as db:
        assert db.execute("SELECT count(*) FROM claim").fetchone() == (0,)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_two_processes_share_the_work() -> None:
    with start("--positions", "30") as first:
        wait_for(1, first)
        with start("--positions", "30") as second:
            assert first.wait(PATIENCE) == second.wait(PATIENCE) == 0
    rows = lines_of("state")
    assert len(rows) == 30
    assert len({line for line, _ in rows}) == len(rows)


def test_ctrl_c_finishes_what_runs_and_writes() -> None:
    with start("--positions", "100000", "--output", "state.book") as process:
        wait_for(3, process)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    assert len(Table.of(Book.open(Path("state.book"))).entries) == len(lines_of("state"))


def test_an_output_alone_needs_no_search() -> None:
    assert book("grow", "state", "--positions", "3", *GROW) == 0
    before = lines_of("state")
    assert book("grow", "state", "--positions", "3", "--output", "again.book") == 0
    assert lines_of("state") == before
    assert len(Table.of(Book.open(Path("again.book"))).entries) == 3


# --- verification by search -------------------------------------------------------------------


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
    # It goes on with what was not judged.
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
    """Positions with searched moves."""
    entries = Table.of(Book.open(Path(name))).entries.values()
    return sum(any(m.visits for m in e.moves) for e in entries)


@pytest.fixture
def third_search(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Callable[[], None]]]:
    """A book of four positions; what is put into the list happens in their third search."""
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
        (RuntimeError("no luck"), "the same command with out.book as BOOK goes on"),
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
    assert "no luck; the same command goes on" in capsys.readouterr().err
    assert not Path("out.book").exists()


def test_judgements_are_written_while_others_are_searched(
    third_search: list[Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gtpengine.tools.book_verify.WRITE_SECONDS", 0.0)
    seen: list[int] = []
    third_search.append(lambda: seen.append(judged_in("out.book")))
    assert book(*VERIFY, "a.book") == 0
    assert seen == [2]  # a kill would have left so many
    assert judged_in("out.book") == 4
    assert len(Book.open(Path("out.book")).header.provenance) == 1


def test_a_full_disk_stops_no_search(
    third_search: list[Callable[[], None]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("gtpengine.tools.book_verify.WRITE_SECONDS", 0.0)
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


@pytest.mark.slow
def test_growing_on_a_cluster() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'gtpengine[cluster]'")
    words = ("--size", "5", "--simulations", "40", "--cluster", "local", "--concurrency", "2")
    assert book("grow", "state", "--positions", "20", *words) == 0
    assert len(lines_of("state")) == 20
