"""The move model: which rows make a score, probabilities, and arguments that do not fit."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features

from board_ext.position import Position
from gtpengine.prediction.harvest import Harvest
from gtpengine.prediction.movemodel import MoveModel
from tests.patterns.games import random_game
from tests.patterns.models import empty_model, shapes_of_a_game

SIZE = 9


def test_summed_model_takes_the_largest_shape() -> None:
    game, keys, parents = shapes_of_a_game(SIZE)
    position = Position(SIZE)
    for point in game.points[:20]:
        position.play(int(point))
    point = int(game.points[20])
    every = empty_model(keys, summed=False).active(position, point)
    largest = empty_model(keys).active(position, point)
    inside = {int(parents[row - n_features()]) for row in every if row >= n_features()}
    assert set(largest) == {
        row for row in every if row < n_features() or row - n_features() not in inside
    }


def test_probabilities_are_a_distribution_over_legal_moves() -> None:
    rng = np.random.default_rng(1)
    rows = (0.3 * rng.normal(size=(n_features(), ROW))).astype(np.float32)
    model = MoveModel(rows, np.zeros(0, dtype=np.uint64), 8)
    position = Position(SIZE)
    for point in random_game(SIZE, 50, 7).points:
        found = model.probabilities(position)
        assert found.sum() == pytest.approx(1.0, abs=1e-5)
        legal = position.legal_moves()
        assert set(np.nonzero(found[:-1])[0]) <= set(legal)
        assert found[legal].min() > 0.0 and found[-1] > 0.0
        position.play(int(point))


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="max_ring 99"):
        Harvest(99)
    with pytest.raises(ValueError, match="do not fit"):
        MoveModel(np.zeros((3, ROW), dtype=np.float32), np.zeros(0, dtype=np.uint64), 8)
    position = Position(SIZE)
    position.play(0)
    with pytest.raises(ValueError, match="no legal move"):
        empty_model().active(position, 0)
