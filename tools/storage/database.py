"""The SQLite file below the store: opening, migrating, transactions, clear errors.

Write-ahead logging with full synchronisation: a committed game survives a kill and a power cut.
Every transaction that writes takes the write lock at its start, so two processes never deadlock;
a waiting one gives up after ``BUSY_SECONDS``.
"""

from __future__ import annotations

import contextlib
import functools
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gtpengine.base.files.userpath import real_path

from .schema import MIGRATIONS, VERSION

BUSY_SECONDS: Final = 60.0
#: Bytes of the longest text that is read. The longest in a game is its engines' output, 100 kB.
LONGEST: Final = 1 << 24


class StoreError(Exception):
    """The store cannot be used; the text says why and what to do."""


class Database:
    """One connection. Use it from one thread."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or create the file and migrate it to the present version.

        :raises StoreError: if it is no store, newer than this program, read-only, or has no folder
        """
        self.path = path
        with self._errors():
            self._connection = self._to_read() if read_only else self._connect(path)
        try:
            with self._errors():
                if not read_only:
                    self._check_kind()
                    self._begin_log()
                self._place = self._look()
                if not read_only:
                    self._connection.execute("PRAGMA synchronous = FULL")
                    self._connection.execute("PRAGMA foreign_keys = ON")
                elif (version := self._check_version(self._version())) < VERSION:
                    self._copy_to_memory()
                if not read_only or version < VERSION:
                    self._migrate()
                self._check_tables()
        except StoreError:
            self._connection.close()
            raise

    def close(self) -> None:
        self._connection.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run a transaction: all of it is stored, or nothing.

        :raises StoreError: for an error of SQLite, or if the file is gone
        """
        with self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._check_place()
                self._connection.execute("COMMIT")
            except BaseException:
                # A full disk has already ended the transaction.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def rows(self, sql: str, *args: object) -> list[sqlite3.Row]:
        """Return the rows of a query.

        :raises StoreError: for an error of SQLite
        """
        with self._errors():
            return self._connection.execute(sql, args).fetchall()

    def _connect(self, path: Path | str, *, uri: bool = False) -> sqlite3.Connection:
        connection = sqlite3.connect(path, uri=uri, timeout=BUSY_SECONDS)
        connection.isolation_level = None
        connection.row_factory = sqlite3.Row
        # A file may come from anywhere: its texts may be any bytes, and nothing in it may run.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        connection.execute("PRAGMA trusted_schema = OFF")
        return connection

    def _to_read(self) -> sqlite3.Connection:
        """Return a connection that never writes, and needs no writable folder."""
        if not self.path.is_file():
            raise StoreError(f"{self.path}: no such file")
        address = real_path(self.path).as_uri()
        connection = self._connect(f"{address}?mode=ro", uri=True)
        try:
            connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            if not error.sqlite_errorname.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
                raise
        else:
            return connection
        # The log needs files beside the store, and its folder is read-only.
        log = self.path.with_name(self.path.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise StoreError(
                f"{self.path}: its last games are still in {log.name}, which cannot be read in a"
                " read-only folder: copy both files to a folder of your own"
            )
        return self._connect(f"{address}?immutable=1", uri=True)

    def _copy_to_memory(self) -> None:
        """Continue with a copy in memory, so that an older file can be migrated and read."""
        memory = self._connect(":memory:")
        self._connection.backup(memory)
        self._connection.close()
        self._connection = memory

    def _check_kind(self) -> None:
        """Check that the file is new or a match store, before anything in it changes.

        :raises StoreError: if it is a database of another program, or of a newer version
        """
        # One statement, because another process may make the tables meanwhile.
        version, tables = self._connection.execute(
            "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
        ).fetchone()
        if version:
            self._check_version(version)
        elif tables:
            raise StoreError(f"{self.path}: a database of another program; choose another --store")

    def _check_tables(self) -> None:
        """Check that the file has all tables and columns, and no view in place of a table.

        :raises StoreError: if it has not
        """
        for table, columns in _expected_columns().items():
            found = self._connection.execute(
                "SELECT type FROM sqlite_master WHERE name = ?", (table,)
            ).fetchone()
            present = _columns(self._connection, table)
            if found is None or found[0] != "table" or not columns <= present:
                missing = ", ".join(sorted(columns - present)) or "kind"
                raise StoreError(
                    f"{self.path}: no match store, or damaged: table {table} lacks the right"
                    f" {missing}; choose another --store"
                )

    def _begin_log(self) -> None:
        """Switch a new file to write-ahead logging.

        The switch needs the file for itself. When two connections try it together, SQLite answers
        "locked" at once, without its timeout, so this method waits and tries again.
        """
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.005 + 0.02 * random.random())

    def _look(self) -> tuple[int, int] | None:
        """Return device and inode of the file that the name stands for; None if there is none."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _check_place(self) -> None:
        """Check that the name still stands for the open file: SQLite would write on without it."""
        if self._look() != self._place:
            raise StoreError(
                f"{self.path}: was deleted or replaced while it was in use, and its content is"
                " lost; restore a copy, or begin anew with the same command"
            )

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def _check_version(self, version: int) -> int:
        """Return the version.

        :raises StoreError: if this program does not know it
        """
        if version > VERSION:
            raise StoreError(
                f"{self.path}: written by a newer gtpengine (schema {version}, this one knows"
                f" {VERSION}): update gtpengine"
            )
        if version <= 0:
            raise StoreError(f"{self.path}: no match store; choose another --store")
        return version

    def _migrate(self) -> None:
        version = self._version()
        if version == VERSION:
            return
        with self.transaction() as connection:
            version = self._version()  # another process may have been faster
            self._check_kind()
            for script in MIGRATIONS[version:]:
                for statement in _statements(script):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {VERSION}")

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._explain(error) from error

    def _explain(self, error: sqlite3.Error) -> StoreError:
        text = str(error)
        code = getattr(error, "sqlite_errorname", "") or ""
        if "FULL" in code or "disk is full" in text:
            advice = "the disk is full: free some space and run the same command again"
        elif "READONLY" in code or "readonly" in text:
            advice = "the file or its folder is read-only: change its permissions or use --store"
        elif "IOERR" in code:
            advice = (
                "writing failed (disk full, over a size limit, or a fault): free some space and"
                " run the same command again"
            )
        elif "BUSY" in code or "locked" in text:
            advice = f"another process held it for more than {BUSY_SECONDS:g} seconds"
        elif "NOTADB" in code:
            advice = "this file is no SQLite database; choose another --store"
        elif "CORRUPT" in code:
            advice = (
                "the file is damaged: take a copy of it, or save what is left (sqlite3 .recover)"
            )
        elif "TOOBIG" in code:
            advice = f"a value of more than {LONGEST} bytes is no part of a match store"
        elif "CANTOPEN" in code or "unable to open" in text:
            advice = "cannot be opened: does its folder exist, and may you write there?"
        else:
            advice = text
        return StoreError(
            f"{self.path}: {advice} ({text})" if advice != text else f"{self.path}: {text}"
        )


@functools.cache
def _expected_columns() -> dict[str, set[str]]:
    """Return the columns of each table of the present version."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for script in MIGRATIONS:
            connection.executescript(script)
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {table: _columns(connection, table) for (table,) in tables.fetchall()}


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}


def _statements(script: str) -> list[str]:
    lines = (line.partition("--")[0] for line in script.splitlines())
    return [part.strip() for part in "\n".join(lines).split(";") if part.strip()]
