"""What each engine of an event did, and how the games went and ended."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterable, Sequence
from statistics import fmean

from gtpengine.tools.games.game import FAILURES
from gtpengine.tools.storage.store import Event, GameRow

from .courses import BUCKET, Course

#: Moves to a line in the table of scores by length.
LENGTH = 50


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
    """Games lost by a failure, by kind; games with errors that they survived."""

    def all_seconds(self) -> list[float]:
        return [value for values in self.seconds.values() for _, value in values]


def collect(event: Event, rows: Sequence[GameRow]) -> list[EngineStats]:
    """Return the statistics of each entrant; void games are left out."""
    stats = [EngineStats(entrant.spec.name) for entrant in event.entrants]
    for row in rows:
        record, plan = row.record, row.plan
        if record.termination == "void":
            continue
        length = LENGTH * (len(record.moves) // LENGTH)
        for color, position in (("b", plan.black), ("w", plan.white)):
            one = stats[position]
            points = 0.5 if not record.winner else float(record.winner == color)
            one.games += 1
            one.points += points
            one.by_color[color].append(points)
            one.by_length.setdefault(length, []).append(points)
            if record.termination in FAILURES and record.winner != color:
                one.failures[record.termination] += 1
            if record.faults["bw".index(color)]:
                one.failures["error"] += 1
        for ply, move in enumerate(record.moves):
            one = stats[plan.black if move.color == "b" else plan.white]
            bucket = BUCKET * (ply // BUCKET)
            one.seconds.setdefault(bucket, []).append((plan.number, move.seconds))
            if move.winrate is not None:
                one.winrates.setdefault(bucket, []).append((plan.number, move.winrate))
            if move.simulations and move.seconds > 0:
                one.speeds.append(move.simulations / move.seconds)
    return stats


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


def terminations(rows: Iterable[GameRow]) -> list[tuple[str, int]]:
    """Return how many games ended in each way, most frequent first."""
    return collections.Counter(row.record.termination for row in rows).most_common()
