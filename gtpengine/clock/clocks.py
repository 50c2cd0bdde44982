"""The clocks of a game as an engine keeps them, and what it learns about lost time.

Two things are learned, because they differ a hundredfold between machines. The *lag* is the time
lost between engine and referee: what the controller reports with ``time_left`` against what the
engine counts. The *lateness* is how much longer than planned a move took inside the engine:
threads that start late on a busy machine, and the work around the search.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from board_ext.coords import BLACK, WHITE
from gtpengine.clock.allotment import TimeBudget, TimePolicy, allot
from gtpengine.clock.timeman import UNLIMITED, Clock, TimeSettings
from gtpengine.config.options import EngineOptions

LAG_PRIOR_MOVES: Final = 4
"""How many observed moves the parameter ``lag`` weighs in the mean."""

LARGEST_LAG: Final = 10.0
"""Most seconds of lag in a move, lost or gained, that are believed."""

LARGEST_GAIN: Final = 1.0
"""Most seconds that a move may gain: controllers may round up to whole seconds."""

LATENESS_DECAY: Final = 0.9
"""Factor on the lateness seen, worst and mean, with each further move."""

LATE_SECONDS: Final = 1.0
LATE_SHARE: Final = 0.5
"""Lateness counts up to LATE_SECONDS + LATE_SHARE of the plan. More means that the machine slept
or the process was stopped, which says nothing about the next move."""


@dataclass(frozen=True, slots=True)
class Delays:
    """Lost time so far: the sum of lags, and for lateness a decaying maximum (what one move may
    lose) and a decaying mean (what every move will lose), in seconds."""

    lag_total: float = 0.0
    moves: int = 0
    lateness: float = 0.0
    late_each: float = 0.0

    def with_lag(self, seconds: float) -> Delays:
        """Count a move for which the controller took ``seconds`` more than the engine.

        A jump of the clock is ignored: somebody has set it.
        """
        if abs(seconds) > LARGEST_LAG:
            return self
        seconds = max(seconds, -LARGEST_GAIN)
        return replace(self, lag_total=self.lag_total + seconds, moves=self.moves + 1)

    def with_lateness(self, seconds: float, planned: float) -> Delays:
        """Count a move that took ``seconds`` longer than ``planned``."""
        seconds = min(seconds, LATE_SECONDS + LATE_SHARE * planned, LARGEST_LAG)
        worst = max(0.0, seconds, LATENESS_DECAY * self.lateness)
        each = LATENESS_DECAY * self.late_each + (1.0 - LATENESS_DECAY) * max(0.0, seconds)
        return replace(self, lateness=worst, late_each=each)

    def seen_each(self) -> float:
        """Return the mean loss of a move seen so far, by lag and by lateness."""
        return max(0.0, self.lag_total / max(1, self.moves)) + self.late_each

    def lag_each(self, assumed: float) -> float:
        """Return the lag to expect at a move; ``assumed`` is the guess before any was seen."""
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
        """Start both clocks for a new game."""
        self._clocks = {color: Clock.start(self.settings) for color in (BLACK, WHITE)}
        # The controller's last report, less the thinking counted since then.
        self._told: dict[int, Clock] = {}
        self._moved = {BLACK: False, WHITE: False}

    def set(self, settings: TimeSettings) -> None:
        """Set new time limits; the clocks restart unless nothing changes."""
        if settings != self.settings:
            self.settings = settings
            self.restart()

    def report(self, color: int, seconds: float, stones: int) -> None:
        """Take over the controller's report of a player's clock."""
        raw = Clock(self._clocks[color].settings).report(seconds, stones)
        told = self._told.get(color)
        if told is not None and self._moved[color] and told.same_phase(raw):
            self.delays = self.delays.with_lag(told.left - raw.left)
        self._told[color] = raw
        self._moved[color] = False
        self._clocks[color] = self._clocks[color].report(seconds, stones)

    def moved(self, color: int, seconds: float, lateness: float, lag: float) -> None:
        """Count a move of ``color`` that took ``seconds``, ``lateness`` of them unplanned."""
        self.delays = self.delays.with_lateness(lateness, max(0.0, seconds - lateness))
        self._clocks[color] = self._clocks[color].spend(seconds + self.delays.lag_each(lag))
        told = self._told.get(color)
        if told is not None:
            spent = told.spend(seconds)
            # A period that is full again hides what the move took from it.
            if told.in_overtime or not told.same_phase(spent):
                del self._told[color]
                return
            self._told[color] = spent
            self._moved[color] = True

    def budget(
        self, color: int, size: int, move_number: int, options: EngineOptions
    ) -> TimeBudget | None:
        """Return the budget of the next move; None without a limit."""
        policy = TimePolicy(
            options,
            lag=options.lag + self.delays.lateness,
            lag_each=self.delays.lag_each(options.lag) + self.delays.late_each,
            seen_each=self.delays.seen_each(),
        )
        return allot(self._clocks[color], size, move_number, policy)
