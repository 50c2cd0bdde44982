"""The clocks of a game as an engine keeps them, and what it learns about lost time.

Two things are learned, because both differ from machine to machine by a factor of a hundred. The
*lag* is what the way to the referee costs: the difference between what the engine counts and what
the controller reports with ``time_left``. The *lateness* is how much longer than planned a move
took inside: threads that start late on a busy machine, and the work around the search.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from board_ext.coords import BLACK, WHITE
from gtpengine.clock.allotment import Budget, TimePolicy, allot
from gtpengine.clock.timeman import UNLIMITED, Clock, TimeSettings
from gtpengine.config.options import EngineOptions

LAG_PRIOR_MOVES: Final = 4
"""How many observed moves the parameter ``lag`` counts for in the mean."""

LARGEST_LAG: Final = 10.0
"""Seconds that a move may lose, or seem to gain, between engine and referee."""

LARGEST_GAIN: Final = 1.0
"""Seconds that count of those that a move seemed to gain: whole seconds are rounded up by some."""

LATENESS_DECAY: Final = 0.9
"""What is left, one move later, of the lateness seen, the worst and the mean."""

LATE_SECONDS: Final = 1.0
LATE_SHARE: Final = 0.5
"""A busy machine makes a move late by so many seconds and this part of its plan; what is beyond
was a machine that slept or a process that was stopped, and says nothing about the next move."""


@dataclass(frozen=True, slots=True)
class Delays:
    """What is known about lost time: a mean for the lag; for the lateness a decaying maximum, which
    one move may take, and a decaying mean, which all of them will."""

    lag_total: float = 0.0
    moves: int = 0
    lateness: float = 0.0
    late_each: float = 0.0

    def with_lag(self, seconds: float) -> Delays:
        """After a move from which the controller took this much more than the engine counted.

        A clock that jumps was set by somebody, which says nothing about the way.
        """
        if abs(seconds) > LARGEST_LAG:
            return self
        seconds = max(seconds, -LARGEST_GAIN)
        return replace(self, lag_total=self.lag_total + seconds, moves=self.moves + 1)

    def with_lateness(self, seconds: float, planned: float) -> Delays:
        """After a move that took this much longer than ``planned``."""
        seconds = min(seconds, LATE_SECONDS + LATE_SHARE * planned, LARGEST_LAG)
        worst = max(0.0, seconds, LATENESS_DECAY * self.lateness)
        each = LATENESS_DECAY * self.late_each + (1.0 - LATENESS_DECAY) * max(0.0, seconds)
        return replace(self, lateness=worst, late_each=each)

    def seen_each(self) -> float:
        """What each move was seen to lose, on the way and by coming late."""
        return max(0.0, self.lag_total / max(1, self.moves)) + self.late_each

    def lag_each(self, assumed: float) -> float:
        """The lag to expect at a move, beginning with ``assumed``."""
        total = assumed * LAG_PRIOR_MOVES + self.lag_total
        return max(0.0, total / (LAG_PRIOR_MOVES + self.moves))


class Clocks:
    """Both players' clocks under one set of time limits."""

    def __init__(self) -> None:
        self.settings: TimeSettings = UNLIMITED
        self.delays = Delays()
        self.restart()

    def __getitem__(self, color: int) -> Clock:
        return self._clocks[color]

    def restart(self) -> None:
        """A game begins."""
        self._clocks = {color: Clock.start(self.settings) for color in (BLACK, WHITE)}
        # What the controller said last, less the thinking counted since then.
        self._told: dict[int, Clock] = {}
        self._moved = {BLACK: False, WHITE: False}

    def set(self, settings: TimeSettings) -> None:
        """New time limits. The clocks start anew unless the settings are those in force."""
        if settings != self.settings:
            self.settings = settings
            self.restart()

    def report(self, color: int, seconds: float, stones: int) -> None:
        """What the controller says of a player's clock."""
        raw = Clock(self._clocks[color].settings).report(seconds, stones)
        told = self._told.get(color)
        if told is not None and self._moved[color] and told.same_phase(raw):
            self.delays = self.delays.with_lag(told.left - raw.left)
        self._told[color] = raw
        self._moved[color] = False
        self._clocks[color] = self._clocks[color].report(seconds, stones)

    def moved(self, color: int, seconds: float, lateness: float, lag: float) -> None:
        """A move of ``color`` took ``seconds``, ``lateness`` of them unplanned."""
        self.delays = self.delays.with_lateness(lateness, max(0.0, seconds - lateness))
        self._clocks[color] = self._clocks[color].spend(seconds + self.delays.lag_each(lag))
        told = self._told.get(color)
        if told is not None:
            spent = told.spend(seconds)
            # A period that is whole again hides what the move took from it.
            if told.in_overtime or not told.same_phase(spent):
                del self._told[color]
                return
            self._told[color] = spent
            self._moved[color] = True

    def budget(
        self, color: int, size: int, move_number: int, options: EngineOptions
    ) -> Budget | None:
        """What the next move may take; None without a limit."""
        policy = TimePolicy(
            options,
            lag=options.lag + self.delays.lateness,
            lag_each=self.delays.lag_each(options.lag) + self.delays.late_each,
            seen_each=self.delays.seen_each(),
        )
        return allot(self._clocks[color], size, move_number, policy)
