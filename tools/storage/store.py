"""The store of a project: events, engines, machines, games and their moves in one SQLite file.

A game is scheduled, then claimed by a runner, then finished, each in a transaction of its own.
When a runner dies, its games return to the queue as soon as it is known to be dead (see
``presence.py``). A result counts only if its runner still holds the claim, so no game counts twice.
"""

from __future__ import annotations

import dataclasses
import json
import sqlite3
import time
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from gtpengine.tools.games.game import FAILURES, GameRecord, GameSettings, failure_of
from gtpengine.tools.games.schedule import PlannedGame
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec

from . import store_rows
from .database import Database, StoreError
from .presence import GONE, Presence
from .store_json import opening_to_json

#: Settings that may change when an event is continued.
FREE = ("on_failure",)


@dataclasses.dataclass(frozen=True, slots=True)
class Entrant:
    """An engine in an event."""

    spec: EngineSpec
    identity: EngineIdentity


@dataclasses.dataclass(frozen=True, slots=True)
class Event:
    """A match, tournament, test or tuning run."""

    id: int
    name: str
    kind: str
    settings: dict[str, Any]
    status: str
    entrants: tuple[Entrant, ...]
    created: float = 0.0
    """Seconds since 1970."""

    def game_settings(self) -> GameSettings:
        """Return the settings of its games.

        :raises ValueError: if the event has none, or impossible ones
        """
        return store_rows.game_settings(self.settings.get("game"))


@dataclasses.dataclass(frozen=True, slots=True)
class GameClaim:
    """The right and the duty to play one game."""

    game_id: int
    attempt: int
    plan: PlannedGame


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a finished game, without its moves."""

    number: int
    pair: int
    round: int
    black: int
    white: int
    winner: str
    termination: str
    faults_black: int = 0
    faults_white: int = 0
    scorer_failed: bool = False

    @property
    def failure(self) -> str:
        """What an engine did wrong in a word or two; empty if nothing."""
        faulty = self.faults_black + self.faults_white > 0
        return failure_of(self.termination, faulty, self.scorer_failed)

    @property
    def trouble(self) -> bool:
        """Whether an engine or the scorer failed, or the game is void."""
        return self.termination == "void" or bool(self.failure)

    def points(self, position: int) -> float:
        """Return the points of the entrant at ``position``, who is one of the two players."""
        if not self.winner:
            return 0.5
        return float((self.black if self.winner == "b" else self.white) == position)


@dataclasses.dataclass(frozen=True, slots=True)
class Trial:
    """A finished trial of a tuning event: a point of the unit cube and the candidate's score."""

    number: int
    params: tuple[float, ...]
    points: float
    games: int


