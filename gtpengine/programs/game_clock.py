"""Time controls: how they are written, sent to an engine, and kept.

Texts: ``none``; ``5/move`` (seconds a move); ``300`` (absolute); ``300+30/25`` (Canadian: 30
seconds for each 25 stones); ``300+5x30`` (byo-yomi: 5 periods of 30 seconds); ``300+10`` (Fischer:
10 seconds more after each move); ``300+10<600`` (Fischer with a limit of the clock).
"""

from __future__ import annotations

import dataclasses
import math
import re
from typing import Final

EXAMPLES: Final = "5/move, 300, 300+30/25 (Canadian), 300+5x30 (byo-yomi) or 300+10 (Fischer)"

_NUMBER: Final = r"(\d+(?:\.\d+)?)"


@dataclasses.dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control, in seconds.

    ``kind`` is none, move, absolute, canadian, byoyomi or fischer. ``period`` is also Fischer's
    increment. ``count`` is the number of stones or periods. ``limit`` is Fischer's; 0 is none.
    """

    kind: str = "none"
    main: float = 0.0
    period: float = 0.0
    count: int = 0
    limit: float = 0.0

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Return the time control that ``text`` names.

        :raises ValueError: if the text names none, or one without time
        """
        clean = text.strip().lower()
        if clean in ("", "none"):
            return cls()
        if match := re.fullmatch(_NUMBER + r"/move", clean):
            control = cls("move", period=float(match[1]), count=1)
        elif match := re.fullmatch(_NUMBER, clean):
            control = cls("absolute", main=float(match[1]))
        elif match := re.fullmatch(_NUMBER + r"\+" + _NUMBER + r"/(\d+)", clean):
            control = cls("canadian", float(match[1]), float(match[2]), int(match[3]))
        elif match := re.fullmatch(_NUMBER + r"\+(\d+)x" + _NUMBER, clean):
            control = cls("byoyomi", float(match[1]), float(match[3]), int(match[2]))
        elif match := re.fullmatch(_NUMBER + r"\+" + _NUMBER + f"(?:<{_NUMBER})?", clean):
            control = cls("fischer", float(match[1]), float(match[2]), 1, float(match[3] or 0))
        else:
            raise ValueError(f"time control {text!r}: write none, {EXAMPLES}")
        if control.main + control.period <= 0 or (control.kind != "absolute" and not control.count):
            raise ValueError(f"time control {text!r} leaves no time at all")
        return control

    def __str__(self) -> str:
        return {
            "none": "none",
            "move": f"{self.period:g}/move",
            "absolute": f"{self.main:g}",
            "canadian": f"{self.main:g}+{self.period:g}/{self.count}",
            "byoyomi": f"{self.main:g}+{self.count}x{self.period:g}",
            "fischer": f"{self.main:g}+{self.period:g}" + (f"<{self.limit:g}" * bool(self.limit)),
        }[self.kind]

    def scaled(self, factor: float) -> TimeControl:
        """Return it with ``factor`` times as much time; counts of stones and periods stay."""
        return dataclasses.replace(
            self,
            main=self.main * factor,
            period=self.period * factor,
            limit=self.limit * factor,
        )

    def settings(self) -> list[str]:
        """Return the GTP commands that announce it, best first.

        The engine gets the first one that it knows.
        """
        if self.kind == "none":
            return []
        main, period, count = self.main, self.period, self.count
        if self.kind == "byoyomi":
            # Without the KGS command all periods except the last count as main time.
            before = main + (count - 1) * period
            return [
                f"kata-time_settings byoyomi {main:g} {period:g} {count}",
                f"kgs-time_settings byoyomi {main:g} {period:g} {count}",
                f"time_settings {before:g} {period:g} 1",
            ]
        if self.kind == "fischer":
            kata = f"kata-time_settings fischer {main:g} {period:g}"
            if self.limit:
                kata = f"kata-time_settings fischer-capped {main:g} {period:g} {self.limit:g} -1"
            # Other engines get it as an overtime of one move.
            return [
                kata,
                f"time_settings {max(0.0, main - period):g} {period:g} 1",
            ]
        if self.kind == "absolute":
            kata = f"kata-time_settings absolute {main:g}"
        else:
            kata = f"kata-time_settings canadian {main:g} {period:g} {count}"
        return [kata, f"time_settings {main:g} {period:g} {count}"]

    def sensible(self, moves: int, size: int, lag: float) -> float:
        """Return the seconds for ``moves`` moves if a player spreads the clock over a whole game.

        A game is taken to have 0.35 own moves for each point of the board. ``lag`` seconds of each
        period, and of the main time, are kept in reserve.
        """
        main = max(0.0, self.main - lag) / max(0.35 * size * size, moves)
        extra = 0.0 if self.kind == "absolute" else max(0.0, self.period - lag) / max(1, self.count)
        if self.kind == "byoyomi":
            extra = max(0.0, self.period - lag)
        rate = main + self.period if self.kind == "fischer" else max(main, extra)
        return rate * moves


