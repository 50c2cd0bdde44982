"""``report`` and ``export`` on damaged, foreign and hostile stores.

No traceback appears, and nothing is hidden.
"""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from gtpengine.tools.report import export, report
from gtpengine.tools.storage.schema import MIGRATIONS, VERSION
from gtpengine.tools.storage.store import Store

from tests.tools.report.report_store import make_store

#: What no column expects. The long text is JSON too deep for its reader.
VALUES: dict[str, Any] = {
    "NULL": None,
    "nothing": "",
    "word": "no such word",
    "escape": "\x1b]0;title\x07\x1b[2J",
    "bytes": b"\xff\x00\xfe",
    "negative": -1,
    "huge": 2**62,
    "real": 1e308,
    "infinite": float("inf"),
    "list": "[]",
    "object": "{}",
    "numbers": '{"game": {"size": 1e999, "komi": NaN}, "space": [1], "sprt": [5, 1, 0, 9]}',
    "deep": '{"game": ' + "[" * 100_000,
    "half a character": '{"game": {"rules": "\\ud800"}, "name": "\\ud800"}',
}


@pytest.fixture(autouse=True)
def _no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a store without the constraints that would keep damage out."""
    path = tmp_path_factory.mktemp("sound") / "s.sqlite"
    make_store(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema = ON")
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        for name, sql in rows:
            loose = re.sub(r"NOT NULL|UNIQUE \([^)]*\)|CHECK \(state[^)]*\)\)", "", sql)
            if "UNIQUE" not in sql:  # what has no index of its own
                db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (loose, name))
        db.commit()
        db.execute("PRAGMA journal_mode = DELETE")
    return path


def run(module: Any, *words: str) -> int:
    return int(module.COMMAND.ready("gtpengine x", words)())


def both(path: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[int, str]]:
    """Return the exit status and messages of the two commands."""
    found = []
    folder = path.parent
    for module, words in (
        (report, ["--output", f"{folder / 'page.html'}"]),
        (report, ["--list"]),
        (export, ["--sgf", f"{folder / 'sgf'}", "--csv", f"{folder / 'all.csv'}"]),
    ):
        status = run(module, "--store", f"{path}", *words)
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err and "Traceback" not in err
        assert status in (0, 1, 2)
        assert (status == 1) == ("left out: " in err), (status, err)
        found.append((status, err))
    return found


def columns(path: Path) -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in names:
            for row in db.execute(f"PRAGMA table_info({table})").fetchall():
                yield table, row[1]


@pytest.mark.parametrize("kind", VALUES)
def test_a_value_that_cannot_be_is_named(
    sound: Path, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.sqlite"
    tried = 0
    # A fifth of the columns for each value: all of them take minutes.
    for table, column in list(columns(sound))[list(VALUES).index(kind) % 5 :: 5]:
        shutil.copy(sound, path)
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            try:
                db.execute(
                    f"UPDATE {table} SET {column} = ? WHERE {column} ="
                    f" (SELECT {column} FROM {table} LIMIT 1)",
                    (VALUES[kind],),
                )
            except sqlite3.IntegrityError:
                continue
            db.commit()
        both(path, capsys)
        tried += 1
    assert tried > 5


def test_the_damaged_row_is_named_and_the_others_count(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.sqlite"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE game SET winner = 'x' WHERE event_id = 1 AND number = 3")
        db.execute("UPDATE event SET settings = 'gone' WHERE name = 'tune'")
        db.commit()
    (page_status, page_err), (list_status, _), (status, err) = both(path, capsys)
    assert (page_status, list_status, status) == (1, 1, 1)
    for text in (page_err, err):
        assert "game 3 of event 'cup': winner is 'x'" in text
        assert "event 'tune': settings is 'gone'" in text
    assert not (tmp_path / "sgf/cup/000003.sgf").exists()
    assert (tmp_path / "sgf/cup/000004.sgf").exists()
    assert "Points of each engine against each other" in (tmp_path / "page.html").read_text()


def test_files_cut_short_and_bytes_overwritten(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(5)
    data = sound.read_bytes()
    path = tmp_path / "s.sqlite"
    statuses = set()
    for _ in range(40):
        broken = bytearray(data)
        if rng.random() < 0.3:
            del broken[rng.randrange(len(broken)) :]
        for _ in range(rng.choice((0, 1, 30))):
            at = rng.randrange(len(broken) or 1)
            broken[at : at + rng.randrange(50)] = rng.randbytes(rng.randrange(50))
        path.write_bytes(broken)
        statuses |= {status for status, _ in both(path, capsys)}
    assert statuses >= {1, 2}


@pytest.mark.parametrize("version", [1, VERSION, -1, 2**31 - 1])
def test_other_schemas(tmp_path: Path, version: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Files of other programs under our version numbers, and an endless view for a table."""
    path = tmp_path / "s.sqlite"
    endless = "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
    for statements in (
        "CREATE TABLE event (id, title)",
        "".join(MIGRATIONS).replace("settings TEXT NOT NULL", "setting TEXT"),
        "".join(MIGRATIONS)
        + f"DROP TABLE event; CREATE VIEW event AS {endless} SELECT id, 'm' name, 'match' kind,"
        " '{}' settings, 'open' status, 0 created FROM n",
    ):
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as db:
            db.executescript(statements)
            db.execute(f"PRAGMA user_version = {version}")
        found = both(path, capsys)
        assert [status for status, _ in found] == [2, 2, 2]
        assert all(re.search("no match store|update gtpengine|has not|table", e) for _, e in found)


def test_a_value_of_many_megabytes_is_refused(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.sqlite"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE move SET comment = zeroblob(50000000) WHERE game_id = 1 AND ply = 0")
        db.commit()
    statuses = [status for status, err in both(path, capsys) if "16777216 bytes" in err]
    assert statuses == [1, 1]


def test_older_stores_are_read_without_change(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(MIGRATIONS[0])
        db.execute("INSERT INTO event VALUES (1, 'm', 'match', '{\"game\": {}}', 'open', 0)")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    before = path.read_bytes()
    with Store(path, read_only=True) as store:
        assert store.records(store.event("m")) == []
    assert path.read_bytes() == before
