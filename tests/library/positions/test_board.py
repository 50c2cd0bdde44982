"""Boards as arrays: what is read off them, and boards made of arrays."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gtpengine import BLACK, EMPTY, WHITE, Position

LADDER = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X O . . . .
    . . X X . . .
    . . . . . . .
"""
"""The white stone has two liberties, and a ladder towards the upper right takes it."""

ALIVE = """
    . X . X O .
    X X X X O O
    O O O O . .
    . . . . . .
    . . . . X .
    . . . . . .
"""


def played(size: int, seed: int) -> Position:
    position, choose = Position(size), random.Random(seed)
    for _ in range(size * size):
        position.play(choose.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("size", [2, 5, 19])
def test_a_board_of_an_array_is_the_same(size: int) -> None:
    position = played(size, 3)
    again = Position.from_array(position.stones().tolist(), position.to_play, "aga", 0.5)
    assert (again.stones() == position.stones()).all() and again.komi == 0.5
    assert (again.rules.name, again.to_play, again.moves) == ("aga", position.to_play, [])


@pytest.mark.parametrize(
    ("stones", "why"),
    [
        (np.zeros((3, 4)), r"shape \(3, 4\): a board has shape"),
        (np.zeros(9), r"shape \(9,\)"),
        (np.full((3, 3), -1), "values 0"),
        (np.full((3, 3), 0.5), "values 0"),
        (np.zeros((20, 20)), "20 is not supported"),
        (np.ones((3, 3), int), "no liberty"),
    ],
)
def test_what_is_no_board_is_refused(stones: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Position.from_array(stones)  # type: ignore[arg-type]


def test_chains_and_liberties_agree_with_those_of_single_points() -> None:
    position = played(9, 1)
    chains, liberties, stones = position.chains(), position.liberties(), position.stones()
    assert chains.shape == liberties.shape == (9, 9)
    assert sorted(set(chains.ravel().tolist())) == list(range(chains.max() + 1))
    for point in range(81):
        place = divmod(point, 9)
        chain = np.flatnonzero(chains.ravel() == chains[place]) if stones[place] else ()
        assert [position.name(int(one)) for one in chain] == position.chain_at(place)
        assert liberties[place] == len(position.liberties_of(place))


def test_eyes_are_those_that_no_diagonal_breaks() -> None:
    position = Position.from_diagram(ALIVE)
    eyes = position.eyes()
    assert [position.name(int(n)) for n in np.flatnonzero(eyes == BLACK)] == ["A6", "C6"]
    assert [position.name(int(n)) for n in np.flatnonzero(eyes == WHITE)] == ["F6"]
    broken = Position.from_diagram("""
        . . . . .
        O X . . .
        X . X . .
        O X . . .
        . . . . .
    """)
    assert not broken.eyes().any()


def test_ladders_are_read_for_the_side_that_must_move() -> None:
    position = Position.from_diagram(LADDER)
    assert position.ladders().sum() == 1 and position.ladders()[2, 2]
    position.play("C4")  # now in atari, and no run saves it
    assert position.ladders().sum() == 1 and position.ladders()[2, 2]
    position.play("E5")  # a stone on the path does
    assert not position.ladders().any()


def test_unconditional_life_is_stones_and_what_they_enclose() -> None:
    position = Position.from_diagram(ALIVE)
    life = position.unconditional_life()
    assert life.dtype == np.int8 and (life[5, :4] == BLACK).all() and (life[4, :4] == BLACK).all()
    assert (life[:4] == EMPTY).all() and not (life == WHITE).any()
