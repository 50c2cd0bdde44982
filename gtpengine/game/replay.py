"""From a game record to a position, and back."""

from __future__ import annotations

from collections.abc import Mapping

from board_ext.coords import BLACK, EMPTY, WHITE, point_to_vertex
from board_ext.position import Position
from board_ext.rules import Rules
from gtpengine.game.sgf import SetUp, SgfGame, SgfMove, game_tree, initial_player
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.tree import SgfNode


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
            put_stones(position, step)
        else:
            position.to_play = step.color
    position.handicap = min(record.handicap, record.size**2)
    return position


def put_stones(position: Position, step: SetUp) -> None:
    """Apply set-up stones of a file to the stones on the board.

    :raises SgfError: when a chain would have no liberty.
    """
    colors = {point: position.color_at(point) for point in range(position.size**2)}
    for points, color in ((step.black, BLACK), (step.white, WHITE), (step.empty, EMPTY)):
        for point in points:
            colors[point] = color
    black, white = ([p for p, c in colors.items() if c == color] for color in (BLACK, WHITE))
    try:
        position.set_up(black, white, to_play=position.to_play)
    except ValueError as error:
        raise SgfError(f"set-up stones: {error}") from None


def stones_of(position: Position, color: int) -> list[int]:
    """Return the points with stones of a colour."""
    return [point for point in range(position.size**2) if position.color_at(point) == color]


def vertices_of(position: Position, color: int) -> list[str]:
    """Return the vertices with stones of a colour."""
    return [point_to_vertex(point, position.size) for point in stones_of(position, color)]


def initial_position(position: Position) -> Position:
    """Return a copy of the position before its first move, with its set-up stones."""
    first = position.copy()
    first.undo(len(position.moves))
    return first


def position_tree(position: Position, texts: Mapping[str, str] | None = None) -> SgfNode:
    """Return the game of a position as a tree: its set-up stones, and its moves as the main line.

    ``texts`` are as in ``game_tree``.
    """
    first = initial_position(position)
    black, white = (stones_of(first, color) for color in (BLACK, WHITE))
    return game_tree(
        position.size,
        position.komi,
        position.rules.name,
        position.handicap,
        black,
        white,
        first.to_play,
        position.moves,
        texts=texts,
    )
