"""``gtpengine book grow``: growing that survives kills and shares its work."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gtpengine.books.bookfile import Book, Header
from gtpengine.books.shipped import shipped_books
from gtpengine.books.table import BookTable

from gtpengine.base.system.raykey import use_key
from tests.books.games import small_book, sorted_entries
from tests.tools.books.book_commands import book, write_records

PATIENCE = 120.0
GROW = ("--size", "5", "--komi", "24.5", "--simulations", "40", "--concurrency", "1")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def lines_of(name: str) -> list[tuple[str, str]]:
    """Return what a state has stored, in order."""
    with sqlite3.connect(name) as db:
        return [tuple(row) for row in db.execute("SELECT line, found FROM position ORDER BY id")]


def test_growing_goes_on_where_it_stood(capsys: pytest.CaptureFixture[str]) -> None:
    assert book("grow", "one", "--positions", "12", "--output", "one.book", *GROW) == 0
    out = capsys.readouterr().out
    assert "12 positions, depth " in out and "best line: " in out
    for count in ("5", "9", "12", "12"):
        assert book("grow", "two", "--positions", count, *GROW) == 0
    assert lines_of("two") == lines_of("one")
    assert book("grow", "two", "--positions", "1", "--output", "two.book") == 0
    tables = [BookTable.of(Book.open(Path(name))) for name in ("one.book", "two.book")]
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
    assert "not a growing book" in capsys.readouterr().err


def test_settings_of_a_search_that_does_not_play_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("grow", "s", "--positions", "1", "--simulations", "40")
    assert book(*words, "--set", "rave_equivalence=500") == 2
    assert "rave_equivalence belongs to the search by playouts" in capsys.readouterr().err
    assert not Path("s").exists()


def test_a_book_without_positions_takes_no_ones_place(capsys: pytest.CaptureFixture[str]) -> None:
    Path("old.book").write_bytes(b"GTPEBOOK, hours of work")
    assert book("grow", "s", "--minutes", "1e-9", "--output", "old.book", *GROW) == 2
    assert "old.book is not written: it would have no positions" in capsys.readouterr().err
    assert Path("old.book").read_bytes() == b"GTPEBOOK, hours of work"


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
        assert f"argument {wrong[0]}: '{wrong[1]}': give a" in capsys.readouterr().err
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


def test_states_that_knew_of_games_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Until 0.16 a state said whether positions or games grew; only those of positions go on."""
    assert book("grow", "old", "--positions", "3", *GROW) == 0
    for choice in ("drop-out", "beta-sampling"):
        with sqlite3.connect("old") as db:
            [(text,)] = db.execute("SELECT value FROM about WHERE name = 'settings'").fetchall()
            known = json.loads(text) | {"choice": choice, "threshold": 0.4}
            db.execute("UPDATE about SET value = ? WHERE name = 'settings'", (json.dumps(known),))
        assert book("grow", "old", "--positions", "4") == (0 if choice == "drop-out" else 2)
        assert len(lines_of("old")) == 4
    assert "old: grew by games, which is no more; choose another file" in capsys.readouterr().err


def test_the_rules_say_the_komi_unless_it_is_given() -> None:
    words = ("--size", "5", "--simulations", "9", "--concurrency", "1", "--positions", "1")
    given: list[tuple[tuple[str, ...], float]] = [
        ((), 7.5),
        (("--rules", "new-zealand"), 7.0),
        (("--rules", "japanese"), 6.5),
        (("--rules", "japanese", "--komi", "0"), 0.0),
    ]
    for more, komi in given:
        Path("s").unlink(missing_ok=True)
        assert book("grow", "s", *words, *more, "--output", "s.book") == 0
        assert Book.open(Path("s.book")).header.komi == komi
    # The default is not asked for if the state has another value.
    assert book("grow", "s", "--rules", "japanese", "--positions", "1") == 0


def test_a_shipped_book_says_what_people_play() -> None:
    words = ("--simulations", "9", "--concurrency", "1", "--positions", "1")
    assert book("grow", "s", "--records", "board9", *words) == 0
    folder = Path(shipped_books(9)[0].name)
    with sqlite3.connect("s") as db:
        assert db.execute("SELECT book FROM seed").fetchone() == (folder.read_bytes(),)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE about SET value = '{' WHERE name = 'settings'",
        "UPDATE about SET value = '{\"size\": 5}' WHERE name = 'settings'",
        'UPDATE about SET value = replace(value, \'"size": 5\', \'"size": "5"\')',
        "UPDATE about SET value = replace(value, 'chinese', 'chinesf')",
        "UPDATE about SET value = CAST(x'ff' AS TEXT) WHERE name = 'settings'",
        "UPDATE about SET value = '{' WHERE name LIKE 'program %'",
        "UPDATE position SET line = '[[[' WHERE id = 2",
        "UPDATE position SET line = '[99]' WHERE id = 2",
        "UPDATE position SET line = '[\"x\"]' WHERE id = 2",
        "UPDATE position SET found = '[[12, 3]]' WHERE id = 2",
        "UPDATE position SET found = '[[12, null, 0.5]]' WHERE id = 2",
        "UPDATE position SET found = x'ff' WHERE id = 2",
        "UPDATE seed SET book = 5",
        "UPDATE seed SET book = CAST(substr(book, 1, length(book) - 1) || x'01' AS BLOB)",
        "INSERT INTO claim VALUES ('zz', 'other', 1, 'm', strftime('%s', 'now'))",
    ],
)
def test_damaged_states_are_refused(change: str, capsys: pytest.CaptureFixture[str]) -> None:
    small_book(5, 10).write(Path("records.book"))
    assert book("grow", "s", "--records", "records.book", "--positions", "2", *GROW) == 0
    with sqlite3.connect("s") as db:
        db.execute(change)
    capsys.readouterr()
    assert book("grow", "s", "--positions", "3", "--output", "s.book", "--concurrency", "1") == 2
    error = capsys.readouterr().err
    assert re.search(r"s: .*(damaged|cut short|no opening book|cannot be used)", error)


def test_claims_of_the_past_and_of_the_future_hold_nothing_up() -> None:
    small_book(5, 10).write(Path("records.book"))
    assert book("grow", "s", "--records", "records.book", "--positions", "2", *GROW) == 0
    with sqlite3.connect("s") as db:
        for key, beat in ((1, 1.0), (2, 9e12)):
            db.execute("INSERT INTO claim VALUES (?, 'other', 1, 'm', ?)", (f"{key:016x}", beat))
    assert book("grow", "s", "--positions", "3", "--concurrency", "1") == 0
    assert len(lines_of("s")) == 3


def start(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gtpengine", "book", "grow", "state", *GROW, *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def wait_for(count: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until this many positions are stored."""
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
    assert len(BookTable.of(Book.open(Path("state.book"))).entries) == len(lines_of("state"))


def test_an_output_alone_needs_no_search() -> None:
    assert book("grow", "state", "--positions", "3", *GROW) == 0
    before = lines_of("state")
    assert book("grow", "state", "--positions", "3", "--output", "again.book") == 0
    assert lines_of("state") == before
    assert len(BookTable.of(Book.open(Path("again.book"))).entries) == 3


@pytest.mark.slow
def test_growing_on_a_cluster() -> None:
    use_key()  # before Ray is imported: this machine may have a key
    pytest.importorskip("ray", reason="Ray is not installed: make cluster")
    words = ("--size", "5", "--simulations", "40", "--cluster", "local", "--concurrency", "2")
    assert book("grow", "state", "--positions", "20", *words) == 0
    assert len(lines_of("state")) == 20
