"""Frames around local problems: they change nothing inside, live, and make the problem decide."""

from __future__ import annotations

import random

import numpy as np
import pytest

from board_ext.coords import BLACK, WHITE, opponent, vertex_to_point
from board_ext.position import Position
from gtpengine.lifedeath.frame import MARGIN, frame
from tests.board_ext.tactics.cases import image

CORNER = (("A4", "B4", "C4", "D3", "D2", "D1"), ("A3", "B3", "C3", "C2", "C1"))
"""White lives in the corner with B1 or B2, Black kills with B2: a defender of five stones."""


def problem(symmetry: int = 0, shift: int = 0, size: int = 19) -> dict[int, set[int]]:
    return {
        color: {image(vertex_to_point(vertex, size) + shift, size, symmetry) for vertex in vertices}
        for color, vertices in zip((BLACK, WHITE), CORNER, strict=True)
    }


@pytest.mark.parametrize("symmetry", range(8))
@pytest.mark.parametrize("swapped", [False, True])
def test_the_corner_decides_the_game(symmetry: int, swapped: bool) -> None:
    stones = problem(symmetry)
    attacker = WHITE if swapped else BLACK
    if swapped:
        stones = {opponent(color): points for color, points in stones.items()}
    more = frame(19, stones[BLACK], stones[WHITE])
    assert more is not None
    both = {color: stones[color] | more[color] for color in (BLACK, WHITE)}
    position = Position(19, komi=0)
    position.set_up(both[BLACK], both[WHITE])
    sign = 1 if attacker == BLACK else -1
    # The attacker wins if the stones in the corner are dead, and loses if they live.
    assert sign * position.area_score(sorted(stones[opponent(attacker)])) > 0
    living = sorted(stones[attacker])  # as if the defender had everything inside
    assert sign * position.area_score(living) < 0


def test_a_frame_keeps_its_distance_and_lives() -> None:
    rng = random.Random(3)
    made = 0
    for _ in range(60):
        size = rng.choice((13, 19, 19))
        shift = rng.randrange(size - 5) * size + rng.randrange(size - 5)
        stones = problem(rng.randrange(8), shift, size)
        more = frame(size, stones[BLACK], stones[WHITE])
        if more is None:
            continue
        made += 1
        position = Position(size)
        position.set_up(more[BLACK], more[WHITE])
        for color in (BLACK, WHITE):
            alive = {int(point) for point in position.unconditional_life(color)[0]}
            assert more[color] <= alive
        assert not more[BLACK] & more[WHITE]
        for point in stones[BLACK] | stones[WHITE]:
            row, column = divmod(point, size)
            near = position.stones()[
                max(0, row - MARGIN) : row + MARGIN + 1,
                max(0, column - MARGIN) : column + MARGIN + 1,
            ]
            assert not np.any(near)
    assert made > 30


def test_where_there_is_no_room() -> None:
    assert frame(9, [0, 40], [80, 1]) is None
    assert frame(19, [], [3]) is None
