"""What the store has of matches: their events, their games that count, the newest of each."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeVar

from gtpengine.tools.statistics.stats import Estimate, paired_games, single_games
from gtpengine.tools.storage.replays import replays_of
from gtpengine.tools.storage.store import Event, Result, Store


class StoredScore(Protocol):
    """What was found of one match."""

    @property
    def games(self) -> int: ...

    @property
    def failures(self) -> int: ...


One = TypeVar("One", bound=StoredScore)


def events_of(store: Store, kind: str) -> dict[str, list[Event]]:
    """Return the events of a kind by what their settings say of them, as text; the newest first.

    :raises StoreError: when the store cannot be read
    """
    found: dict[str, list[Event]] = {}
    for name in store.event_names():
        event = store.event(name)
        if event.kind == kind and isinstance(about := event.settings.get(kind), dict):
            found.setdefault(as_text(about), []).append(event)
    for events in found.values():
        events.sort(key=lambda event: -event.created)
    return found


def as_text(about: Mapping[str, object]) -> str:
    """Return the settings of a match as one text: equal for equal settings."""
    return json.dumps(about, sort_keys=True)


def newest(events: Sequence[Event], read: Callable[[Event], One | None], least: int) -> One | None:
    """Return what the newest event with ``least`` games has, or else the newest with games.

    ``events`` are those of one match, the newest first. ``read`` returns what an event has; None
    without a game that counts.

    :raises StoreError: when the store cannot be read
    """
    there = [one for event in events if (one := read(event)) is not None]
    enough = (one for one in there if one.games >= least)
    return next(enough, there[0] if there else None)


def estimate_of(results: Sequence[Result]) -> tuple[int, Estimate]:
    """Return how many games count, and the expected score of the first engine.

    A game whose other one is missing does not count, unless there is no complete pair at all: a
    match that ends may have begun another pair.
    """
    by_pair: dict[int, list[float]] = {}
    for one in results:
        if one.termination != "void":
            by_pair.setdefault(one.pair, []).append(one.points(0))
    complete = [pair for pair in by_pair.values() if len(pair) == 2]
    if not complete:
        points = [x for pair in by_pair.values() for x in pair]
        return len(points), single_games(sum(points), len(points))
    pairs = [0] * 5
    for pair in complete:
        pairs[round(2 * sum(pair))] += 1
    return 2 * len(complete), paired_games(pairs)


def failures_of(store: Store, event: Event) -> int:
    """Return how many games failed or are void, those that were played again included."""
    return sum(one.trouble for one in store.results(event)) + len(replays_of(store, event))


def date_of(event: Event) -> str:
    """Return the day on which an event began, in UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(event.created))


def tell(found: Collection[StoredScore], wanted: int) -> int:
    """Say how many of the wanted matches have games, and what failed; return the exit status."""
    failed = sum(one.failures for one in found)
    print(f"{len(found)} of {wanted} matches have games, {failed} games failed", file=sys.stderr)
    return int(failed > 0)
