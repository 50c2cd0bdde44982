"""What the tests of ``Position`` share: playing vertices, its whole state, random games, shapes."""

from __future__ import annotations

import random

from board_ext.coords import BLACK, PASS, WHITE, vertices_to_points
from board_ext.position import Position
from board_ext.rules import RULES

KO_SHAPE = """
    . X O .
    X O . O
    . X O .
    . . . .
"""
# Black sends two stones, White takes them, Black takes one back: the same board after three moves.
SEND_TWO = """
    . . . .
    . . . .
    O O X .
    . X . X
"""
TWO_STONE_SUICIDE = """
    . . . .
    . . . .
    O O . .
    X . O .
"""


def play_all(position: Position, vertices: str) -> None:
    """Play vertices in turn; the side to move is the one that *position* says."""
    for point in vertices_to_points(vertices, position.size):
        position.play(point)


def state(position: Position) -> tuple[object, ...]:
    """Everything that undo and copies must restore."""
    return (
        position.to_diagram(),
        position.to_play,
        position.move_number,
        position.ko_point,
        position.prisoners,
        position.hash,
        position.situational_hash,
        tuple(position.moves),
        tuple(position.legal_moves(BLACK)),
        tuple(position.legal_moves(WHITE)),
        position.legal_mask(BLACK).tobytes(),
        position.legal_mask(WHITE).tobytes(),
        position.handicap,
    )


def random_game(size: int, seed: int, moves: int, rules_name: str = "new-zealand") -> Position:
    """A game of random legal moves, some passes and some moves out of turn."""
    rng = random.Random(seed)
    position = Position(size, RULES[rules_name])
    for _ in range(moves):
        color = rng.choice([BLACK, WHITE]) if rng.random() < 0.1 else position.to_play
        legal = position.legal_moves(color)
        point = rng.choice(legal) if legal and rng.random() < 0.95 else PASS
        position.play(point, color)
    return position
