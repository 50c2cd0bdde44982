"""Moves of a fight that is read: who gains by a position that comes again."""

from __future__ import annotations

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.solvers.proofs.lifedeath import Reader
from tests.board_ext.solvers.eyespaces import points
from tests.board_ext.solvers.made_fights import NODES, below_black


def test_a_group_that_needs_threats_without_end_is_dead() -> None:
    """White's second eye is a stone that stays in atari: taken back, it is in atari again."""
    position = below_black("""
        O O O O X X X X X
        . O O . O X . X X
    """)
    (stone,) = points("A2")
    for master in (EMPTY, BLACK, WHITE):
        assert Reader(14).read(position, stone, BLACK, master, NODES)[0] is True
