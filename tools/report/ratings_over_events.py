"""Ratings of the engines that met in several events under equal conditions."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Sequence

import numpy as np
from gtpengine.tools.statistics.ratings import Ratings, largest_group, rate
from gtpengine.tools.storage.store import Entrant, Event, Store

from .engine_labels import differences
from .texts import conditions, date


@dataclasses.dataclass(frozen=True, slots=True)
class Scale:
    """Ratings of the engines of one kind of game, in order of appearance."""

    conditions: str
    events: int
    entrants: list[Entrant]
    labels: list[str]
    ratings: Ratings
    games: list[int]


def scales(store: Store, events: Sequence[Event]) -> list[Scale]:
    """Return ratings for each size, komi, rules and time that has two engines and two events.

    The games must connect the engines. A single event has ratings of its own.

    :raises ValueError: if an event's settings are damaged
    :raises StoreError: if the store cannot be read
    """
    groups: dict[str, list[Event]] = {}
    for event in events:
        groups.setdefault(conditions(event), []).append(event)
    found = (_scale(store, name, members) for name, members in groups.items() if len(members) > 1)
    return [one for one in found if one is not None]


def _scale(store: Store, name: str, events: Sequence[Event]) -> Scale | None:
    known: dict[tuple[str, str, str], tuple[int, Entrant, float]] = {}
    points: dict[tuple[int, int], float] = collections.defaultdict(float)
    members: list[set[int]] = []
    for event in events:
        ids = []
        for entrant in event.entrants:
            identity = entrant.identity
            # Equal commands are one engine, whatever an event calls it.
            key = (entrant.spec.digest(), identity.version, identity.revision)
            ids.append(known.setdefault(key, (len(known), entrant, event.created))[0])
        for result in store.results(event):
            if result.termination != "void":
                black, white = ids[result.black], ids[result.white]
                points[black, white] += result.points(result.black)
                points[white, black] += result.points(result.white)
        members.append(set(ids))
    table = np.zeros((len(known), len(known)))
    for (first, second), value in points.items():
        if first != second:
            table[first, second] = value
    group = largest_group(table + table.T)
    count = sum(bool(ids.intersection(group)) for ids in members)
    if len(group) < 2 or count < 2:
        return None
    table = table[np.ix_(group, group)]
    chosen = [list(known.values())[index] for index in group]
    entrants = [entrant for _, entrant, _ in chosen]
    labels = _labels(entrants, [since for _, _, since in chosen])
    games = [int(value) for value in (table + table.T).sum(axis=1)]
    return Scale(name, count, entrants, labels, rate(table), games)


def _labels(entrants: Sequence[Entrant], since: Sequence[float]) -> list[str]:
    """Return the engines' names; equal ones with the options that differ, then their first day."""
    labels = []
    for entrant in entrants:
        same = [other for other in entrants if other.spec.name == entrant.spec.name]
        apart = differences(same)[same.index(entrant)] if len(same) > 1 else ""
        labels.append(" ".join(part for part in (entrant.spec.name, apart) if part))
    counts = collections.Counter(labels)
    return [
        f"{label}, of {date(moment)}" if counts[label] > 1 else label
        for label, moment in zip(labels, since, strict=True)
    ]
