"""Time controls: how they are written, told to an engine, and kept.

Texts: `none`; `5/move` (seconds a move); `300` (absolute); `300+30/25` (Canadian: 30 seconds for
each 25 stones); `300+5x30` (byo-yomi: 5 periods of 30 seconds). Not done: Fischer time.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Final

_NUMBER: Final = r"(\d+(?:\.\d+)?)"


@dataclasses.dataclass(frozen=True, slots=True)
class TimeControl:
    """`kind` is none, move, absolute, canadian or byoyomi; seconds; `count` stones or periods."""

    kind: str = "none"
    main: float = 0.0
    period: float = 0.0
    count: int = 0

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Raises `ValueError` for a text it does not understand."""
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
        else:
            raise ValueError(
                f"time control {text!r}: write none, 5/move, 300, 300+30/25 or 300+5x30"
            )
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
        }[self.kind]

    def settings(self) -> list[str]:
        """GTP commands that announce it, best first; the engine gets the first that it knows."""
        if self.kind == "none":
            return []
        if self.kind == "byoyomi":
            # Without the KGS command the periods but the last count as main time.
            main = self.main + (self.count - 1) * self.period
            return [
                f"kgs-time_settings byoyomi {self.main:g} {self.period:g} {self.count}",
                f"time_settings {main:g} {self.period:g} 1",
            ]
        return [f"time_settings {self.main:g} {self.period:g} {self.count}"]


class Clock:
    """The clock of one player in one game."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self._main = control.main
        self._period = control.period
        self._count = control.count

    def allowance(self) -> float | None:
        """Seconds until the flag falls if no move is made; None without a clock."""
        kind = self.control.kind
        if kind == "none":
            return None
        if kind == "byoyomi":
            return self._main + self._period * self._count
        return self._main + self._period

    def time_left(self, kgs: bool) -> tuple[float, int] | None:
        """The two numbers of GTP's `time_left`, or None if there is nothing to say.

        `kgs`: the engine took kgs-time_settings, so byo-yomi counts periods, not stones.
        """
        kind = self.control.kind
        if kind in ("none", "move"):
            return None
        if kind == "byoyomi" and not kgs:
            rest = self._main + (self._count - 1) * self._period
            return (rest, 0) if rest > 0 else (self._period, 1)
        if self._main > 0 or kind == "absolute":
            return self._main, 0
        return self._period, self._count

    def spend(self, seconds: float) -> bool:
        """Takes the time of one move; False if the flag fell."""
        kind = self.control.kind
        if kind == "none":
            return True
        if kind == "move":
            return seconds <= self._period
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
