"""The memory of shapes: with it a model says what it says without, whatever was asked before."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.prediction.harvest import Harvest
from gtpengine.prediction.keptshapes import ShapeMemory
from gtpengine.prediction.movemodel import MoveModel
from tests.patterns.games import random_game

LARGEST = 14


def _model(size: int, games: list[list[int]], **kind: bool) -> MoveModel:
    """A model that knows all shapes of these games, so that some reach as far as shapes can."""
    harvest = Harvest(LARGEST, 1)
    for game in games:
        harvest.count_game(np.array(game, np.int16), size)
    keys, _ = harvest.frequent(1)
    rng = np.random.default_rng(3)
    rows = (0.3 * rng.normal(size=(n_features() + len(keys), ROW))).astype(np.float32)
    return MoveModel(rows, keys, LARGEST, **kind)


def _positions(size: int, games: list[list[int]]) -> list[Position]:
    """The positions of the games, and, after each, that of a pass and of the move but one before:
    by another way and with another last move."""
    found = []
    for game in games:
        position = Position(size)
        for number, point in enumerate(game):
            position.play(point)
            found.append(position.copy())
            passed = position.copy()
            passed.play(PASS)
            found.append(passed)
            if number >= 2:
                turned = Position(size)
                for other in (*game[: number - 2], game[number], game[number - 1]):
                    if not turned.is_legal(other):
                        break
                    turned.play(other)
                found.append(turned)
    return found


@pytest.mark.parametrize("size", [5, 9, 19])
@pytest.mark.parametrize(
    "kind", [{}, {"summed": False}, pytest.param({"common_fate": True}, marks=pytest.mark.lab)]
)
def test_a_model_says_the_same_with_a_memory(size: int, kind: dict[str, bool]) -> None:
    games = [[int(p) for p in random_game(size, 30, seed).points] for seed in (1, 2, 3)]
    model = _model(size, games[:2], **kind)
    memory = ShapeMemory()
    for _ in range(2):
        for position in _positions(size, games):
            np.testing.assert_array_equal(
                model.probabilities(position, memory), model.probabilities(position)
            )
