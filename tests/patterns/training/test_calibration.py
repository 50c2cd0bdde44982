"""Calibration: one number for all weights."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features
from gtpengine.patterns.training.calibration import calibrated, is_kept
from gtpengine.patterns.training.evaluation import accuracy, judge

from gtpengine.learning.learner import Learner
from gtpengine.prediction.movemodel import MoveModel
from tests.patterns.games import random_game

NONE = np.zeros(0, np.uint64)
GAMES = [random_game(7, 30, seed) for seed in range(10)]
OTHERS = GAMES[9:]


def model(scale: float) -> MoveModel:
    """A model that has learned from some games, made more or less sure of itself."""
    learned = MoveModel(np.zeros((n_features(), ROW), np.float32), NONE, 3)
    learner = Learner(learned, False)
    for game in GAMES[:9]:
        learner.learn_game(game.points, 7, 1, 1.0, 0.3)
    return MoveModel((learned.rows * scale).astype(np.float32), NONE, 3)


@pytest.mark.parametrize("scale", [0.3, 1.0, 5.0])
def test_it_is_as_sure_as_others_games_allow(scale: float) -> None:
    begun = model(scale)
    found = MoveModel(calibrated(begun, GAMES), NONE, 3)
    assert found.rows == pytest.approx(calibrated(model(1.0), GAMES), rel=1e-2, abs=1e-4)
    best = accuracy(judge(found, OTHERS))
    for factor in (0.8, 1.25):
        other = MoveModel((found.rows * factor).astype(np.float32), NONE, 3)
        assert accuracy(judge(other, OTHERS)).log_likelihood < best.log_likelihood
    # The order of the moves of a position stays.
    assert best.curve == pytest.approx(accuracy(judge(begun, OTHERS)).curve)


def test_a_tenth_of_the_games_is_kept_and_none_of_few() -> None:
    assert [number for number in range(25) if is_kept(number, 25)] == [9, 19]
    assert not any(is_kept(number, 9) for number in range(9))
