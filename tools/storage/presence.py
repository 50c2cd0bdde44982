"""This process among the runners of a store: who may hold claims, and who is gone.

The claims of a runner that is gone are free again. For a runner in the same place (boot of a
machine, namespace of processes) the system tells at once whether it is gone. Any other, in a
container or on another machine, shows by a changing heartbeat that it lives: it is gone when this
process has seen the heartbeat unchanged for ``LEASE_SECONDS`` by its own monotonic clock. No
clocks of different machines are compared, so a clock that jumps takes no claim from a living
runner.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from typing import Final

from gtpengine.tools.running.machine import process_gone, process_mark

from gtpengine.base.system.machine import cpu_name

from .database import Database, StoreError

LEASE_SECONDS: Final = 120.0

#: SQL for the ids of runners that are gone; ``Presence.runner`` marks them.
GONE: Final = "SELECT id FROM runner WHERE ended IS NOT NULL"


class Presence:
    """The row of this process in the table of runners, made when it is first needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.id: int | None = None
        self._last_beat = 0.0
        self._beats: dict[int, tuple[float, float]] = {}
        """By runner that cannot be looked at: its last heartbeat, and when it was new here."""

    def runner(self, db: sqlite3.Connection) -> int:
        """Return the id of this process, for claims in the transaction of ``db``.

        It also marks the runners that are gone, so that ``GONE`` names them. If this process slept
        so long that others took it for gone, its claims are lost and it gets a new id.
        """
        rows = db.execute(
            "SELECT id, pid, process, heartbeat FROM runner WHERE ended IS NULL"
        ).fetchall()
        if self.id is None or self.id not in [row["id"] for row in rows]:
            self.id = self._register(db)
        for row in rows:
            if row["id"] != self.id and self._gone(row):
                db.execute("UPDATE runner SET ended = ? WHERE id = ?", (time.time(), row["id"]))
        return self.id

    def _gone(self, row: sqlite3.Row) -> bool:
        gone = process_gone(row["pid"], row["process"])
        if gone is not None:
            return gone
        now = time.monotonic()
        beat, since = self._beats.get(row["id"], (None, now))
        if beat != row["heartbeat"]:
            since = now
        self._beats[row["id"]] = (row["heartbeat"], since)
        return now - since > LEASE_SECONDS

    def heartbeat(self) -> None:
        """Show that this process lives. Call it every few seconds.

        :raises StoreError: for an error of SQLite, or if the file is gone
        """
        now = time.monotonic()
        if self.id is not None and now - self._last_beat > LEASE_SECONDS / 12:
            with self._database.transaction() as db:
                # It must differ from the last one, whatever the clock does.
                db.execute(
                    "UPDATE runner SET heartbeat = max(?, heartbeat + 0.001) WHERE id = ?",
                    (time.time(), self.id),
                )
            self._last_beat = now

    def end(self) -> None:
        """Give up every claim of this process."""
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
        self._last_beat = time.monotonic()
        assert cursor.lastrowid is not None
        return cursor.lastrowid
