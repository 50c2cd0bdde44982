"""The end of a search: its limits, and conditions that are looked at while it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, SupportsFloat

from gtpengine.mcts.report.report import SearchReport


@dataclass(frozen=True, slots=True)
class Limits:
    """The end of a search, whichever comes first; at least one is set.

    ``simulations`` counts new ones: what an earlier search left in the tree comes on top.
    ``seconds`` is wall time. At least one simulation is always run.

    :raises ValueError: when there is no limit, or one is out of range.
    :raises TypeError: when one is no number.
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("a search needs a limit: give simulations or seconds")
        for name in ("simulations", "seconds"):
            given = getattr(self, name)
            try:
                if isinstance(given, str | bool) or not isinstance(given, SupportsFloat | None):
                    raise TypeError
                float(given or 0)
            except (TypeError, ValueError):  # an array supports float, and has none
                raise TypeError(f"{name} {given!r}: give a number") from None
            except OverflowError:
                raise ValueError(f"{name} too large: give a smaller number") from None
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"simulations {self.simulations}: give at least 1")
        if self.seconds is not None and not 0.0 <= self.seconds < 1e9:
            raise ValueError(f"seconds {self.seconds}: give a time from 0 to 1e9")


class Stopper(Protocol):
    """Looked at a few times a second while a search runs."""

    name: str

    def __call__(self, report: SearchReport, limits: Limits, /) -> bool:
        """Return whether to stop now."""


class CannotBeOvertaken:
    """Stop when no other move can get more visits than the first before the limits are reached.

    Moves that are proven to lose, or cannot bring more than another is sure of, do not count.
    Assumes the speed so far; with ``margin`` above 1 it waits for a clearer lead.
    """

    name = "decided"

    def __init__(self, margin: float = 1.0) -> None:
        self.margin = margin

    def __call__(self, report: SearchReport, limits: Limits) -> bool:
        if len(report.moves) < 2 or report.seconds <= 0.0:
            return False
        sure = report.sure_lead()
        open_moves = [m for m in report.moves if m.proven is not False and not m.is_cut(sure)]
        rivals = open_moves or report.moves
        # One is left, or all that are left bring what is sure.
        if len(rivals) == 1 or all(m.bounds is not None and m.bounds[1] <= sure for m in rivals):
            return True
        remaining = float("inf")
        if limits.simulations is not None:
            remaining = limits.simulations - report.simulations
        if limits.seconds is not None:
            speed = report.simulations / report.seconds
            remaining = min(remaining, speed * (limits.seconds - report.seconds))
        return rivals[0].visits - rivals[1].visits > remaining * self.margin


class IsWon:
    """Stop when the most visited move wins more often than ``rate``, after ``least`` simulations.

    Browne et al. 2012, VII-A3: a game that is clearly decided is worth no more time.
    """

    name = "won"

    def __init__(self, rate: float, least: int = 1000) -> None:
        self.rate = rate
        self.least = least

    def __call__(self, report: SearchReport, _limits: Limits, /) -> bool:
        if not report.moves or report.simulations < self.least:
            return False
        return report.moves[0].value > self.rate
