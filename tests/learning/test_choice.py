"""Choices of recorded games against the probabilities that the search sees."""

import numpy as np
import pytest
from gtpengine.patterns.modelfile import load_shipped

from board_ext.position import Position
from gtpengine.learning.learner import judge_game
from tests.patterns.games import random_game


@pytest.mark.parametrize("size", [9, 19])
def test_a_choice_has_the_probabilities_of_the_model(size: int) -> None:
    model = load_shipped(size).model
    game = random_game(size, 60, 3)
    judged = judge_game(model, game.points, size)
    position = Position(size)
    for row, point in zip(judged, game.points.tolist(), strict=True):
        number, higher, equal, legal, log_probability = row
        found = model.probabilities(position)
        moves = [*position.legal_moves(), size * size]
        assert number == position.move_number + 1
        assert legal == len(moves)
        assert log_probability == pytest.approx(np.log(found[point]), abs=1e-4)
        # Scores that differ may round to one probability, and the other way round.
        assert higher <= np.sum(found[moves] >= found[point] * (1 - 1e-5))
        assert higher + equal >= np.sum(found[moves] > found[point] * (1 + 1e-5))
        position.play(point)


def test_only_choices_of_the_colours_asked_for_are_judged() -> None:
    game = random_game(9, 20, 4)
    both = judge_game(load_shipped(9).model, game.points, 9)
    for colors, first in ((1, 0), (2, 1)):
        np.testing.assert_array_equal(
            judge_game(load_shipped(9).model, game.points, 9, colors), both[first::2]
        )


def test_a_move_that_is_no_choice_ends_the_game() -> None:
    game = random_game(9, 20, 5)
    points = game.points.copy()
    points[12] = points[11]
    judged = judge_game(load_shipped(9).model, points, 9)
    assert judged[:, 0].tolist() == list(range(1, 13))
