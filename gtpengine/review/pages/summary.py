"""How each player did: in the whole game, and in its opening, middle and end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from gtpengine.base.text.language import later
from gtpengine.review.searching.model import MoveReview, PlayerSummary, Share, ValueWithError

PHASES: Final = {
    "opening": later("opening"),
    "middle": later("middle game"),
    "end": later("endgame"),
}
"""The parts of a game, and what they are called."""

OPENING: Final = 0.14
"""Share of the points of the board that are played on when the opening ends."""

SETTLED: Final = 0.75
"""Share of the board that has an owner when the end begins."""

OWNED: Final = 0.6
"""Ownership of a point that has an owner."""

WORST: Final = 5


def phase_of(number: int, size: int, ownership: Sequence[float]) -> str:
    """Return the phase that a move belongs to, by its number and the ownership before it."""
    if number <= OPENING * size * size:
        return "opening"
    settled = sum(abs(value) >= OWNED for value in ownership) / len(ownership)
    return "end" if settled >= SETTLED else "middle"


def share_of(moves: Sequence[MoveReview]) -> Share:
    """Return how good these moves were."""
    lost = [move.counted_points for move in moves]
    count = len(moves)
    mean = sum(lost) / count if count else 0.0
    variance = sum((one - mean) ** 2 for one in lost) / (count - 1) if count > 1 else 0.0
    return Share(
        moves=count,
        points=ValueWithError(mean, math.sqrt(variance / count) if count else 0.0),
        best=sum(move.grade == "best" for move in moves),
        mistakes=sum(move.grade == "mistake" for move in moves),
        blunders=sum(move.grade == "blunder" for move in moves),
    )


def player_of(color: str, name: str, rank: str, moves: Sequence[MoveReview]) -> PlayerSummary:
    """Return how the player of a colour did."""
    own = [move for move in moves if move.color == color]
    costly = sorted((move for move in own if move.cost >= 1), key=lambda move: -move.cost)
    return PlayerSummary(
        color,
        name,
        rank,
        share_of(own),
        {phase: share_of([move for move in own if move.phase == phase]) for phase in PHASES},
        tuple(move.number for move in costly[:WORST]),
    )
