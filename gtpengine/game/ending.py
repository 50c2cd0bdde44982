"""The end of a game by two passes, and how to go on from it."""

from __future__ import annotations

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import Scoring


def without_history(position: Position) -> Position:
    """Return the same stones as a fresh position, without passes and handicap.

    Points for prisoners and handicap stones become part of komi.
    """
    by_black, by_white = position.prisoners
    if position.rules.scoring is Scoring.TERRITORY:
        for_white = by_white - by_black
    else:
        for_white = position.rules.handicap_bonus.points(position.handicap)
    fresh = Position(position.size, position.rules, position.komi + for_white)
    stones = range(position.size**2)
    fresh.set_up(
        [p for p in stones if position.color_at(p) == BLACK],
        [p for p in stones if position.color_at(p) == WHITE],
        position.to_play,
    )
    return fresh


def game_is_over(position: Position) -> bool:
    """Return whether both players have just passed."""
    moves = position.moves[-2:]
    return len(moves) == 2 and all(point == PASS for _, point in moves)
