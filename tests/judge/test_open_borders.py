"""Settled borders that a count would call open."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE, opponent, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.judge.open_borders import closing_move

# The middle is closed but for E1, where Black lives on the left, White on the right.
ONE_GAP = """
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . X . . .
"""
LEFT = [1.0] * 4 + [-1.0] * 3


def position(color: int, rules: str) -> tuple[Position, list[float]]:
    """The diagram, or with colours swapped, with the player on the right to move."""
    signs = str.maketrans("XO", "OX") if color == BLACK else {}
    board = Position.from_diagram(ONE_GAP.translate(signs), color, rules_named(rules), 0.5)
    return board, [(-own if color == BLACK else own) for _ in range(7) for own in LEFT]


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_the_owner_of_an_open_area_closes_it(color: int, rules: str) -> None:
    board, ownership = position(color, rules)
    gap = vertex_to_point("E1", 7)
    assert closing_move(board, color, ownership) == gap
    # The other side owns nothing that is open.
    assert closing_move(board, opponent(color), ownership) is None
    board.play(gap, color)
    assert closing_move(board, color, ownership) is None


def test_only_acceptable_moves_close() -> None:
    board, ownership = position(WHITE, "japanese")
    assert closing_move(board, WHITE, ownership, lambda _: False) is None


def test_areas_in_doubt_stay_open() -> None:
    board, ownership = position(WHITE, "japanese")
    assert closing_move(board, WHITE, [0.5 * own for own in ownership]) is None


# The same with an area of two points, one of them the gap.
SMALL_GAP = """
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . X O O O
    . . . X O O O
    . . . X O O O
    . . . X . . O
"""


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_border_around_one_point(rules: str) -> None:
    board = Position.from_diagram(SMALL_GAP, WHITE, rules_named(rules), 0.5)
    ownership = [own for _ in range(7) for own in LEFT]
    assert closing_move(board, WHITE, ownership) == vertex_to_point("E1", 7)
