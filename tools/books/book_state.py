"""A growing book: one SQLite file that many processes can work on and that survives kills.

Everything that decides the book is fixed when the file is made: board, komi, rules, simulations,
parameters, the policy that picks positions, and the book of records that says what people play. A
process claims a position before it searches it, and commits the result in one transaction. The
claims of a dead process lapse: at once on the same machine, and after ``LEASE_SECONDS`` without a
sign of life on another.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import platform
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.books.bookfile import Book, BookError, Header
from gtpengine.tools.books.growth import Growth, Policy, SearchedMove
from gtpengine.tools.running.machine import process_gone, process_mark

LEASE_SECONDS: Final = 120.0
BUSY_SECONDS: Final = 60.0
DAMAGE: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What reading raises when the rows of a file are damaged."""
_POLICY: Final = Policy()
DROP_OUT: Final = "drop-out"
"""The choice, in files of version 3, of books that grow by searched positions."""
_APPLICATION: Final = 0x47544247
_VERSION: Final = 3
_SCHEMA: Final = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE seed (book BLOB NOT NULL)",
    "CREATE TABLE position (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, line TEXT NOT NULL,"
    " found TEXT NOT NULL, simulations INTEGER NOT NULL, seconds REAL NOT NULL,"
    " added REAL NOT NULL)",
    "CREATE TABLE claim (key TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL,"
    " mark TEXT NOT NULL, beat REAL NOT NULL)",
)


@dataclasses.dataclass(frozen=True, slots=True)
class GrowSettings:
    """What decides the values, and what is next (``growth.Policy``)."""

    size: int = 9
    komi: float = 7.5
    rules: str = "chinese"
    simulations: int = 20_000
    seed: int = 1
    params: tuple[tuple[str, str], ...] = ()
    loss_weight: float = _POLICY.loss_weight
    depth: int = _POLICY.depth

    @property
    def policy(self) -> Policy:
        """The policy that picks the positions worth a search."""
        return Policy(loss_weight=self.loss_weight, depth=self.depth)

    @property
    def header(self) -> Header:
        """The header of the growing book, without provenance.

        :raises ValueError: when the settings make no header.
        """
        return Header("board", (self.size,), 0, self.komi, 0.5, self.rules, decides="search")


