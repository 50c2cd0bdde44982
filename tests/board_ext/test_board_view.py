"""What a board shows: arrays, chains, liberties, and what it counts without a game."""

from __future__ import annotations

import numpy as np
import pytest

from board_ext.board_view import BoardView
from board_ext.coords import BLACK, EMPTY, WHITE, vertices_to_points
from board_ext.coords import vertex_to_point as point_named
from board_ext.position import Position
from tests.board_ext.positions import KO_SHAPE


def test_arrays_are_copies_with_row_0_at_the_bottom() -> None:
    position = Position.from_diagram("""
        . . . .
        . . . O
        X X . O
        . X . .
    """)
    stones = position.stones()
    assert stones.shape == (4, 4)
    assert stones.dtype == np.int8
    assert stones.tolist() == [[0, 1, 0, 0], [1, 1, 0, 2], [0, 0, 0, 2], [0, 0, 0, 0]]
    liberties = position.liberties()
    assert liberties.shape == (4, 4)
    assert liberties.dtype == np.int16
    assert liberties.tolist() == [[0, 5, 0, 0], [5, 5, 0, 4], [0, 0, 0, 4], [0, 0, 0, 0]]
    stones[:] = WHITE
    assert position.color_at(0) == EMPTY


def test_chains_and_liberties() -> None:
    position = Position.from_diagram("""
        . . . .
        . . . O
        X X . O
        . X . .
    """)
    size = position.size
    b2 = point_named("B2", size)
    assert position.chain_at(b2) == vertices_to_points("B1 A2 B2", size)
    assert position.liberties_of(b2) == vertices_to_points("A1 C1 C2 A3 B3", size)
    assert position.color_at(b2) == BLACK
    assert position.color_at(point_named("D2", size)) == WHITE
    assert position.chain_at(0) == []
    assert position.liberties_of(0) == []
    for function in (position.color_at, position.chain_at, position.liberties_of):
        for point in (-1, 16):
            with pytest.raises(ValueError, match="off the 4x4 board"):
                function(point)


def test_a_view_without_a_game_is_an_empty_board() -> None:
    view = BoardView(5)
    assert (view.size, view.ko_point, view.prisoners) == (5, None, (0, 0))
    assert not view.stones().any()
    assert view.hash == Position(5).hash
    assert view.to_diagram() == Position(5).to_diagram()
    assert view.unconditional_life(BLACK) == ([], [])
    view.check()
    with pytest.raises(ValueError, match="use 2 to 19"):
        BoardView(20)
    with pytest.raises(ValueError, match="no side of colour 0"):
        view.unconditional_life(EMPTY)


def test_a_position_shows_what_its_moves_have_left() -> None:
    position = Position.from_diagram(KO_SHAPE)
    assert isinstance(position, BoardView)
    position.play(point_named("C3", 4))
    assert position.ko_point == point_named("B3", 4)
    assert position.prisoners == (1, 0)
    assert position.chain_at(point_named("B3", 4)) == []
    assert position.color_at(point_named("C3", 4)) == BLACK
    assert position.liberties()[2].tolist() == [3, 0, 1, 2]
