"""How the matches of a study are played: one after the other, each until it is narrow enough."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Mapping
from typing import Any, Final

from gtpengine.base.text.plain import plain
from gtpengine.lab.study.figures.endings import ended_by
from gtpengine.lab.study.figures.stored import failures_of
from gtpengine.lab.study.tables.reading import MatchEnding
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.matches.campaign import Callbacks, Interrupt
from gtpengine.tools.matches.options import EventOptions, GameOptions
from gtpengine.tools.matches.ordered import OrderedPairs
from gtpengine.tools.matches.playing import play_event
from gtpengine.tools.matches.setup import Setup, open_event, read_setup
from gtpengine.tools.matches.sprt import spoiled
from gtpengine.tools.statistics.stats import paired_games
from gtpengine.tools.storage.store import Store

from .arguments import PlayingOptions

BATCH: Final = 10
"""Pairs that are planned at a time."""


@dataclasses.dataclass(frozen=True, slots=True)
class StudyMatch:
    """Two engines on one board, and when they have games enough.

    ``engines`` are NAME=COMMAND; ``about`` is what the store keeps of the match under ``kind``;
    ``rules`` is the name of a rule set. ``seed`` is added to that of the options. The match pauses
    at ``goal`` games; None is never.
    """

    title: str
    kind: str
    about: Mapping[str, Any]
    size: int
    komi: float | None
    openings: str
    engines: tuple[str, str]
    ending: MatchEnding
    rules: str = "chinese"
    seed: int = 0
    goal: int | None = None


class Narrowing(OrderedPairs):
    """A match that ends by one of the rules of ``MatchEnding``.

    Where it ends does not depend on who is ahead, so that it favours no sign.
    """

    def __init__(self, ending: MatchEnding) -> None:
        super().__init__()
        self._ending = ending

    def judge(self) -> bool:
        return bool(ended_by(paired_games(self.pairs), self.next_game, self._ending))

    def is_over(self) -> bool:
        """Whether no more games are wanted."""
        return self._over

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval of the expected score."""
        score = paired_games(self.pairs)
        return (score.high - score.low) / 2

    def note(self) -> str:
        """Return how far it is, for the line of progress; no sign before the end."""
        return f"interval of the score +-{self.half_width:.3f}, wanted {self._ending.width:g}"


class StudyDeadline:
    """The hours that a study may take, on this process's clock; None is without end."""

    def __init__(self, hours: float | None) -> None:
        self._end = None if hours is None else time.monotonic() + 3600 * hours

    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end


@dataclasses.dataclass(frozen=True, slots=True)
class MatchState:
    """A match as far as it got: whether it is over, and how many games failed or are void."""

    over: bool
    failures: int


def setup_of(options: PlayingOptions, match: StudyMatch) -> tuple[EventOptions, Setup]:
    """Return the options of a match as other commands have them, and what they ask for.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    game = GameOptions(
        size=match.size,
        komi=match.komi,
        rules=match.rules,
        openings=match.openings,
        seed=options.seed + match.seed,
    )
    event = EventOptions(store=options.place.store, game=game, run=options.run)
    setup = read_setup(event, match.engines)
    setup.event_settings[match.kind] = dict(match.about)
    return event, setup


def play(
    store: Store,
    interrupt: Interrupt,
    options: PlayingOptions,
    match: StudyMatch,
    clock: StudyDeadline,
    games: int | None = None,
) -> MatchState:
    """Play or continue one match, until it is over, has ``games`` games or those of its goal, or
    the hours are over.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    own, setup = setup_of(options, match)
    event = open_event(store, own, match.kind, setup)
    course = Narrowing(match.ending)
    course.refresh(store.results(event))
    scheduled = sum(store.counts(event).values()) // 2
    most = min([match.ending.most, *filter(None, (games, match.goal))])

    def enough() -> bool:
        return course.is_over() or course.next_game >= most

    if not enough():

        def more() -> bool:
            nonlocal scheduled
            last = min(scheduled + BATCH, most // 2)
            pairs = match_games(scheduled, last, setup.openings, own.game.seed)
            scheduled = last
            store.schedule(event, pairs)
            return bool(pairs)

        def decided() -> bool:
            if clock.is_over() and not interrupt.count:
                interrupt.count = 1  # as one Ctrl-C: the running games are finished
            course.refresh(store.results(event, course.next_game))
            return enough() or bool(spoiled(store, event))

        callbacks = Callbacks(more, course.note, decided, course.restart)
        played = play_event(store, event, options.run, interrupt, callbacks, quiet=True)
        if played.failure:
            played.status()
        course.refresh(store.results(event, course.next_game))
    if reason := spoiled(store, event):
        print(plain(f"{match.title}: {reason}"), file=sys.stderr)
    elif course.is_over():
        store.set_status(event, "done")
    return MatchState(course.is_over(), failures_of(store, event))
