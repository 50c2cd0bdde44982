"""Models without knowledge, and shapes for them, for tests of what they look at."""

from __future__ import annotations

import numpy as np
from gtpengine.patterns.modelfile import ROW, n_features

from gtpengine.game.records import RecordedGame
from gtpengine.prediction.harvest import Harvest
from gtpengine.prediction.movemodel import MoveModel

from .games import random_game


def empty_model(keys: np.ndarray | None = None, summed: bool = True) -> MoveModel:
    known = np.zeros(0, dtype=np.uint64) if keys is None else keys
    rows = np.zeros((n_features() + len(known), ROW), dtype=np.float32)
    return MoveModel(rows, known, 8, summed)


def shapes_of_a_game(size: int) -> tuple[RecordedGame, np.ndarray, np.ndarray]:
    """A random game, and the keys and parents of all its shapes."""
    harvest = Harvest(8, 1)
    game = random_game(size, 40, 5)
    harvest.count_game(game.points, size)
    return game, *harvest.frequent(1)
