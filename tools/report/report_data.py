"""The data that the report shows, computed from the store; no markup here."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

import numpy as np
from gtpengine.tools.games.game import FAILURES
from gtpengine.tools.matches.sprt import Sequential
from gtpengine.tools.statistics.ratings import Ratings, largest_group, rate
from gtpengine.tools.statistics.stats import SprtBounds
from gtpengine.tools.storage.store import Event, GameRow, Result, Store
from gtpengine.tools.storage.store_rows import numbers

#: Moves to a bucket in the charts over the course of a game.
BUCKET = 10
#: A mean over fewer games is not shown.
FEWEST_GAMES = 5

Course = dict[int, list[tuple[int, float]]]
"""By the bucket's first move: the game's number and the value, for each move."""


@dataclasses.dataclass(slots=True)
class EngineStats:
    """The statistics of one entrant over all its games of an event."""

    name: str
    games: int = 0
    points: float = 0.0
    by_color: dict[str, list[float]] = dataclasses.field(default_factory=lambda: {"b": [], "w": []})
    by_length: dict[int, list[float]] = dataclasses.field(default_factory=dict)
    seconds: Course = dataclasses.field(default_factory=dict)
    winrates: Course = dataclasses.field(default_factory=dict)
    speeds: list[float] = dataclasses.field(default_factory=list)
    failures: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    """Games lost by a failure, by kind; games with internal errors."""

    def all_seconds(self) -> list[float]:
        return [value for values in self.seconds.values() for _, value in values]


def collect(event: Event, rows: Sequence[GameRow]) -> list[EngineStats]:
    """Return the statistics of each entrant; void games are left out."""
    stats = [EngineStats(entrant.spec.name) for entrant in event.entrants]
    for row in rows:
        record, plan = row.record, row.plan
        if record.termination == "void":
            continue
        third = 50 * (len(record.moves) // 50)
        for color, position in (("b", plan.black), ("w", plan.white)):
            one = stats[position]
            points = 0.5 if not record.winner else float(record.winner == color)
            one.games += 1
            one.points += points
            one.by_color[color].append(points)
            one.by_length.setdefault(third, []).append(points)
            if record.termination in FAILURES and record.winner != color:
                one.failures[record.termination] += 1
            if record.faults["bw".index(color)]:
                one.failures["internal error"] += 1
        for ply, move in enumerate(record.moves):
            one = stats[plan.black if move.color == "b" else plan.white]
            bucket = BUCKET * (ply // BUCKET)
            one.seconds.setdefault(bucket, []).append((plan.number, move.seconds))
            if move.winrate is not None:
                one.winrates.setdefault(bucket, []).append((plan.number, move.winrate))
            if move.simulations and move.seconds > 0:
                one.speeds.append(move.simulations / move.seconds)
    return stats


def means(course: Course) -> tuple[list[float], list[float]]:
    """Return the starts and means of the buckets with at least ``FEWEST_GAMES`` games."""
    order = [
        key for key in sorted(course) if len({number for number, _ in course[key]}) >= FEWEST_GAMES
    ]
    return [float(key) for key in order], [fmean(v for _, v in course[key]) for key in order]


def opening_table(rows: Iterable[GameRow]) -> list[tuple[str, int, float]]:
    """Return (opening, games, Black's share), most played first."""
    found: dict[str, list[float]] = {}
    for row in rows:
        if row.record.termination != "void":
            winner = row.record.winner
            points = 0.5 if not winner else float(winner == "b")
            found.setdefault(row.record.opening.name, []).append(points)
    table = [(name, len(points), fmean(points)) for name, points in found.items()]
    return sorted(table, key=lambda line: (-line[1], line[0]))


def terminations(rows: Iterable[GameRow]) -> collections.Counter[str]:
    return collections.Counter(row.record.termination for row in rows)


def trajectory(event: Event, results: Sequence[Result]) -> Sequential:
    """Return the finished or running test of an ``sprt`` event.

    :raises ValueError: if its bounds are damaged
    """
    test = Sequential(SprtBounds(*numbers("sprt", event.settings["sprt"], 4)))
    test.refresh(results)
    return test


@dataclasses.dataclass(frozen=True, slots=True)
class Versions:
    """Ratings of the engine versions of one kind of game, in order of appearance."""

    conditions: str
    events: int
    labels: list[str]
    families: list[str]
    ratings: Ratings
    games: list[int]


def conditions(event: Event) -> str:
    """Return the conditions under which ratings of different events are comparable.

    :raises ValueError: if the event's settings are damaged
    """
    game = event.game_settings()
    return f"{game.size}x{game.size}, komi {game.komi:g}, {game.rules}, time {game.time}"


def versions(store: Store, events: Sequence[Event]) -> list[Versions]:
    """Return ratings for each size, komi, rules and time that has two versions and two events.

    The games must connect the versions. A single event has ratings of its own.

    :raises ValueError: if an event's settings are damaged
    :raises StoreError: if the store cannot be read
    """
    groups: dict[str, list[Event]] = {}
    for event in events:
        groups.setdefault(conditions(event), []).append(event)
    found = (
        _versions_of(store, name, members) for name, members in groups.items() if len(members) > 1
    )
    return [one for one in found if one is not None]


def _versions_of(store: Store, name: str, events: Sequence[Event]) -> Versions | None:
    keys: dict[tuple[str, str, str, str], int] = {}
    points: dict[tuple[int, int], float] = collections.defaultdict(float)
    for event in events:
        ids = []
        for entrant in event.entrants:
            identity = entrant.identity
            key = (
                entrant.spec.name,
                entrant.spec.digest(),
                identity.version,
                identity.revision,
            )
            ids.append(keys.setdefault(key, len(keys)))
        for result in store.results(event):
            if result.termination != "void":
                black, white = ids[result.black], ids[result.white]
                points[black, white] += result.points(result.black)
                points[white, black] += result.points(result.white)
    table = np.zeros((len(keys), len(keys)))
    for (first, second), value in points.items():
        if first != second:
            table[first, second] = value
    group = largest_group(table + table.T)
    if len(group) < 2:
        return None
    table = table[np.ix_(group, group)]
    chosen = [list(keys)[index] for index in group]
    labels = [" ".join(part for part in (k[0], k[3] or k[2]) if part) for k in chosen]
    games = [int(value) for value in (table + table.T).sum(axis=1)]
    return Versions(name, len(events), labels, [key[0] for key in chosen], rate(table), games)


def game_for_viewer(row: GameRow) -> dict[str, Any]:
    """Return one game in the form that the page's script reads."""
    record, opening = row.record, row.record.opening
    return {
        "n": row.plan.number,
        "b": record.black,
        "w": record.white,
        "r": record.result,
        "t": record.termination,
        "d": record.detail,
        "o": opening.name,
        "z": record.settings.size,
        "ab": list(opening.black),
        "aw": list(opening.white),
        "m": [[color, vertex] for color, vertex in opening.moves]
        + [
            [
                move.color,
                move.vertex,
                round(move.seconds, 3),
                None if move.winrate is None else round(move.winrate, 4),
            ]
            for move in record.moves
        ],
    }
