"""A series of matches: what is missing is played, one match after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.storage.store import Store

from .arguments import PartOptions, PlayingOptions
from .playing import StudyDeadline, StudyMatch, play

Item = TypeVar("Item")


def play_all(
    part: PartOptions,
    playing: PlayingOptions,
    items: Sequence[Item],
    match_of: Callable[[Store, Item], StudyMatch | None],
    shown: Callable[[Store, Item], str],
) -> int:
    """Play what is missing of each item's match, in order; return the exit status.

    ``match_of`` returns None for an item that has no match now. Items of one text are one match.
    ``shown`` returns what the store has of an item; empty if no game counts.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    clock = StudyDeadline(part.hours)
    failures: dict[str, int] = {}
    with Store(playing.place.store) as store, Interrupt() as interrupt:
        for number, item in enumerate(items, 1):
            if clock.is_over() or interrupt.count:
                break
            match = match_of(store, item)
            if match is None:
                continue
            print(f"match {number} of {len(items)}: {item}", file=sys.stderr)
            played = play(store, interrupt, playing, match, clock, part.games)
            failures[str(item)] = played.failures
            state = shown(store, item) or "no game counts"
            rest = "" if played.over else "; not ended"
            print(f"{item}: {state}{rest}", flush=True)
        stopped = bool(interrupt.count) and not clock.is_over()
    if failed := sum(failures.values()):
        print(
            f"warning: {failed} games failed or are void; gtpengine report shows them",
            file=sys.stderr,
        )
    if clock.is_over():
        print("the hours are over; the same command continues", file=sys.stderr)
    return ended(not stopped, failed > 0)
