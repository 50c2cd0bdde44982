"""The workers of a shared run in the store: who played which games, and whose do not count."""

from __future__ import annotations

import collections
import dataclasses
from typing import Final

from gtpengine.tools.games.game import FAILURES
from gtpengine.tools.running.runner import WorkerFacts

from . import store_rows
from .store import Event, Store

FAILED: Final = 5
"""The place of pairs with a failure or a void game, behind the places of 0, 0.5, 1, 1.5 and 2
points."""

Contest = tuple[int, int]
"""Two entrants, by position; the points are the first one's."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredWorker:
    """A worker with the number of its games; ``aside`` says why they do not count, if so."""

    facts: WorkerFacts
    aside: str
    games: int


def note_worker(store: Store, event: Event, facts: WorkerFacts) -> None:
    """Store a worker of an event, or what is new about it. It stays set aside."""
    with store.database.transaction() as db:
        db.execute(
            "INSERT INTO worker (event_id, name, cpu, cores, system, speed, aside)"
            " VALUES (?, ?, ?, ?, ?, ?, '') ON CONFLICT (event_id, name) DO UPDATE SET"
            " cpu = excluded.cpu, cores = excluded.cores, system = excluded.system,"
            " speed = excluded.speed",
            (event.id, facts.name, facts.cpu, facts.cores, facts.system, facts.speed),
        )


def put_aside(store: Store, event: Event, name: str, reason: str) -> int:
    """Let the games of a worker be played again, by others; return how many there were."""
    with store.database.transaction() as db:
        db.execute(
            "UPDATE worker SET aside = ? WHERE event_id = ? AND name = ?", (reason, event.id, name)
        )
        games = db.execute(
            "SELECT game.id FROM game JOIN worker ON worker.id = worker_id"
            " WHERE game.event_id = ? AND state = 'done' AND name = ?",
            (event.id, name),
        ).fetchall()
        db.executemany("DELETE FROM move WHERE game_id = ?", map(tuple, games))
        db.executemany(
            "UPDATE game SET state = 'waiting', runner_id = NULL, worker_id = NULL, winner = NULL,"
            " termination = NULL, detail = NULL, score = NULL, disputed = NULL, digest = NULL,"
            " started = NULL, seconds = NULL, faults_black = 0, faults_white = 0, dead = ''"
            " WHERE id = ?",
            map(tuple, games),
        )
    return len(games)


def workers_of(store: Store, event: Event) -> list[StoredWorker]:
    """Return the workers of an event by name."""
    found = []
    for row in store.database.rows(
        "SELECT worker.*, (SELECT count(*) FROM game WHERE worker_id = worker.id"
        " AND state = 'done') AS games FROM worker WHERE event_id = ? ORDER BY name",
        event.id,
    ):
        try:
            words = (store_rows.text(row, "name"), store_rows.text(row, "cpu"))
            cores, system = store_rows.whole(row, "cores"), store_rows.text(row, "system")
            facts = WorkerFacts(*words, cores, system, store_rows.number(row, "speed", 0))
            aside, games = store_rows.text(row, "aside"), store_rows.whole(row, "games")
            found.append(StoredWorker(facts, aside, games))
        except ValueError as error:
            store.pass_over(f"worker {row['name']!r} of event {event.name!r}", error)
    return found


def pairs_by_worker(store: Store, event: Event) -> dict[Contest, dict[str, list[int]]]:
    """Return for each contest how many pairs of each worker gave the first entrant 0, 0.5, 1, 1.5
    and 2 points, and how many had a failure. Only pairs count that one worker played whole."""
    pairs: dict[int, list[tuple[str, int, int, float]]] = collections.defaultdict(list)
    for row in store.database.rows(
        "SELECT pair, black, white, winner, termination, faults_black + faults_white AS faults,"
        " name FROM game JOIN worker ON worker.id = worker_id WHERE game.event_id = ?"
        " AND state = 'done'",
        event.id,
    ):
        first, second = sorted((row["black"], row["white"]))
        color = "b" if row["black"] == first else "w"
        points = 0.5 if not row["winner"] else float(row["winner"] == color)
        if row["termination"] in (*FAILURES, "void") or row["faults"]:
            points = FAILED  # more than any pair without it
        pairs[row["pair"]].append((row["name"], first, second, points))
    counts: dict[Contest, dict[str, list[int]]] = {}
    for games in pairs.values():
        if len(games) != 2 or games[0][:3] != games[1][:3]:
            continue
        name, first, second, _ = games[0]
        of_contest = counts.setdefault((first, second), {})
        row_of_worker = of_contest.setdefault(name, [0] * (FAILED + 1))
        points = sum(game[3] for game in games)
        row_of_worker[FAILED if points >= FAILED else round(2 * points)] += 1
    return counts
