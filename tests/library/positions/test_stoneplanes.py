"""Planes of the last boards."""

from __future__ import annotations

import numpy as np

from gtpengine import BLACK, WHITE
from gtpengine.library.positions.stoneplanes import stone_planes


def test_the_newest_board_and_the_own_stones_come_first() -> None:
    before, now = np.zeros((2, 3, 3), np.int8)
    now[0, 0] = BLACK
    before[2, 1] = now[2, 1] = WHITE
    planes = stone_planes([before, now], WHITE, 3)
    assert planes.shape == (7, 3, 3) and planes.dtype == np.bool_
    assert [np.argwhere(plane).tolist() for plane in planes] == [
        *([[2, 1]], [[0, 0]]),
        *([[2, 1]], []),
        *([], []),
        [],
    ]
    assert stone_planes([now], BLACK, 1)[2].all()