class GameClock:
    """The clock of one player in one game; ``control`` is its time control.

    As text a control is ``5/move`` (seconds a move), ``300`` (absolute), ``300+30/25`` (Canadian),
    ``300+5x30`` (byo-yomi), ``300+10`` (Fischer) or ``none``.

    :raises ValueError: when the text is no time control.
    :raises TypeError: when it is neither text nor a control.
    """

    def __init__(self, control: TimeControl | str) -> None:
        """Start the clock of a control, which may be given as text."""
        control = TimeControl.parse(control) if isinstance(control, str) else control
        if not isinstance(control, TimeControl):
            raise TypeError(f"a time control is a text such as '300+5x30', not {control!r}")
        self.control = control
        self._main = control.main
        if control.kind == "fischer" and control.main <= 0:
            self._main = control.period
        self._period = control.period
        self._count = control.count

    def allowance(self) -> float | None:
        """Return the seconds until the flag falls if no move is made; None without a clock."""
        kind = self.control.kind
        if kind == "none":
            return None
        if kind == "byoyomi":
            return self._main + self._period * self._count
        if kind == "fischer":
            return self._main
        return self._main + self._period

    def time_left(self, kgs: bool) -> tuple[float, int] | None:
        """Return the two numbers of GTP's ``time_left``, or None if there is nothing to say.

        ``kgs`` says that the engine took kgs- or kata-time_settings. Then byo-yomi counts periods
        instead of stones, and the engine knows Fischer time.
        """
        kind = self.control.kind
        if kind in ("none", "move"):
            return None
        if kind == "byoyomi" and not kgs:
            rest = self._main + (self._count - 1) * self._period
            return (rest, 0) if rest > 0 else (self._period, 1)
        if kind == "fischer" and not kgs:
            rest = self._main - self._period
            return (rest, 0) if rest > 0 else (self._main, 1)
        if self._main > 0 or kind in ("absolute", "fischer"):
            return self._main, 0
        return self._period, self._count

    def spend(self, seconds: float) -> bool:
        """Take the time of one move; return False if the flag fell."""
        kind = self.control.kind
        if kind == "none":
            return True
        if kind == "move":
            return seconds <= self._period
        if kind == "fischer":
            in_time = seconds <= self._main
            rest = max(0.0, self._main - seconds)
            limit = self.control.limit or math.inf
            self._main = max(rest, min(rest + self._period, limit))
            return in_time
        over = seconds - self._main
        self._main = max(0.0, self._main - seconds)
        if over <= 0:
            return True
        if kind == "canadian":
            self._period -= over
            self._count -= 1
            in_time = self._period >= 0
            if self._count == 0:
                self._period, self._count = self.control.period, self.control.count
            return in_time
        if kind == "byoyomi":
            while over > self._period and self._count > 0:
                over -= self._period
                self._count -= 1
            return self._count > 0
        return False