class Store:
    """One open project file. Use it from one thread; open one in each process.

    A damaged row is an error where games are played. A store opened to read goes on without the
    row, and ``damaged`` names it.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open the file.

        :raises StoreError: if it cannot be used
        """
        self.database = Database(path, read_only=read_only)
        self.presence = Presence(self.database)
        self.damaged: list[str] = []
        self._passes_over = read_only

    def close(self) -> None:
        """End this process's runner and close the file."""
        self.presence.end()
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # Events

    def open_event(
        self, name: str, kind: str, settings: dict[str, Any], entrants: Sequence[Entrant]
    ) -> tuple[Event, bool]:
        """Return the event called ``name``, and whether it was created by this call.

        :raises StoreError: if it exists with other engines or settings, but for ``FREE``
        """
        text = json.dumps(settings, sort_keys=True)
        with self.database.transaction() as db:
            row = db.execute("SELECT * FROM event WHERE name = ?", (name,)).fetchone()
            if row is None:
                cursor = db.execute(
                    "INSERT INTO event (name, kind, settings, status, created)"
                    " VALUES (?, ?, ?, 'open', ?)",
                    (name, kind, text, time.time()),
                )
                for position, entrant in enumerate(entrants):
                    db.execute(
                        "INSERT INTO entrant VALUES (?, ?, ?)",
                        (cursor.lastrowid, position, _engine_id(db, entrant)),
                    )
        event = self.event(name)
        if row is None:
            return event, True
        changed = sorted(
            key
            for key in settings.keys() | event.settings.keys()
            if key not in FREE and json.loads(text).get(key) != event.settings.get(key)
        )
        if event.kind != kind:
            changed.append("kind of event")
        if list(event.entrants) != list(entrants):
            changed.append("engines or their versions")
        if changed:
            raise StoreError(
                f"{self.database.path}: the event {name!r} was begun with other values of"
                f" {', '.join(changed)}; give this event another --name"
            )
        return event, False

    def event(self, name: str) -> Event:
        """Return the event called ``name``.

        :raises StoreError: if there is none
        """
        rows = self.database.rows("SELECT * FROM event WHERE name = ?", name)
        if not rows:
            trials = self.database.rows("SELECT name FROM event WHERE kind = 'tune-trial'")
            hidden = {row["name"] for row in trials}
            there = [one for one in self.event_names() if one not in hidden]
            shown = ", ".join(there[:20]) + (f" and {len(there) - 20} more" * (len(there) > 20))
            raise StoreError(
                f"{self.database.path}: no event {name!r}; there are: {shown or 'none yet'}"
            )
        row = rows[0]
        engines = self.database.rows(
            "SELECT position, engine.* FROM entrant LEFT JOIN engine ON engine.id = engine_id"
            " WHERE event_id = ? ORDER BY position",
            row["id"],
        )
        try:
            return Event(
                store_rows.whole(row, "id", 1),
                name,
                store_rows.word(row, "kind"),
                store_rows.mapping("settings", row["settings"]),
                store_rows.word(row, "status"),
                _entrants(engines),
                store_rows.number(row, "created", 0),
            )
        except ValueError as error:
            raise StoreError(f"{self.database.path}: event {name!r}: {error}") from None

    def event_names(self) -> list[str]:
        """Return the names of all events in the order of their creation."""
        names = []
        for row in self.database.rows("SELECT id, name FROM event ORDER BY id"):
            try:
                names.append(store_rows.text(row, "name"))
            except ValueError as error:
                self.pass_over(f"event number {row['id']!r}", error)
        return names

    def pass_over(self, what: str, error: Exception) -> None:
        """Note a damaged row.

        :raises StoreError: unless the store is only read
        """
        message = f"{self.database.path}: {what}: {error}"
        if not self._passes_over:
            raise StoreError(message)
        if message not in self.damaged:
            self.damaged.append(message)

    def set_status(self, event: Event, status: str) -> None:
        with self.database.transaction() as db:
            db.execute("UPDATE event SET status = ? WHERE id = ?", (status, event.id))

    # Games

    def schedule(self, event: Event, games: Iterable[PlannedGame]) -> int:
        """Add games, except those already scheduled (by number); return how many were added."""
        with self.database.transaction() as db:
            before = db.total_changes
            db.executemany(
                "INSERT OR IGNORE INTO game"
                " (event_id, number, pair, round, black, white, opening, seed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        event.id,
                        g.number,
                        g.pair,
                        g.round,
                        g.black,
                        g.white,
                        opening_to_json(g.opening),
                        g.seed,
                    )
                    for g in games
                ),
            )
            return db.total_changes - before

    def claim(self, event: Event, count: int = 1) -> list[GameClaim]:
        """Claim up to ``count`` games for this process, lowest numbers first."""
        size = self._settings(event).size
        with self.database.transaction() as db:
            runner = self.presence.runner(db)
            rows = db.execute(
                "SELECT * FROM game WHERE event_id = ? AND state != 'done' AND (state = 'waiting'"
                f" OR runner_id IN ({GONE})) ORDER BY number LIMIT ?",
                (event.id, count),
            ).fetchall()
            for row in rows:
                db.execute(
                    "UPDATE game SET state = 'running', runner_id = ?, attempt = attempt + 1"
                    " WHERE id = ?",
                    (runner, row["id"]),
                )
        claims = []
        for row in rows:
            try:
                plan = store_rows.planned_game(row, len(event.entrants), size)
                claims.append(GameClaim(row["id"], store_rows.whole(row, "attempt") + 1, plan))
            except ValueError as error:
                self.pass_over(_game_name(event, row), error)
        return claims

    def finish(self, claim: GameClaim, record: GameRecord) -> bool:
        """Store the result. If the claim has been lost, store nothing and return False."""
        return self.finish_all([(claim, record)])[0]

    def finish_all(self, results: Sequence[tuple[GameClaim, GameRecord]]) -> list[bool]:
        """Store several results in one transaction, each as ``finish`` does."""
        with self.database.transaction() as db:
            return [self._finish(db, claim, record) for claim, record in results]

    def _finish(self, db: sqlite3.Connection, claim: GameClaim, record: GameRecord) -> bool:
        cursor = db.execute(
            "UPDATE game SET state = 'done', winner = ?, termination = ?, detail = ?,"
            " score = ?, disputed = ?, digest = ?, started = ?, seconds = ?,"
            " faults_black = ?, faults_white = ?, scorer_failed = ?, dead = ?,"
            " worker_id = (SELECT id FROM worker"
            " WHERE worker.event_id = game.event_id AND name = ?)"
            " WHERE id = ? AND state = 'running' AND runner_id = ? AND attempt = ?",
            (
                record.winner,
                record.termination,
                record.detail,
                record.score,
                record.disputed,
                record.digest(),
                record.started,
                record.seconds,
                *record.faults,
                record.scorer_failed,
                " ".join(record.dead),
                record.worker,
                claim.game_id,
                self.presence.id,
                claim.attempt,
            ),
        )
        if cursor.rowcount != 1:
            return False
        db.executemany(
            "INSERT INTO move (game_id, ply, color, vertex, seconds, winrate, comment,"
            " simulations) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    claim.game_id,
                    ply,
                    m.color,
                    m.vertex,
                    m.seconds,
                    m.winrate,
                    m.comment,
                    m.simulations,
                )
                for ply, m in enumerate(record.moves)
            ),
        )
        return True

    def release(self, claims: Iterable[GameClaim]) -> None:
        """Return games to the queue."""
        with self.database.transaction() as db:
            db.executemany(
                "UPDATE game SET state = 'waiting', runner_id = NULL"
                " WHERE id = ? AND state = 'running' AND runner_id = ? AND attempt = ?",
                ((claim.game_id, self.presence.id, claim.attempt) for claim in claims),
            )

    def heartbeat(self) -> None:
        """Show that this process lives. Call it every few seconds."""
        self.presence.heartbeat()

    def counts(self, event: Event) -> dict[str, int]:
        """Return how many games are waiting, running and done."""
        counts = {"waiting": 0, "running": 0, "done": 0}
        for row in self.database.rows(
            "SELECT state, count(*) AS n FROM game WHERE event_id = ? GROUP BY state", event.id
        ):
            counts[row["state"]] = row["n"]
        return counts

    def results(self, event: Event, first: int = 0) -> list[Result]:
        """Return the finished games by number from ``first`` on, void ones included."""
        found = []
        for row in self.database.rows(
            "SELECT number, pair, round, black, white, winner, termination, faults_black,"
            " faults_white, scorer_failed FROM game WHERE event_id = ? AND state = 'done'"
            " AND number >= ? ORDER BY number",
            event.id,
            first,
        ):
            try:
                found.append(Result(*store_rows.result_values(row, len(event.entrants))))
            except ValueError as error:
                self.pass_over(_game_name(event, row), error)
        return found

    def last_trouble(self, event: Event) -> str:
        """Return what happened in the failed or void game with the highest number; else nothing."""
        rows = self.database.rows(
            "SELECT number, termination, detail FROM game WHERE event_id = ? AND state = 'done'"
            " AND (termination IN (SELECT value FROM json_each(?))"
            " OR faults_black + faults_white + scorer_failed) ORDER BY number DESC LIMIT 1",
            event.id,
            json.dumps([*FAILURES, "void"]),
        )
        return "".join(f"game {n}: {termination}: {detail}" for n, termination, detail in rows)

    def records(self, event: Event, numbers: Collection[int] | None = None) -> list[GameRow]:
        """Return the finished games with their moves, by number: all, or only ``numbers``."""
        settings = self._settings(event)
        names = [entrant.spec.name for entrant in event.entrants]
        found = []
        for row in self.database.rows(
            "SELECT game.*, ifnull(worker.name, '') AS worker FROM game LEFT JOIN worker"
            " ON worker.id = worker_id WHERE game.event_id = ? AND state = 'done' ORDER BY number",
            event.id,
        ):
            if numbers is not None and row["number"] not in numbers:
                continue
            moves = self.database.rows(
                "SELECT * FROM move WHERE game_id = ? ORDER BY ply", row["id"]
            )
            try:
                plan = store_rows.planned_game(row, len(event.entrants), settings.size)
                record = store_rows.game_record(row, moves, plan, names, settings)
            except ValueError as error:
                self.pass_over(_game_name(event, row), error)
            else:
                found.append(GameRow(plan, record))
        return found

    def trials(self, event: Event, dimensions: int) -> list[Trial]:
        """Return the finished trials of a tuning event, by number."""
        found = []
        for row in self.database.rows(
            "SELECT number, params, points, games FROM trial"
            " WHERE event_id = ? AND points IS NOT NULL ORDER BY number",
            event.id,
        ):
            try:
                found.append(Trial(*store_rows.trial_values(row, dimensions)))
            except ValueError as error:
                self.pass_over(f"trial {row['number']!r} of event {event.name!r}", error)
        return found

    def _settings(self, event: Event) -> GameSettings:
        try:
            return event.game_settings()
        except ValueError as error:
            raise StoreError(f"{self.database.path}: event {event.name!r}: {error}") from None


