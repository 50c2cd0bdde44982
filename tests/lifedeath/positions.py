"""Small problems whose answers every book has."""

from __future__ import annotations

from board_ext.coords import BLACK
from board_ext.position import Position
from board_ext.rules import CHINESE
from gtpengine.game.replay import position_tree
from gtpengine.sgf.tree import write

THREE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . X . . . .
    X X X X X X . . .
    O O O O X . . . .
    . . . O X . . . .
"""
"""Three points in a row: the first move at B1 decides."""

CORNER_SIX = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . X . . .
    X X X X X . . . .
    O O O O X . X . .
    . . . O X . . . .
    . . . O {} . . . .
    X X X X X . . . .
"""

LOOSE = THREE.replace("O O O O X", "O O O O O").replace("O O O O O .", "O O O O O X")
"""The same, but one stone of the wall has a single liberty, outside."""

DEAD = THREE.replace(". . . O X", ". X . O X")

ALIVE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . X . X . .
    X X X X X X X . .
    O O O O O X . . .
    . . . . O X . . .
"""

SEKI = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X . X . X . . .
    X X X X X X X X .
    O O O O O O O X .
    . X X X X . O X .
"""


def position_of(diagram: str, color: int = BLACK) -> Position:
    """Return the position with this side to move."""
    return Position.from_diagram(diagram, color, CHINESE)


def sgf_of(diagram: str, color: int = BLACK) -> bytes:
    """Return the position as a file."""
    root = position_tree(position_of(diagram, color))
    root.set_raw("PL", b"BW"[color - 1 : color])
    return write([root])
