"""Shapes: the same in every symmetry and colour, seen through the counting of a game's shapes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from board_ext.coords import PASS
from gtpengine.prediction.harvest import Harvest
from tests.patterns.games import image, random_game

SIZE = 9


def keys_of(points: np.ndarray) -> Counter[int]:
    harvest = Harvest(10, 1)
    harvest.count_game(points, SIZE)
    keys, parents = harvest.frequent(1)
    assert (parents < len(keys)).all()
    return Counter(keys.tolist())


@pytest.mark.parametrize("symmetry", range(8))
@pytest.mark.parametrize("swapped", [False, True])
def test_shapes_do_not_depend_on_symmetry_and_colour(symmetry: int, swapped: bool) -> None:
    points = random_game(SIZE, 60, 3).points
    seen = image(points, SIZE, symmetry)
    if swapped:
        # White begins.
        seen = np.concatenate([[PASS], seen]).astype(np.int16)
    assert keys_of(seen) == keys_of(points)
    assert len(keys_of(points)) > 500


def test_shapes_differ_between_games() -> None:
    one, other = (keys_of(random_game(SIZE, 60, seed).points) for seed in (1, 2))
    assert len(one & other) < 0.5 * len(one)
