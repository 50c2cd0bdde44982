"""What a person is told about a position: a hint, an estimate, what a running search sees.

``judge`` is who says so where another engine advises, ``note`` why that engine did not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

LINE: Final = 10
"""Most moves of an expected line."""

Halted = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move for the side to play: its win rate in [0, 1], its lead in points, and the line
    expected after it. ``point`` may be PASS; where captures win there is no lead."""

    point: int
    win_rate: float
    score: float | None
    line: tuple[int, ...]
    simulations: int
    judge: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TerritoryEstimate:
    """Who owns what: ``ownership`` for each point from A1 on, +1 Black's, -1 White's; ``score`` is
    Black's lead in points, komi included; ``win_rate`` is Black's."""

    score: float
    win_rate: float
    ownership: tuple[float, ...]
    judge: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SearchSnapshot:
    """What a running search sees: ``win_rate`` and ``score`` are Black's, ``line`` is what the
    search expects, which begins with a move of ``color``."""

    color: int
    win_rate: float
    score: float
    line: tuple[int, ...]
    simulations: int
    judge: str = ""