class BookState:
    """The open file of a growing book, for one thread; each process opens its own."""

    def __init__(
        self,
        path: Path,
        settings: GrowSettings | None = None,
        given: Sequence[str] = (),
        seed: bytes = b"",
    ) -> None:
        """Open the file, or make it from ``settings`` and the bytes of a book.

        :raises BookError: when the file is something else or of a newer version, or when ``seed``
            or a setting in ``given`` is not the one the file was made with.
        """
        self.path = path
        if settings is None and not path.is_file():
            raise BookError(f"{path}: no such file; gtpengine book grow makes it")
        try:
            self._db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        except sqlite3.Error as error:
            raise BookError(f"{path}: {error}; does its folder exist?") from error
        try:
            with self._errors():
                self._db.execute("PRAGMA synchronous = FULL")
                self._prepare(settings or GrowSettings(), given if settings else (), seed)
                self.settings = self._read_settings()
        except BookError:
            self._db.close()
            raise
        self._last_id = 0
        self._beaten = 0.0
        self._me = (platform.node(), os.getpid(), process_mark(os.getpid()))

    def close(self) -> None:
        self._db.close()

    def seed(self) -> Book | None:
        """Return the book of records, or None without one."""
        with self._errors():
            row = self._db.execute("SELECT book FROM seed").fetchone()
            if row is None:
                return None
            book = Book(row[0], f"{self.path}: the book of its records")
            book.check()
        return book

    def programs(self) -> list[dict[str, str]]:
        """Return the programs that searched here, in order of first use; none in old files."""
        with self._errors():
            rows = self._db.execute(
                "SELECT value FROM about WHERE name LIKE 'program %' ORDER BY rowid"
            ).fetchall()
            return [dict(json.loads(text)) for (text,) in rows]

    def note_program(self, about: Mapping[str, str]) -> None:
        """Note a program that is going to search."""
        text = json.dumps(dict(about), sort_keys=True)
        with self._transaction() as db:
            db.execute("INSERT OR IGNORE INTO about VALUES (?, ?)", (f"program {text}", text))

    def count(self) -> int:
        """Return the number of positions searched."""
        with self._errors():
            return int(self._db.execute("SELECT count(*) FROM position").fetchone()[0])

    def sync(self, growth: Growth) -> None:
        """Add to the graph what any process has stored since the last call."""
        with self._errors():
            rows = self._db.execute(
                "SELECT id, line, found, simulations FROM position WHERE id > ? ORDER BY id",
                (self._last_id,),
            ).fetchall()
            for number, line, found, simulations in rows:
                growth.add(
                    json.loads(line), [SearchedMove(*f) for f in json.loads(found)], simulations
                )
                self._last_id = number

    def claim(self, growth: Growth, most: int = 0) -> tuple[int, tuple[int, ...]] | None:
        """Claim the next position that no living process searches, as (key, line).

        Returns None when there is none, or when ``most`` positions are searched or being searched
        (0: no limit).
        """
        with self._transaction() as db:
            self.sync(growth)
            busy = self._claimed(db)
            room = not most or len(growth.nodes) + len(busy) < most
            chosen = growth.next_line(busy) if room else None
            if chosen is not None:
                self._add_claim(db, chosen[0])
        return chosen

    def finish(
        self,
        key: int,
        line: Sequence[int],
        found: Sequence[SearchedMove],
        simulations: int,
        seconds: float,
    ) -> None:
        """Store a result and end the claim; a result that another process stored first stays."""
        rows = [[f.point, f.visits, round(f.value, 6)] for f in found]
        with self._transaction() as db:
            db.execute(
                "INSERT OR IGNORE INTO position (key, line, found, simulations, seconds, added)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    f"{key:016x}",
                    json.dumps(list(line)),
                    json.dumps(rows),
                    simulations,
                    seconds,
                    time.time(),
                ),
            )
            db.execute("DELETE FROM claim WHERE key = ?", (f"{key:016x}",))

    def release(self) -> None:
        """Give back all claims of this process."""
        with self._transaction() as db:
            db.execute("DELETE FROM claim WHERE host = ? AND pid = ? AND mark = ?", self._me)

    def others(self) -> int:
        """Return how many claims other living processes hold."""
        with self._transaction() as db:
            self._drop_dead_claims(db)
            sql = "SELECT count(*) FROM claim WHERE NOT (host = ? AND pid = ? AND mark = ?)"
            return int(db.execute(sql, self._me).fetchone()[0])

    def beat(self) -> None:
        """Note that this process is alive; call it every few seconds."""
        now = time.time()
        if now - self._beaten > LEASE_SECONDS / 12:
            with self._transaction() as db:
                db.execute(
                    "UPDATE claim SET beat = ? WHERE host = ? AND pid = ? AND mark = ?",
                    (now, *self._me),
                )
            self._beaten = now

    def _claimed(self, db: sqlite3.Connection) -> set[int]:
        """Return what living processes have claimed."""
        self._drop_dead_claims(db)
        return {int(key, 16) for (key,) in db.execute("SELECT key FROM claim")}

    def _add_claim(self, db: sqlite3.Connection, key: int) -> None:
        row = (f"{key:016x}", *self._me, time.time())
        db.execute("INSERT INTO claim VALUES (?, ?, ?, ?, ?)", row)

    def _drop_dead_claims(self, db: sqlite3.Connection) -> None:
        for key, _host, pid, mark, beat in db.execute("SELECT * FROM claim").fetchall():
            gone = process_gone(pid, mark)
            # A beat far in the future means a wrong clock, or damage: do not wait for it.
            silent = abs(time.time() - beat) > LEASE_SECONDS
            if silent if gone is None else gone:
                db.execute("DELETE FROM claim WHERE key = ?", (key,))

    def _prepare(self, settings: GrowSettings, given: Sequence[str], seed: bytes) -> None:
        with self._transaction() as db:
            application = db.execute("PRAGMA application_id").fetchone()[0]
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
                for statement in _SCHEMA:
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {_APPLICATION}")
                db.execute(f"PRAGMA user_version = {_VERSION}")
                text = json.dumps(dataclasses.asdict(settings))
                db.execute("INSERT INTO about VALUES ('settings', ?)", (text,))
                if seed:
                    db.execute("INSERT INTO seed VALUES (?)", (seed,))
                return
            if application != _APPLICATION:
                raise BookError(f"{self.path}: not a growing book; choose another file")
            if version > _VERSION:
                raise BookError(f"{self.path}: written by a newer gtpengine; update gtpengine")
            if version == 1:
                self._read_version_1(db, settings)
            begun = self._read_settings()
            changed = [n for n in given if getattr(begun, n) != getattr(settings, n)]
            known = db.execute("SELECT book FROM seed").fetchone()
            if seed and (known is None or known[0] != seed):
                changed.append("records")
            if changed:
                raise BookError(
                    f"{self.path}: was begun with other values of {', '.join(changed)}; leave"
                    " them out to go on, or choose another file"
                )

    def _read_version_1(self, db: sqlite3.Connection, settings: GrowSettings) -> None:
        """Add the policy in *settings* to a file of version 1, which does not have one."""
        row = db.execute("SELECT value FROM about WHERE name = 'settings'").fetchone()
        missing = {"loss_weight": settings.loss_weight, "depth": settings.depth}
        text = json.dumps(json.loads(row[0]) | missing)
        db.execute("UPDATE about SET value = ? WHERE name = 'settings'", (text,))
        db.execute(f"PRAGMA user_version = {_VERSION}")

    def _read_settings(self) -> GrowSettings:
        row = self._db.execute("SELECT value FROM about WHERE name = 'settings'").fetchone()
        data: dict[str, Any] = json.loads(row[0])
        data["params"] = tuple((str(name), str(value)) for name, value in data["params"])
        # Until 0.16 a book could grow by games, too.
        if data.pop("choice", DROP_OUT) != DROP_OUT:
            raise BookError(f"{self.path}: grew by games, which is no more; choose another file")
        data.pop("threshold", None)
        settings = GrowSettings(**data)
        for field in dataclasses.fields(settings):
            kinds = (int, float) if isinstance(field.default, float) else type(field.default)
            if not isinstance(getattr(settings, field.name), kinds):
                raise ValueError(f"{field.name} is {data[field.name]!r}")
        _ = settings.header  # raises ValueError when settings make no sense
        return settings

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit all or nothing; one process at a time."""
        with self._errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except BookError:
            raise
        except DAMAGE as error:
            raise BookError(f"{self.path}: damaged; begin anew from a copy ({error})") from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorname", "") or ""
            advice = {
                "SQLITE_NOTADB": "not a growing book; choose another file",
                "SQLITE_CORRUPT": "damaged; begin anew from a copy",
                "SQLITE_FULL": "the disk is full: free some space and run the same command again",
                "SQLITE_READONLY": "the file or its folder is read-only: change its permissions",
                "SQLITE_CANTOPEN": "cannot be opened: does its folder exist?",
                "SQLITE_BUSY": f"another process held it for {BUSY_SECONDS:g} seconds",
            }.get(code, "cannot be used")
            raise BookError(f"{self.path}: {advice} ({error})") from error
