"""A way out of cycles: no move brings a position back for the third time.

Simple ko allows cycles of several moves, such as sending two stones and taking one back. A side
that loses nothing by a cycle may play it for ever.

Not done: a triple ko, which some rules call a game without a result, is broken off as well.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import PASS
from gtpengine.judge.situation import Situation, rank

OFTEN: Final = 2
"""How often a position may have stood before the move that brings it back."""


def goes_round(situation: Situation, point: int) -> bool:
    """Return whether a legal move brings back a position that has stood ``OFTEN`` times."""
    if point == PASS:
        return False
    after = situation.position.copy()
    after.play(point, situation.color)
    return after.repetitions() >= OFTEN


def out_of_cycles(move: int, situation: Situation) -> int:
    """Return the move, or where it goes round the best one of the search that does not; or PASS."""
    if move < 0 or not goes_round(situation, move):
        return move
    others = (ranked.point for ranked in rank(situation) if ranked.visits)
    return next((point for point in others if not goes_round(situation, point)), PASS)
