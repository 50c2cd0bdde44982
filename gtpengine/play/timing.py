"""Both players' clocks in a game with a person. The person may lose on time, the engine never.

Times are seconds of a monotonic clock, which the caller may replace in tests.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from board_ext.coords import BLACK, WHITE
from gtpengine.clock.timeman import Clock, TimeSettings, TimeSystem


def until_flag(clock: Clock) -> float:
    """Return the seconds that a move may take before the game is lost on time."""
    settings = clock.settings
    match settings.system:
        case TimeSystem.NONE:
            return math.inf
        case TimeSystem.BYOYOMI:
            periods = clock.periods_left - 1 if clock.in_overtime else settings.periods
            return clock.left + max(0, periods) * settings.period
        case TimeSystem.CANADIAN:
            return clock.left + (0.0 if clock.in_overtime else settings.period)
        case TimeSystem.FISCHER:
            return min(clock.left, settings.move_limit)
    return clock.left


def running(clock: Clock, seconds: float) -> Clock:
    """Return what a clock shows when it has run for ``seconds`` in a move not yet played."""
    settings = clock.settings
    if settings.system is TimeSystem.NONE:
        return clock
    left = clock.left - seconds
    if left >= 0:
        return replace(clock, left=left)
    over = -left
    if not clock.in_overtime and settings.system in (TimeSystem.BYOYOMI, TimeSystem.CANADIAN):
        clock = Clock(settings, settings.period, settings.stones, settings.periods)
        return running(clock, over)
    if settings.system is TimeSystem.BYOYOMI and clock.periods_left > 1:
        used = 1 + int(over // settings.period)
        if used < clock.periods_left:
            left = settings.period - over % settings.period
            return replace(clock, left=left, periods_left=clock.periods_left - used)
        return replace(clock, left=0.0, periods_left=1)
    return replace(clock, left=0.0)


class GameClocks:
    """The clocks of one game. ``color`` is the side whose clock runs, None while both stand."""

    def __init__(
        self, settings: TimeSettings, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.settings = settings
        self.color: int | None = None
        self._monotonic = monotonic
        self._since = 0.0
        self._clocks = {color: Clock.start(settings) for color in (BLACK, WHITE)}

    def start(self, color: int) -> None:
        """Let the clock of ``color`` run from now on."""
        self.color, self._since = color, self._monotonic()

    def stop(self) -> float:
        """Stand still; return the seconds that this turn has taken, which are then forgotten."""
        spent = self.elapsed()
        self.color = None
        return spent

    def moved(self) -> float:
        """Count a move of the player whose clock runs; return the seconds that it took."""
        color = self.color
        spent = self.stop()
        if color is not None:
            self._clocks[color] = self._clocks[color].spend(spent)
        return spent

    def elapsed(self) -> float:
        """Return the seconds since the running clock was started; 0 while both stand."""
        return 0.0 if self.color is None else max(0.0, self._monotonic() - self._since)

    def fallen(self, color: int) -> bool:
        """Return whether the player has thought longer than the clock allows."""
        return color == self.color and self.elapsed() > until_flag(self._clocks[color])

    def shown(self, color: int) -> Clock:
        """Return what the clock of ``color`` shows now."""
        clock = self._clocks[color]
        return running(clock, self.elapsed()) if color == self.color else clock

    def both(self) -> dict[int, Clock]:
        """Return both clocks as they were before the running turn, to be put back by ``set``."""
        return dict(self._clocks)

    def set(self, clocks: dict[int, Clock]) -> None:
        """Put both clocks back, standing still."""
        self._clocks = dict(clocks)
        self.color = None


def time_text(clock: Clock) -> str:
    """Return a clock for the eye: ``9:58``, ``0:27 (3)`` with periods, ``4:10/20`` with stones.

    The text is empty without a limit.
    """
    if clock.settings.system is TimeSystem.NONE:
        return ""
    seconds = math.ceil(clock.left)
    hours, rest = divmod(seconds, 3600)
    text = f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    if clock.periods_left:
        text += f" ({clock.periods_left})"
    if clock.stones_left:
        text += f"/{clock.stones_left}"
    return text
