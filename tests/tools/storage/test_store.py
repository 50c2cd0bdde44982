"""The store: claims, resumption, dead runners, migration, clear errors."""

from __future__ import annotations

import dataclasses
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.tools.games.game import GameRecord, GameSettings, MoveRecord, Opening
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.running import machine
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.storage import presence
from gtpengine.tools.storage.database import Database, StoreError
from gtpengine.tools.storage.replays import replays_of
from gtpengine.tools.storage.schema import MIGRATIONS, VERSION
from gtpengine.tools.storage.store import Entrant, Event, GameClaim, Store
from gtpengine.tools.storage.store_json import settings_to_json

ENTRANTS = tuple(
    Entrant(EngineSpec(name, f"/bin/{name}"), EngineIdentity(name, "1", "abc")) for name in "ab"
)
SETTINGS = {"game": settings_to_json(GameSettings()), "seed": 1}
OPENINGS = [Opening(), Opening("corner", ("A1",), ("B2",), (("b", "C3"),), "w")]


def begin(store: Store, games: int = 4) -> Event:
    event, _ = store.open_event("m", "match", SETTINGS, ENTRANTS)
    store.schedule(event, match_games(0, games // 2, OPENINGS, 1))
    return event


def result_of(claim: GameClaim, winner: str = "b") -> GameRecord:
    plan = claim.plan
    record = GameRecord("ab"[plan.black], "ab"[plan.white], GameSettings(), plan.opening, plan.seed)
    record.winner, record.termination, record.started = winner, "resign", "2026-01-01T00:00:00"
    record.dead = ("C3", "D4")
    record.moves = [
        MoveRecord("b", "D4", 0.25, 0.5, "hello", 1000),
        MoveRecord("w", "resign", 0.125),
    ]
    return record


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        event = begin(store)
        assert event.game_settings() == GameSettings()
        claims = store.claim(event, 3)
        assert [claim.plan for claim in claims] == match_games(0, 2, OPENINGS, 1)[:3]
        records = [result_of(claim) for claim in claims]
        assert all(store.finish(c, r) for c, r in zip(claims, records, strict=True))
        assert store.counts(event) == {"waiting": 1, "running": 0, "done": 3}
    with Store(tmp_path / "s.sqlite", read_only=True) as store:
        event = store.event("m")
        assert event.entrants == ENTRANTS
        rows = store.records(event)
        assert [row.record for row in rows] == records
        assert [row.plan for row in rows] == [claim.plan for claim in claims]
        assert [r.points(0) for r in store.results(event)] == [1.0, 0.0, 1.0]


def test_event_continues_only_with_equal_settings(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        begin(store)
        assert store.open_event("m", "match", SETTINGS, ENTRANTS)[1] is False
        with pytest.raises(StoreError, match=r"other values of seed.*--name"):
            store.open_event("m", "match", {**SETTINGS, "seed": 2}, ENTRANTS)
        newer = (ENTRANTS[0], dataclasses.replace(ENTRANTS[1], identity=EngineIdentity("b", "2")))
        with pytest.raises(StoreError, match="engines or their versions"):
            store.open_event("m", "match", SETTINGS, newer)
        with pytest.raises(StoreError, match="no event"):
            store.event("n")


def test_no_game_is_given_twice_and_scheduling_is_idempotent(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as one, Store(tmp_path / "s.sqlite") as other:
        event = begin(one, 6)
        assert other.schedule(event, match_games(0, 4, OPENINGS, 1)) == 2
        first = one.claim(event, 3)
        second = other.claim(event, 10)
        numbers = [c.plan.number for c in first + second]
        assert numbers == list(range(8))
        assert one.claim(event) == [] == other.claim(event)
        one.release(first[:1])
        (again,) = other.claim(event)
        assert (again.plan.number, again.attempt) == (0, 2)
        # The old claim is worthless now; the new one counts, once.
        assert not one.finish(first[0], result_of(first[0]))
        assert other.finish(again, result_of(again, "w"))
        assert not other.finish(again, result_of(again, "b"))
        assert [r.winner for r in one.results(event)] == ["w"]


def test_games_of_a_silent_runner_are_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The runner is elsewhere, and its process cannot be looked at."""
    clock = [1000.0]
    monkeypatch.setattr(presence, "process_gone", lambda _pid, _mark: None)
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    with Store(tmp_path / "s.sqlite") as one, Store(tmp_path / "s.sqlite") as other:
        event = begin(one)
        (claim,) = one.claim(event)
        assert other.claim(event, 1)[0].plan.number == 1
        clock[0] += presence.LEASE_SECONDS - 1
        one.heartbeat()
        clock[0] += 2
        assert [c.plan.number for c in other.claim(event, 1)] == [2]
        clock[0] += presence.LEASE_SECONDS + 1
        other.heartbeat()
        (taken,) = [c for c in other.claim(event, 9) if c.plan.number == 0]
        assert not one.finish(claim, result_of(claim))
        # It wakes up, and is a runner again whose claims count.
        one.claim(event, 1)
        assert other.claim(event, 9) == []
        assert other.finish(taken, result_of(taken))


def test_a_clock_that_jumps_frees_no_claims(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path / "s.sqlite") as one, Store(tmp_path / "s.sqlite") as other:
        event = begin(one)
        (claim,) = one.claim(event)
        for gone in (machine.process_gone, lambda _pid, _mark: None):
            monkeypatch.setattr(presence, "process_gone", gone)
            for jump in (-7200.0, 7200.0):
                with monkeypatch.context() as patch:
                    now = time.time()
                    patch.setattr(time, "time", lambda at=now + jump: at)
                    assert 0 not in [c.plan.number for c in other.claim(event, 1)]
                    other.heartbeat()
        assert one.finish(claim, result_of(claim))


CLAIMER = """
import os, sys
from pathlib import Path
from gtpengine.tools.storage.store import Store
store = Store(Path(sys.argv[1]))
print(store.claim(store.event("m"))[0].plan.number, flush=True)
sys.stdin.readline()
os._exit(0)
"""


@pytest.mark.parametrize("options", [["--mount-proc"], []])
def test_runners_in_two_namespaces_do_not_bury_each_other(
    tmp_path: Path, options: list[str]
) -> None:
    """Two containers share a host name; the second one sees another's /proc."""
    apart = ["unshare", "--user", "--map-root-user", "--pid", "--fork", *options]
    try:
        subprocess.run([*apart, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no namespaces of processes here")
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        event = begin(store)
        (mine,) = store.claim(event)
        with subprocess.Popen(
            [*apart, sys.executable, "-c", CLAIMER, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"1\n"  # game 0 is ours
            assert [c.plan.number for c in store.claim(event, 9)] == [2, 3]
            process.communicate(b"\n")
        assert store.finish(mine, result_of(mine))


@pytest.mark.parametrize("replaced", [False, True])
def test_a_store_that_is_deleted_while_in_use_is_an_error(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        event = begin(store)
        (claim,) = store.claim(event)
        for file in tmp_path.iterdir():
            file.unlink()
        if replaced:
            path.touch()
        with pytest.raises(StoreError, match="was deleted or replaced while it was in use"):
            store.finish(claim, result_of(claim))


def test_games_of_a_dead_process_are_taken_over_at_once(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        event = begin(store)
        code = (
            "import sys, time; from pathlib import Path\n"
            "from gtpengine.tools.storage.store import Store\n"
            f"s = Store(Path({str(path)!r})); print(len(s.claim(s.event('m'), 2)), flush=True)\n"
            "time.sleep(100)"
        )
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"2\n"
            assert [c.plan.number for c in store.claim(event, 9)] == [2, 3]
            process.kill()
        assert [c.plan.number for c in store.claim(event, 9)] == [0, 1]


CREATOR = """
import sys
from pathlib import Path
from gtpengine.tools.storage.database import Database
for number in sys.stdin:
    print("ready", flush=True)
    sys.stdin.readline()
    Database(Path(sys.argv[1]) / f"{number.strip()}.sqlite").close()
"""


def test_a_new_file_is_opened_by_several_at_once(tmp_path: Path) -> None:
    creators = [
        subprocess.Popen(
            [sys.executable, "-c", CREATOR, tmp_path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]

    def tell(word: str) -> None:
        for creator in creators:
            assert creator.stdin is not None
            creator.stdin.write(word + "\n")
            creator.stdin.flush()

    for number in range(100):
        tell(str(number))
        for creator in creators:
            assert creator.stdout is not None
            assert creator.stdout.readline() == "ready\n"
        tell("go")
    assert [creator.communicate(timeout=60)[0] for creator in creators] == [""] * 4
    assert [creator.returncode for creator in creators] == [0] * 4


@pytest.mark.parametrize("version", range(1, VERSION))
def test_old_schemas_are_migrated(tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.sqlite"
    old = sqlite3.connect(path)
    for script in MIGRATIONS[:version]:
        old.executescript(script)
    old.execute(f"PRAGMA user_version = {version}")
    old.execute("INSERT INTO event VALUES (1, 'm', 'match', ?, 'open', 0)", ['{"game": {}}'])
    for position, name in enumerate("ab"):
        spec = EngineSpec(name, name).to_json()
        old.execute("INSERT INTO engine VALUES (?, ?, ?, ?, '1', '')", [position, name, spec, name])
        old.execute("INSERT INTO entrant VALUES (1, ?, ?)", [position, position])
    opening = '{"name":"x","black":[],"white":[],"moves":[],"to_play":"b"}'
    old.execute(
        "INSERT INTO game (event_id, number, pair, round, black, white, opening, seed, state,"
        " winner, termination, detail, started, seconds)"
        " VALUES (1, 0, 0, 0, 0, 1, ?, 7, 'done', 'b', 'resign', '', '', 1.5)",
        [opening],
    )
    old.execute(
        "INSERT INTO move (game_id, ply, color, vertex, seconds, winrate, comment)"
        " VALUES (1, 0, 'b', 'D4', 0.5, NULL, '')"
    )
    old.commit()
    old.close()
    with Store(path) as store:
        (row,) = store.records(store.event("m"))
        assert row.record.winner == "b" and row.record.seconds == 1.5
        assert row.record.moves == [MoveRecord("b", "D4", 0.5)]
        assert store.database.rows("PRAGMA user_version")[0][0] == VERSION
        assert store.database.rows("SELECT count(*) FROM trial")[0][0] == 0
        assert replays_of(store, store.event("m")) == []


def test_files_that_are_no_stores(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, but long enough to look at" * 50)
    with pytest.raises(StoreError, match="no SQLite database"):
        Store(tmp_path / "text")
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE cookbook (recipe TEXT)")
    other.commit()
    other.close()
    before = (tmp_path / "other").read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(tmp_path / "other")
    assert (tmp_path / "other").read_bytes() == before
    newer = sqlite3.connect(tmp_path / "newer")
    newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    before = (tmp_path / "newer").read_bytes()
    with pytest.raises(StoreError, match="update gtpengine"):
        Store(tmp_path / "newer")
    assert (tmp_path / "newer").read_bytes() == before
    with pytest.raises(StoreError, match="does its folder exist"):
        Store(tmp_path / "no" / "folder")
    with pytest.raises(StoreError, match="no such file"):
        Store(tmp_path / "missing", read_only=True)


def run_limited(code: str, limit: Callable[[], None]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=limit,
        timeout=60,
    )
    return done.stdout + done.stderr


def run_as_a_user_who_may_not_write(code: str, folder: Path) -> str:
    """Run code on a store in a folder that the user may read alone; return what the code prints.

    Root may write everywhere, so root lets the folder be reached and becomes nobody.
    """
    folder.chmod(0o555)
    parent = folder
    while os.geteuid() == 0 and parent != Path("/"):
        parent = parent.parent
        if not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    head = (
        "from pathlib import Path; from gtpengine.tools.storage.store import Store\n"
        "from gtpengine.tools.storage.database import StoreError\n"
        "import os\n"
        "if os.geteuid() == 0: os.seteuid(65534)\n"
    )
    try:
        return run_limited(head + code, lambda: None)
    finally:
        folder.chmod(0o755)


def test_full_disk_is_a_clear_error_and_loses_nothing(tmp_path: Path) -> None:
    """A limit on file sizes stands for the full disk: SQLite sees the same failing writes."""
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        event = begin(store, 2000)
        for claim in store.claim(event, 10):
            store.finish(claim, result_of(claim))
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    code = (
        "from pathlib import Path; from gtpengine.tools.storage.database import StoreError\n"
        "from tests.tools.storage.test_store import Store, result_of\n"
        "try:\n"
        f"  s = Store(Path({str(path)!r})); e = s.event('m')\n"
        "  while True:\n"
        "    for c in s.claim(e, 10):\n"
        "      r = result_of(c); r.detail = 'x' * 5000; s.finish(c, r)\n"
        "      print('stored', flush=True)\n"
        "except StoreError as error: print('error', error)\n"
    )

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 65536, size + 65536))

    text = run_limited(code, limit)
    stored = text.count("stored")
    assert "free some space" in text and "Traceback" not in text
    with Store(path) as store:
        event = store.event("m")
        assert store.counts(event)["done"] == 10 + stored
        assert store.database.rows("PRAGMA integrity_check")[0][0] == "ok"
        assert len(store.claim(event, 5)) == 5


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="needs POSIX users")
def test_read_only_file_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        begin(store)
    path.chmod(0o444)
    code = (
        f"try:\n  s = Store(Path({str(path)!r})); s.set_status(s.event('m'), 'x')\n"
        "except StoreError as error: print('error', error)\n"
    )
    text = run_as_a_user_who_may_not_write(code, tmp_path)
    assert "error" in text and "read-only" in text, text
    with Store(path, read_only=True) as store:
        assert store.event("m").status == "open"


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="needs POSIX users")
@pytest.mark.parametrize("merged", [True, False])
def test_a_store_is_read_where_nothing_may_be_written(tmp_path: Path, merged: bool) -> None:
    """A folder without write permission stands for a read-only file system."""
    folder = tmp_path / "media"
    folder.mkdir()
    with Store(tmp_path / "s.sqlite") as store:
        begin(store)
        names = ["s.sqlite"] if merged else ["s.sqlite", "s.sqlite-wal"]
        if merged:
            store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        for name in names:
            (folder / name).write_bytes((tmp_path / name).read_bytes())
    code = (
        f"try: print(Store(Path({str(folder / 's.sqlite')!r}), read_only=True).event_names())\n"
        "except StoreError as error: print('error', error)\n"
    )
    text = run_as_a_user_who_may_not_write(code, folder)
    if merged:
        assert text == "['m']\n"
    else:  # the newest games would be left out in silence
        assert "s.sqlite-wal" in text and "copy both files" in text
    assert sorted(path.name for path in folder.iterdir()) == names


def test_transactions_roll_back(tmp_path: Path) -> None:
    database = Database(tmp_path / "s.sqlite")

    def fail() -> None:
        with database.transaction() as db:
            db.execute("INSERT INTO event VALUES (1, 'm', 'match', '{}', 'open', 0)")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert database.rows("SELECT * FROM event") == []
    database.close()


def test_runner_marks(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        event = begin(store)
        store.claim(event)
        with store.database.transaction() as db:
            db.execute("UPDATE runner SET heartbeat = 0")
        store.presence._last_beat = 0.0
        store.heartbeat()
        assert store.database.rows("SELECT heartbeat FROM runner")[0][0] > 0
    with Store(tmp_path / "s.sqlite") as store:
        assert store.database.rows("SELECT ended FROM runner")[0][0] is not None
        assert store.claim(store.event("m"))[0].plan.number == 0
