"""This process among the runners of a store: who may hold claims, and who has gone.

A claim of a runner that is gone is free again. On the same machine a process is known to be gone
as soon as it is; of another machine's, after `LEASE_SECONDS` without a heartbeat.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from typing import Final

from .database import Database, StoreError
from .machine import cpu_name, process_mark

LEASE_SECONDS: Final = 120.0

#: SQL for the ids of runners that are gone; its parameter is `oldest_beat()`.
GONE: Final = "SELECT id FROM runner WHERE ended IS NOT NULL OR heartbeat < ?"


def oldest_beat() -> float:
    """The time of a heartbeat that is just recent enough."""
    return time.time() - LEASE_SECONDS


class Presence:
    """The row of this process in the table of runners, made when it is first needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.id: int | None = None
        self._last_beat = 0.0

    def runner(self, db: sqlite3.Connection) -> int:
        """The id of this process, for claims in the transaction of `db`.

        Also marks the runners of this machine that are dead, so that `GONE` names them.
        """
        if self.id is None:
            self.id = self._register(db)
        for row in db.execute(
            "SELECT runner.id, pid, process FROM runner JOIN machine ON machine.id = machine_id"
            " WHERE ended IS NULL AND name = ?",
            (platform.node(),),
        ).fetchall():
            if row["id"] != self.id and process_mark(row["pid"]) != row["process"]:
                db.execute("UPDATE runner SET ended = ? WHERE id = ?", (time.time(), row["id"]))
        return self.id

    def heartbeat(self) -> None:
        """Says that this process lives; call it every few seconds. Raises `StoreError`."""
        now = time.time()
        if self.id is not None and now - self._last_beat > LEASE_SECONDS / 12:
            with self._database.transaction() as db:
                db.execute("UPDATE runner SET heartbeat = ? WHERE id = ?", (now, self.id))
            self._last_beat = now

    def end(self) -> None:
        """Gives up every claim of this process."""
        if self.id is None:
            return
        try:
            with self._database.transaction() as db:
                db.execute("UPDATE runner SET ended = ? WHERE id = ?", (time.time(), self.id))
        except StoreError:
            pass  # the next runner sees that this process is gone

    def _register(self, db: sqlite3.Connection) -> int:
        machine = (platform.node(), cpu_name(), os.cpu_count() or 1, platform.platform())
        db.execute(
            "INSERT OR IGNORE INTO machine (name, cpu, cores, system) VALUES (?, ?, ?, ?)", machine
        )
        (machine_id,) = db.execute(
            "SELECT id FROM machine WHERE name = ? AND cpu = ? AND cores = ? AND system = ?",
            machine,
        ).fetchone()
        now = time.time()
        cursor = db.execute(
            "INSERT INTO runner (machine_id, pid, process, started, heartbeat)"
            " VALUES (?, ?, ?, ?, ?)",
            (machine_id, os.getpid(), process_mark(os.getpid()), now, now),
        )
        self._last_beat = now
        assert cursor.lastrowid is not None
        return cursor.lastrowid
