"""The eight symmetries: arrays and positions are turned alike, and back."""

from __future__ import annotations

import numpy as np
import pytest

import gtpengine
from gtpengine import IllegalMoveError, Position, turn
from gtpengine.library.positions.symmetry import turned_point


@pytest.mark.parametrize("symmetry", range(gtpengine.SYMMETRIES))
@pytest.mark.parametrize("shape", [(5, 5), (3, 5, 5), (2, 3, 5, 5), (26,)])
def test_arrays_are_turned_and_back(symmetry: int, shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape)).reshape(shape)
    before = array.copy()
    turned = turn(array, symmetry)
    assert turned.shape == shape and (turned != array).any() == (symmetry != 0)
    assert (turn(turned, symmetry, back=True) == array).all()
    turned[...] = -1
    assert (array == before).all()


@pytest.mark.parametrize("symmetry", range(8))
def test_an_array_is_turned_as_its_points_are(symmetry: int) -> None:
    board, policy = np.zeros((5, 5), int), np.zeros(26, int)
    board[1, 4] = policy[9] = 7
    policy[25] = 3
    place = turned_point(9, 5, symmetry)
    assert turn(board, symmetry).ravel()[place] == 7
    assert turn(policy, symmetry)[[place, 25]].tolist() == [7, 3]
    assert turned_point(-1, 5, symmetry) == -1
    places = turn(np.arange(26), symmetry, back=True)
    assert places.tolist() == [turned_point(point, 5, symmetry) for point in range(25)] + [25]


def test_all_symmetries_differ() -> None:
    array = np.arange(25).reshape(5, 5)
    assert len({turn(array, symmetry).tobytes() for symmetry in range(8)}) == 8


def test_what_is_no_board_or_symmetry_is_refused() -> None:
    for array in (np.zeros(25), np.zeros((5, 4)), np.float32(1), np.zeros(0), np.zeros(1)):
        with pytest.raises(ValueError, match=r"give \(\.\.\., size, size\)"):
            turn(array, 1)
    for symmetry in (-1, 8):
        with pytest.raises(ValueError, match="symmetry"):
            turn(np.zeros((5, 5)), symmetry)
    with pytest.raises(TypeError, match="symmetry"):
        turn(np.zeros((5, 5)), True)


@pytest.mark.parametrize("symmetry", range(8))
def test_a_position_is_turned_with_its_game(symmetry: int) -> None:
    position = Position(9, rules="japanese", komi=0.5)
    position.set_up(black="A1 B1 C3", white="A2", to_play="white", handicap=2)
    position.play_all("B2 C1 pass D1")
    position.play("J9", "black")
    turned = position.turned(symmetry)
    assert (turned.stones() == turn(position.stones(), symmetry)).all()
    assert [color for color, _ in turned.moves] == [color for color, _ in position.moves]
    assert (turned.rules, turned.komi, turned.handicap) == (position.rules, 0.5, 2)
    assert turned.to_play == position.to_play and turned.prisoners == position.prisoners
    turned.undo(5)
    position.undo(5)
    assert (turned.stones() == turn(position.stones(), symmetry)).all()
    assert turned.to_play == "white"


def test_a_ko_is_turned_too() -> None:
    position = Position.from_diagram("""
        . X O .
        X . X O
        . X O .
        . . . .
    """, to_play="white")  # fmt: skip
    position.play("B3")
    assert position.ko == "C3"
    turned = position.turned(1)
    assert turned.ko == "B3"
    with pytest.raises(IllegalMoveError):
        turned.play("B3")
