"""A check whether the games of a match differ, or repeat a few openings."""

from __future__ import annotations

import collections
import contextlib

import numpy as np

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import IllegalMoveError, Position
from board_ext.rules import rules_named

from .game import GameRecord

#: Games are compared after this many moves from their start positions.
MOVES = 8
#: Warn if half of the games share fewer than one position for this many games.
GAMES_EACH = 20


def position_after(record: GameRecord, moves: int = MOVES) -> bytes:
    """Return the stones after ``moves`` moves, or at the end: equal under all symmetries."""
    settings, opening = record.settings, record.opening
    size = settings.size
    position = Position(size, rules_named(settings.rules), settings.komi)
    position.set_up(
        [vertex_to_point(vertex, size) for vertex in opening.black],
        [vertex_to_point(vertex, size) for vertex in opening.white],
    )
    played = [(move.color, move.vertex) for move in record.moves[:moves] if move.vertex != "resign"]
    with contextlib.suppress(IllegalMoveError):
        for color, vertex in (*opening.moves, *played):
            position.play(vertex_to_point(vertex, size), BLACK if color == "b" else WHITE)
    board = position.stones()
    return min(np.rot90(side, turn).tobytes() for side in (board, board.T) for turn in range(4))


def variety_warning(positions: collections.Counter[bytes]) -> str:
    """Return a warning if a few positions hold most of the games; empty if they do not."""
    games, held, few = positions.total(), 0, 0
    for _, count in positions.most_common():
        held += count
        few += 1
        if 2 * held > games:
            break
    if not games or few * GAMES_EACH > games:
        return ""
    return (
        f"warning: after {MOVES} moves, up to symmetry, {held} of {games} games are in {few}"
        f" position{'s' if few > 1 else ''}: they measure little else, and the intervals are too"
        " narrow; play from more --openings"
    )
