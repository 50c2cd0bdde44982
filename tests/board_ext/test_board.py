"""The kernel's board: the same stones make the same board, in all fields."""

from __future__ import annotations

import random

import pytest

from board_ext.benches.tactics_probe import TacticsProbe
from board_ext.coords import BLACK, EMPTY, WHITE
from tests.board_ext.tactics.cases import random_probes


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [2, 4, 9, 19])
def test_stones_set_up_in_any_order_make_the_same_board(size: int) -> None:
    rng = random.Random(size)
    for probe in random_probes(size, 2, seed=size, every=max(1, size * size // 4)):
        colors = probe.colors()
        stones = {c: [p for p, at in enumerate(colors) if at == c] for c in (BLACK, WHITE)}
        for color in stones:
            rng.shuffle(stones[color])
        placed = TacticsProbe(size, stones[BLACK], stones[WHITE])
        assert placed.check() == 0
        assert placed.colors() == colors
        assert placed.ko_point is None
        for point, color in enumerate(colors):
            if color != EMPTY:
                assert placed.liberties_of(point) == probe.liberties_of(point)
