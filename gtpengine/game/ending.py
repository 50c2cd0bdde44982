"""The end of a game, by two passes or by captures, and how to go on from it."""

from __future__ import annotations

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, neighbours, opponent
from board_ext.position import Position
from board_ext.rules import Scoring


def without_history(position: Position) -> Position:
    """Return the same stones as a fresh position, without passes, captures and handicap.

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


def winner_by_capture(position: Position) -> int | None:
    """Return the winner of a game that captures decide; None before, and in other games.

    The winner has captured the stones that the rules ask for, or the opponent has passed.
    """
    goal = position.rules.capture
    if not goal:
        return None
    for color, captured in zip((BLACK, WHITE), position.prisoners, strict=True):
        if captured >= goal:
            return color
    passed = next((color for color, point in position.moves if point == PASS), None)
    return None if passed is None else opponent(passed)


def capture_in_one(position: Position, color: int) -> int | None:
    """Return a move by which ``color`` wins at once, where captures win the game; else None."""
    missing = position.rules.capture - position.prisoners[color == WHITE]
    for point in position.legal_moves(color):
        beside = [p for p in neighbours(point, position.size) if position.color_at(p) != EMPTY]
        in_atari = any(
            position.color_at(p) != color and len(position.liberties_of(p)) == 1 for p in beside
        )
        if in_atari and position.copy().play(point, color) >= missing:
            return point
    return None


def captured_score(position: Position) -> float:
    """Return the score of a game that captures decide: 1 when Black has won, -1 when White has, 0
    before."""
    return {BLACK: 1.0, WHITE: -1.0, None: 0.0}[winner_by_capture(position)]


def result_by_capture(position: Position) -> str:
    """Return the result of a game that captures have decided, ``B+`` or ``W+``; else nothing."""
    winner = winner_by_capture(position)
    return "" if winner is None else "B+" if winner == BLACK else "W+"


def game_is_over(position: Position) -> bool:
    """Return whether both players have just passed; or one has won, where captures decide."""
    if position.rules.capture:
        return winner_by_capture(position) is not None
    moves = position.moves[-2:]
    return len(moves) == 2 and all(point == PASS for _, point in moves)
