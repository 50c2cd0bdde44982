"""Values of positions by temporal differences: the lambda-returns of a game, worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertices_to_points
from board_ext.position import Position
from gtpengine.lab.learning.value_learner import ValueLearner

SIZE, RATE = 9, 0.1
#: What a whole difference of one half adds to each weight of a position.
PART = 2.0 * RATE * 0.5 / SIZE**2
E5, C3 = vertices_to_points("E5 C3", SIZE)


def moves(*points: int) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    return np.array(points, np.int16)


def stones_after(decay: float, winner: int = BLACK) -> tuple[float, float]:
    """The weights of a stone at E5 and at C3 after a game of these two moves."""
    learner = ValueLearner(SIZE)
    n, loss = learner.learn_game(moves(E5, C3), winner, RATE, decay)
    assert n == 2 and loss == pytest.approx(2 * math.log(2))
    stones = learner.weights().stones
    return stones.get(E5, 0.0), stones[C3]


@pytest.mark.parametrize("decay", [0.0, 0.5, 1.0])
def test_each_value_moves_towards_its_lambda_return(decay: float) -> None:
    # The second position learns the outcome, 1; the first (1 - lambda) times the value of the
    # second, 1/2, and lambda times the outcome: a difference of lambda / 2.
    center, corner = stones_after(decay)
    assert center == pytest.approx(PART * (1.0 + decay))
    assert corner == pytest.approx(-PART)


def test_white_learns_what_black_does_with_colours_exchanged() -> None:
    assert stones_after(0.5, WHITE) == pytest.approx([-x for x in stones_after(0.5)])
    learner = ValueLearner(SIZE)
    for _ in range(20):
        learner.learn_game(moves(E5), BLACK, RATE, 1.0)
    black, white = Position(SIZE), Position(SIZE)
    black.play(E5)
    white.play(PASS)
    white.play(E5)
    assert learner.value(black) > 0.6
    assert learner.value(white) == pytest.approx(1.0 - learner.value(black))


def test_symmetric_positions_have_one_value() -> None:
    learner = ValueLearner(SIZE)
    for _ in range(20):
        learner.learn_game(moves(*vertices_to_points("C3 D3 C4", SIZE)), BLACK, RATE, 1.0)
    values = []
    for text in ("C3 D3 C4", "C3 C4 D3", "G7 F7 G6", "G3 G4 F3"):
        position = Position(SIZE)
        for point in vertices_to_points(text, SIZE):
            position.play(point)
        values.append(learner.value(position))
    assert values[0] > 0.6
    assert values == pytest.approx(values[:1] * 4)


def test_without_a_rate_it_judges_alone() -> None:
    learner = ValueLearner(SIZE)
    for _ in range(20):
        learner.learn_game(moves(E5, C3), BLACK, RATE, 1.0)
    before = learner.weights()
    for winner in (BLACK, WHITE):
        n, loss = learner.learn_game(moves(E5, C3), winner, 0.0, 1.0)
        assert n == 2
        assert (loss < 2 * math.log(2)) == (winner == BLACK)
    assert learner.weights() == before


def test_an_illegal_move_ends_a_game_and_another_size_is_refused() -> None:
    learner = ValueLearner(SIZE)
    assert learner.learn_game(moves(E5, E5, C3), BLACK, 0.0, 1.0)[0] == 1
    with pytest.raises(ValueError, match="a board of 5: give one of 9"):
        learner.value(Position(5))
