"""Time control: what the clock says, and how long to think about the next move.

Everything here is a value or a pure function: a ``Clock`` never looks at the real time, and the
engine tells it how long a move took. Times are seconds.

A time system enters at three places only: ``TimeSystem``, ``Clock.spend`` (what a move does to
the clock) and ``allot`` (what may be spent). Not done: Japanese byoyomi, Fischer time, spending
more on difficult positions.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace
from typing import Final


class TimeSystem(enum.Enum):
    """How a player's time is limited."""

    NONE = "none"
    ABSOLUTE = "absolute"
    CANADIAN = "canadian"


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The time limits of a game: main time, then ``stones`` moves in each ``period``."""

    system: TimeSystem
    main: float = 0.0
    period: float = 0.0
    stones: int = 0


UNLIMITED: Final = TimeSettings(TimeSystem.NONE)


def gtp_settings(main: float, byo_time: float, byo_stones: int) -> TimeSettings:
    """The meaning of the GTP command ``time_settings``; negative times count as 0.

    Overtime without stones means no limit (so says GTP), and no time at all does not mean that
    every move is late, but that the controller does not care.
    """
    main, byo_time = max(0.0, main), max(0.0, byo_time)
    if byo_time > 0:
        if byo_stones <= 0:
            return UNLIMITED
        return TimeSettings(TimeSystem.CANADIAN, main, byo_time, byo_stones)
    return TimeSettings(TimeSystem.ABSOLUTE, main) if main > 0 else UNLIMITED


@dataclass(frozen=True, slots=True)
class Clock:
    """One player's clock.

    ``left`` is what remains of the main time or, when ``stones_left`` is not 0, of the period in
    which that many moves are still to be played.
    """

    settings: TimeSettings
    left: float = 0.0
    stones_left: int = 0

    @classmethod
    def start(cls, settings: TimeSettings) -> Clock:
        """The clock at the beginning of a game."""
        if settings.system is TimeSystem.CANADIAN and settings.main <= 0:
            return cls(settings, settings.period, settings.stones)
        return cls(settings, settings.main)

    def report(self, seconds: float, stones: int) -> Clock:
        """The clock after the controller's ``time_left``; without settings it sets a limit."""
        seconds, stones = max(0.0, seconds), max(0, stones)
        if self.settings.system is not TimeSystem.NONE:
            if stones and self.settings.system is TimeSystem.ABSOLUTE:
                return Clock(TimeSettings(TimeSystem.CANADIAN, 0, seconds, stones), seconds, stones)
            return replace(self, left=seconds, stones_left=stones)
        if seconds <= 0:
            return self
        if stones:
            return Clock(TimeSettings(TimeSystem.CANADIAN, 0, seconds, stones), seconds, stones)
        return Clock(TimeSettings(TimeSystem.ABSOLUTE, seconds), seconds)

    def spend(self, seconds: float) -> Clock:
        """The clock after a move that took ``seconds``, for controllers that do not report."""
        system = self.settings.system
        if system is TimeSystem.NONE:
            return self
        left = self.left - seconds
        if system is TimeSystem.ABSOLUTE:
            return replace(self, left=max(0.0, left))
        if self.stones_left > 1:
            return replace(self, left=max(0.0, left), stones_left=self.stones_left - 1)
        if self.stones_left == 1:
            return Clock(self.settings, self.settings.period, self.settings.stones)
        if left > 0:
            return replace(self, left=left)
        # The move ran over the end of the main time: it was the first one of the period.
        overtime = Clock(self.settings, self.settings.period, self.settings.stones)
        return overtime.spend(-left)


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move: what to aim at, and what never to exceed."""

    aim: float
    most: float


MIN_SECONDS: Final = 0.005
"""What is spent even when the flag is about to fall."""


def own_moves_left(size: int, move_number: int) -> float:
    """How many moves a player expects to make yet, after ``move_number`` moves of both.

    A game lasts about 0.7 moves for each point of the board, and never ends at once.
    """
    points = size * size
    return max((0.7 * points - move_number) / 2, 0.1 * points, 4.0)


def allot(clock: Clock, size: int, move_number: int, lag: float) -> Budget | None:
    """The budget for the next move, or None without a limit.

    ``lag`` seconds are lost between the engine and the referee at every move. They are kept back
    for each move that must come out of the same time, but never more than a fifth of it, so that
    a short period is still used.
    """
    system = clock.settings.system
    if system is TimeSystem.NONE:
        return None
    if clock.stones_left > 0:
        usable = _without_lag(clock.left, lag, clock.stones_left)
        share = usable / clock.stones_left
        return _budget(share, usable if clock.stones_left == 1 else min(2 * share, usable))
    moves = own_moves_left(size, move_number)
    usable = _without_lag(clock.left, lag, math.ceil(moves))
    share = usable / moves
    if system is TimeSystem.ABSOLUTE:
        return _budget(share, min(4 * share, usable / 2))
    # Main time before overtime: no move needs to be quicker than those in overtime will be.
    settings = clock.settings
    overtime = _without_lag(settings.period, lag, settings.stones) / settings.stones
    share = max(share, overtime)
    return _budget(share, max(4 * share, overtime))


def _without_lag(seconds: float, lag: float, moves: int) -> float:
    return max(0.0, seconds - min(lag * moves, seconds / 5))


def _budget(aim: float, most: float) -> Budget:
    return Budget(max(aim, MIN_SECONDS), max(aim, most, MIN_SECONDS))
