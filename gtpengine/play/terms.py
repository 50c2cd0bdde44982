"""What the two agree on before a game: board, rules, colours, handicap, strength, time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from board_ext.coords import BLACK, WHITE, check_size, opponent
from board_ext.position import Position
from board_ext.rules import Rules, rules_named
from gtpengine.base.text.language import Text, later
from gtpengine.clock import timeman
from gtpengine.clock.timeman import UNLIMITED, TimeSettings, TimeSystem
from gtpengine.game.handicap import HANDICAP_KOMI, MOST_HANDICAP, free_handicap
from gtpengine.play.teaching import Teaching
from gtpengine.play.trouble import PlayError

FULL: Final = "full strength"

SMALLEST: Final = 5
"""Size of the smallest board that people are offered."""
MOST_KOMI: Final = 1000

_CLOCK_HELP: Final = later("none, or a time such as 10m, 10m+5x30s (byo-yomi), 5m+10s (Fischer)")
_SPAN: Final = r"(\d+(?:\.\d+)?)\s*(s|m|min|h)?"
_CLOCK: Final = re.compile(
    rf"\s*{_SPAN}\s*(?:\+\s*(?:(\d+)\s*([x/])\s*)?{_SPAN}\s*)?", re.IGNORECASE
)
_UNIT: Final = {"": 60.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def usual_komi(rules: str, handicap: int) -> float:
    """Return the komi of a game whose terms name none."""
    return HANDICAP_KOMI if handicap else rules_named(rules).komi


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """The terms of one game.

    ``color`` is the person's. ``komi`` None means the komi of the rules, or half a point with a
    handicap. ``options`` are parameters of the engine as ``--set`` takes them, by name: ``rank`` or
    ``level`` for its strength, ``time_per_move``, ``threads``. ``clock`` holds for both sides.
    ``rung`` is the rung of a game of the ladder.

    :raises PlayError: when the terms do not fit together.
    """

    size: int = 19
    rules: str = "chinese"
    komi: float | None = None
    color: int = BLACK
    handicap: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    clock: TimeSettings = UNLIMITED
    person: str = ""
    teaching: Teaching = field(default_factory=Teaching)
    rung: int | None = None

    def __post_init__(self) -> None:
        try:
            check_size(self.size)
            rules_named(self.rules)
        except (ValueError, TypeError) as error:
            text = str(error).capitalize()
            raise PlayError(f"{text}.") from None
        if self.color not in (BLACK, WHITE):
            raise PlayError(later("The person plays Black or White."))
        if self.komi is not None and not abs(self.komi) <= MOST_KOMI:
            raise PlayError(later("Komi is a number from -{most} to {most}.", most=MOST_KOMI))
        most = min(MOST_HANDICAP, self.size**2 // 4)
        if not (self.handicap == 0 or 2 <= self.handicap <= most):
            raise PlayError(later("Handicap on this board is 0, or 2 to {most} stones.", most=most))

    @property
    def rule_set(self) -> Rules:
        """The rules themselves."""
        return rules_named(self.rules)

    @property
    def points_for_white(self) -> float:
        """Komi as a number."""
        return usual_komi(self.rules, self.handicap) if self.komi is None else self.komi

    @property
    def engine_color(self) -> int:
        """The engine's colour."""
        return opponent(self.color)

    @property
    def strength(self) -> str:
        """The engine's strength in words: ``12k``, ``level 4`` or ``full strength``."""
        for name in ("rank", "level"):
            text = self.options.get(name, "")
            if text and text != "off":
                return text if name == "rank" else f"level {text}"
        return FULL

    @property
    def opponent(self) -> Text:
        """The engine and its strength in words: ``gtpengine, 12k``."""
        words = Text(self.strength)
        if self.strength == "auto":
            words = later("rank found from your games")
        elif self.strength == FULL:
            words = later("full strength")
        elif (level := self.options.get("level")) and self.strength == f"level {level}":
            words = later("level {level}", level=level)
        return later("gtpengine, {strength}", strength=words)

    def first_position(self) -> Position:
        """Return the position in which the game begins, with its handicap stones."""
        position = Position(self.size, self.rule_set, self.points_for_white)
        if self.handicap:
            stones = free_handicap(self.size, self.handicap)
            position.set_up(stones, [], to_play=WHITE, handicap=len(stones))
        return position


def parse_clock(text: str) -> TimeSettings:
    """Read a clock: ``none``, ``10m``, ``10m+5x30s`` (byo-yomi), ``10m+10s`` (Fischer), or
    ``10m+25/5m`` (Canadian). Numbers without a unit are minutes before the ``+``, seconds after.

    :raises PlayError: when the text is no clock.
    """
    if text.strip().lower() in ("", "none", "off", "no"):
        return UNLIMITED
    match = _CLOCK.fullmatch(text)
    if not match:
        raise PlayError(_no_clock(text))
    main = float(match[1]) * _UNIT[(match[2] or "").lower()]
    extra = float(match[5] or 0) * _UNIT[(match[6] or "s").lower()]
    if max(main, extra) > 86_400:
        raise PlayError(later("No clock: give at most 24 hours."))
    count = int((match[3] or "0")[:6])
    if match[4] and not (0 < count <= 1000 and extra > 0):
        raise PlayError(_no_clock(text))
    if match[4] == "/":
        return timeman.gtp_settings(main, extra, count)
    if match[4]:
        return timeman.byoyomi_settings(main, extra, count)
    return timeman.fischer_settings(main, extra)


def _no_clock(text: str) -> Text:
    return later("No clock: {text}; give {clocks}.", text=repr(text[:40]), clocks=_CLOCK_HELP)


def clock_text(settings: TimeSettings) -> str:
    """Return a clock as ``parse_clock`` reads it."""
    main = _span(settings.main)
    match settings.system:
        case TimeSystem.NONE:
            return "none"
        case TimeSystem.BYOYOMI:
            return f"{main}+{settings.periods}x{settings.period:g}s"
        case TimeSystem.CANADIAN:
            return f"{main}+{settings.stones}/{_span(settings.period)}"
        case TimeSystem.FISCHER:
            return f"{main}+{settings.increment:g}s"
    return main


def _span(seconds: float) -> str:
    return f"{seconds / 60:g}m" if seconds % 60 == 0 else f"{seconds:g}s"
