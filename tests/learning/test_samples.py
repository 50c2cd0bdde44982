"""Rows of samples are those of ``planes_at``, whatever the order of the picks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.learning.samples import BINARY, NO_MOVE, fill_samples
from gtpengine.network.planes import NUMBERS
from tests.network.nets import planes_of
from tests.patterns.models import empty_model

SIZE = 7
AREA = SIZE * SIZE


def games(n: int, length: int) -> tuple[Any, Any]:
    """Random games: their moves, and where each begins."""
    random = np.random.default_rng(5)
    points: list[int] = []
    starts = [0]
    for _ in range(n):
        position = Position(SIZE)
        for _ in range(length):
            legal = position.legal_moves()
            points.append(int(random.choice(legal)) if random.random() < 0.95 else PASS)
            position.play(points[-1])
        starts.append(len(points))
    return np.array(points, np.int16), np.array(starts, np.int64)


def filled(picks: Any, points: Any, starts: Any, komi: Any) -> tuple[int, Any, Any, Any, Any, Any]:
    rows = len(picks)
    bits = np.zeros((rows, (BINARY * AREA + 7) // 8), np.uint8)
    expected = np.zeros((rows, AREA), np.uint8)
    numbers = np.zeros((rows, len(NUMBERS)), np.float32)
    moves = np.full(rows, 99, np.int16)
    sides = np.zeros(rows, np.int8)
    done = fill_samples(
        empty_model(), points, starts, komi, picks, SIZE, bits, expected, numbers, moves, sides
    )
    return done, bits, expected, numbers, moves, sides


def test_rows_are_the_positions_of_the_picks() -> None:
    points, starts = games(4, 30)
    komi = np.array([7.5, 0.5, -3, 6.5], np.float32)
    picks = np.array([(0, 0), (0, 0), (0, 13), (2, 5), (2, 30), (3, 29)], np.int32)
    done, bits, expected, numbers, moves, sides = filled(picks, points, starts, komi)
    assert done == len(picks)
    for i, (game, number) in enumerate(picks.tolist()):
        own = points[starts[game] : starts[game] + number]
        planes, told = planes_of(empty_model(), own, SIZE, float(komi[game]))
        unpacked = np.unpackbits(bits[i])[: BINARY * AREA]
        assert (unpacked * 127 == planes[:BINARY].ravel()).all()
        assert (expected[i] == planes[BINARY].ravel()).all()
        assert numbers[i].tolist() == told.tolist()
        move = NO_MOVE if number == 30 else int(points[starts[game] + number])
        assert moves[i] == (AREA if move == PASS and number < 30 else move)
        assert sides[i] == 1 + number % 2


def test_an_illegal_move_ends_the_filling() -> None:
    points = np.array([3, 3, 5, 6, 7], np.int16)
    starts = np.array([0, 3, 5], np.int64)
    komi = np.zeros(2, np.float32)
    picks = np.array([(0, 1), (0, 2), (1, 0)], np.int32)
    assert filled(picks, points, starts, komi)[0] == 1


@pytest.mark.parametrize("pick", [(-1, 0), (2, 0), (0, 4), (0, -1)])
def test_picks_outside_are_refused(pick: tuple[int, int]) -> None:
    points, starts = games(2, 3)
    with pytest.raises(ValueError, match="no such move"):
        filled(np.array([pick], np.int32), points, starts, np.zeros(2, np.float32))


def test_arrays_of_other_shapes_are_refused() -> None:
    points, starts = games(1, 3)
    with pytest.raises(ValueError, match="other shapes"):
        fill_samples(
            empty_model(),
            points,
            starts,
            np.zeros(1, np.float32),
            np.zeros((1, 2), np.int32),
            SIZE,
            np.zeros((1, 3), np.uint8),
            np.zeros((1, AREA), np.uint8),
            np.zeros((1, len(NUMBERS)), np.float32),
            np.zeros(1, np.int16),
            np.zeros(1, np.int8),
        )