@dataclasses.dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game as it was planned and as it went."""

    plan: PlannedGame
    record: GameRecord


def _game_name(event: Event, row: sqlite3.Row) -> str:
    return f"game {row['number']!r} of event {event.name!r}"


def _entrants(rows: Sequence[sqlite3.Row]) -> tuple[Entrant, ...]:
    """Return the entrants in these rows.

    :raises ValueError: for a damaged row, a missing place or two equal names
    """
    entrants = []
    for place, row in enumerate(rows):
        store_rows.whole(row, "position", place, place)
        identity = (store_rows.text(row, key) for key in ("gtp_name", "version", "revision"))
        entrants.append(Entrant(store_rows.engine_spec(row["spec"]), EngineIdentity(*identity)))
    names = [entrant.spec.name for entrant in entrants]
    if len(set(names)) < len(names):
        raise ValueError(f"two engines of one name among {', '.join(names)}")
    return tuple(entrants)


def _engine_id(db: sqlite3.Connection, entrant: Entrant) -> int:
    identity = entrant.identity
    key = (
        entrant.spec.name,
        entrant.spec.to_json(),
        identity.gtp_name,
        identity.version,
        identity.revision,
    )
    db.execute(
        "INSERT OR IGNORE INTO engine (name, spec, gtp_name, version, revision)"
        " VALUES (?, ?, ?, ?, ?)",
        key,
    )
    row = db.execute(
        "SELECT id FROM engine WHERE name = ? AND spec = ? AND gtp_name = ? AND version = ?"
        " AND revision = ?",
        key,
    ).fetchone()
    return int(row[0])
