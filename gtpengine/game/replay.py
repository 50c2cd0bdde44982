"""From a game record to a position, and back to where it began."""

from __future__ import annotations

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.position import Position
from board_ext.rules import Rules
from gtpengine.game.sgf import SetUp, SgfError, SgfGame, SgfMove, initial_player


def replayed(
    record: SgfGame, rules: Rules, komi: float, move_number: int | None = None
) -> Position:
    """Return the position of ``record`` before ``move_number``, or at its end.

    :raises SgfError: when a move is illegal or stones cannot be set up.
    """
    position = Position(record.size, rules, komi)
    position.to_play = initial_player(record)
    for step in record.before(move_number):
        if isinstance(step, SgfMove):
            try:
                position.play(step.point, step.color)
            except ValueError as error:
                raise SgfError(f"move {step.number}: {error}") from None
        elif isinstance(step, SetUp):
            _put_stones(position, step, record.handicap)
        else:
            position.to_play = step.color
    return position


def _put_stones(position: Position, step: SetUp, handicap: int) -> None:
    """Apply set-up stones of a file to the stones on the board."""
    colors = {point: position.color_at(point) for point in range(position.size**2)}
    for points, color in ((step.black, BLACK), (step.white, WHITE), (step.empty, EMPTY)):
        for point in points:
            colors[point] = color
    begins = not position.moves and not position.stones().any()
    black = [point for point, color in colors.items() if color == BLACK]
    try:
        position.set_up(
            black,
            [point for point, color in colors.items() if color == WHITE],
            to_play=position.to_play,
            # A new diagram in the middle of a file may have fewer stones than the handicap.
            handicap=handicap if begins else min(position.handicap, len(black)),
        )
    except ValueError as error:
        raise SgfError(f"set-up stones: {error}") from None


def initial_position(position: Position) -> Position:
    """Return a copy of the position before its first move, with its set-up stones."""
    first = position.copy()
    first.undo(len(position.moves))
    return first
