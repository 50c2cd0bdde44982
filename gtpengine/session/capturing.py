"""Games that captures decide, at full strength: take what wins, and resist where all is lost."""

from __future__ import annotations

from board_ext.coords import PASS, opponent
from gtpengine.game.ending import capture_in_one
from gtpengine.judge.situation import Situation, rank


def best_move(situation: Situation) -> int:
    """Return the move to play: a move that wins at once, or the search's move.

    Where the search's move surely loses, the first of the search's moves after which the opponent
    has to find more than one move to win.
    """
    position, color = situation.position, situation.color
    wins = capture_in_one(position, color)
    if wins is not None:
        return wins
    ranked = rank(situation)
    if ranked[0].proven is not False:
        return ranked[0].point
    return next(
        (m.point for m in ranked if not _loses_at_once(situation, m.point)), ranked[0].point
    )


def _loses_at_once(situation: Situation, point: int) -> bool:
    if point == PASS:
        return True
    after = situation.position.copy()
    after.play(point, situation.color)
    return capture_in_one(after, opponent(situation.color)) is not None
