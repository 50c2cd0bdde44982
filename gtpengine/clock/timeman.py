"""Time limits and clocks as values: what a controller announces, and how a move changes a clock.

Nothing here reads the real time; the engine tells a ``Clock`` how long a move took. All times are
in seconds. A new time system touches four places only: ``TimeSystem``, ``parse_time_settings``,
``Clock`` and ``allotment.allot`` (how much of the clock a move may take).
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final


class TimeSystem(enum.Enum):
    """How a player's time is limited."""

    NONE = "none"
    ABSOLUTE = "absolute"
    CANADIAN = "canadian"
    BYOYOMI = "byoyomi"
    FISCHER = "fischer"


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The time limits of a game: main time, then what the system adds to it.

    Canadian: ``stones`` moves in each ``period``. Byo-yomi (Japanese): ``periods`` of ``period``
    seconds; one is lost whenever it is used up. Fischer: ``increment`` is added after each move, as
    long as no more than ``main_limit`` is on the clock; no move may take longer than
    ``move_limit``.
    """

    system: TimeSystem
    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    periods: int = 0
    increment: float = 0.0
    main_limit: float = math.inf
    move_limit: float = math.inf


UNLIMITED: Final = TimeSettings(TimeSystem.NONE)

KGS_TIME_KINDS: Final = ("none", "absolute", "byoyomi", "canadian")
"""The kinds of ``kgs-time_settings``."""

KATA_TIME_KINDS: Final = (*KGS_TIME_KINDS, "fischer", "fischer-capped")
"""The kinds of ``kata-time_settings``."""

_ARGUMENTS: Final = {
    "none": "",
    "absolute": "MAIN_TIME",
    "byoyomi": "MAIN_TIME PERIOD_TIME PERIODS",
    "canadian": "MAIN_TIME PERIOD_TIME STONES",
    "fischer": "MAIN_TIME INCREMENT",
    "fischer-capped": "MAIN_TIME INCREMENT MAIN_TIME_LIMIT MOVE_TIME_LIMIT",
}


def gtp_settings(main: float, byo_time: float, byo_stones: int) -> TimeSettings:
    """Return the meaning of the GTP command ``time_settings``; negative times count as 0.

    Overtime without stones means no limit, as GTP says. No time at all also means no limit: the
    controller does not care, and not every move is late.
    """
    main, byo_time = max(0.0, main), max(0.0, byo_time)
    if byo_time > 0:
        if byo_stones <= 0:
            return UNLIMITED
        return TimeSettings(TimeSystem.CANADIAN, main, byo_time, byo_stones)
    return TimeSettings(TimeSystem.ABSOLUTE, main) if main > 0 else UNLIMITED


def byoyomi_settings(main: float, period: float, periods: int) -> TimeSettings:
    """Return Japanese byo-yomi; absolute time without periods, no limit without any time."""
    main, period = max(0.0, main), max(0.0, period)
    if period <= 0 or periods <= 0:
        return gtp_settings(main, 0, 0)
    return TimeSettings(TimeSystem.BYOYOMI, main, period, periods=periods)


def fischer_settings(
    main: float, increment: float, main_limit: float = -1.0, move_limit: float = -1.0
) -> TimeSettings:
    """Return Fischer time; limits that are not positive mean none, no increment absolute time."""
    main, increment = max(0.0, main), max(0.0, increment)
    main_limit = main_limit if main_limit > 0 else math.inf
    move_limit = move_limit if move_limit > 0 else math.inf
    if main + increment <= 0:
        return UNLIMITED
    if increment <= 0 and main_limit == move_limit == math.inf:
        return TimeSettings(TimeSystem.ABSOLUTE, main)
    return TimeSettings(
        TimeSystem.FISCHER, main, increment=increment, main_limit=main_limit, move_limit=move_limit
    )


def parse_time_settings(kind: str, args: Sequence[str]) -> TimeSettings:
    """Return the settings that ``kgs-time_settings KIND ARGS`` or ``kata-time_settings`` announces.

    Every kind of ``KATA_TIME_KINDS`` is read, in any case. Integers and decimals are both fine;
    surplus arguments are ignored.

    :raises ValueError: when the kind is unknown or an argument is missing or wrong; the message
        says what is expected.
    """
    folded = kind.lower()
    if folded not in _ARGUMENTS:
        kinds = ", ".join(_ARGUMENTS)
        raise ValueError(f"unknown kind of time settings {kind[:40]!r}: expected one of {kinds}")
    expected = _ARGUMENTS[folded].split()
    usage = f"{folded} {' '.join(expected)}".rstrip()
    if len(args) < len(expected):
        raise ValueError(f"{folded} needs {len(expected)} numbers: {usage}")
    numbers = []
    for name, word in zip(expected, args, strict=False):
        try:
            number = float(word) if "_" not in word else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise ValueError(f"{name} must be a number, not {word[:40]!r}: {usage}")
        numbers.append(number)
    match folded, numbers:
        case "absolute", [main]:
            return gtp_settings(main, 0, 0)
        case "byoyomi", [main, period, periods]:
            return byoyomi_settings(main, period, int(periods))
        case "canadian", [main, period, stones]:
            return gtp_settings(main, period, int(stones))
        case "fischer" | "fischer-capped", [main, increment, *limits]:
            return fischer_settings(main, increment, *limits)
    return UNLIMITED


@dataclass(frozen=True, slots=True)
class Clock:
    """One player's clock.

    ``left`` is the rest of the main time; in overtime, when ``stones_left`` (Canadian: moves still
    to be played in the period) or ``periods_left`` (byo-yomi: this one included) is not 0, it is
    the rest of the current period.
    """

    settings: TimeSettings
    left: float = 0.0
    stones_left: int = 0
    periods_left: int = 0

    @classmethod
    def start(cls, settings: TimeSettings) -> Clock:
        """Return a clock at the beginning of a game."""
        if settings.system is TimeSystem.FISCHER and settings.main <= 0:
            return cls(settings, min(settings.increment, settings.main_limit))
        clock = cls(settings, settings.main)
        return clock._overtime() if settings.main <= 0 else clock

    @property
    def in_overtime(self) -> bool:
        """Whether the main time is over and a period runs."""
        return self.stones_left > 0 or self.periods_left > 0

    def report(self, seconds: float, stones: int) -> Clock:
        """Return the clock after the controller's ``time_left``; without settings it sets a limit.

        ``stones`` are the periods left in byo-yomi. Controllers may round to whole seconds, so when
        our own count agrees within a second, the smaller of the two holds.
        """
        seconds, stones = max(0.0, seconds), max(0, stones)
        settings = self.settings
        system = settings.system
        if system is TimeSystem.NONE:
            if seconds <= 0:
                return self
            given = gtp_settings(0, seconds, stones) if stones else gtp_settings(seconds, 0, 0)
            return Clock(given, seconds, stones)
        if system is TimeSystem.ABSOLUTE and stones and seconds > 0:
            return Clock(gtp_settings(0, seconds, stones), seconds, stones)
        told = replace(self, left=seconds, stones_left=0, periods_left=0)
        if system is TimeSystem.CANADIAN:
            told = replace(told, stones_left=stones)
        elif system is TimeSystem.BYOYOMI:
            if seconds <= 0 and stones > 1:  # used up: the next period runs
                return replace(told, left=settings.period, periods_left=stones - 1)
            told = replace(told, periods_left=stones)
        if seconds == int(seconds) and self.same_phase(told) and abs(self.left - seconds) <= 1:
            return self if self.left < seconds else told
        return told

    def same_phase(self, other: Clock) -> bool:
        """Return whether both run in the main time, or in the same period."""
        return (self.stones_left, self.periods_left) == (other.stones_left, other.periods_left)

    def spend(self, seconds: float) -> Clock:
        """Return the clock after a move of ``seconds``, for controllers that do not report."""
        settings = self.settings
        system = settings.system
        if system is TimeSystem.NONE:
            return self
        left = self.left - seconds
        if system is TimeSystem.FISCHER:
            left = max(0.0, left)
            # The limit takes away nothing that was already there.
            return replace(
                self, left=max(left, min(left + settings.increment, settings.main_limit))
            )
        if system is TimeSystem.ABSOLUTE or (left > 0 and not self.in_overtime):
            return replace(self, left=max(0.0, left))
        if not self.in_overtime:
            # The move ran over the end of the main time into the first period.
            return self._overtime().spend(-left)
        if system is TimeSystem.BYOYOMI:
            # Bounded, because a period may be so short that the quotient is infinite.
            used_up = 0 if left > 0 else 1 + int(min(-left / settings.period, self.periods_left))
            return replace(
                self, left=settings.period, periods_left=max(1, self.periods_left - used_up)
            )
        if self.stones_left > 1:
            return replace(self, left=max(0.0, left), stones_left=self.stones_left - 1)
        return self._overtime()

    def _overtime(self) -> Clock:
        settings = self.settings
        return Clock(settings, settings.period, settings.stones, settings.periods)
