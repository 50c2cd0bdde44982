"""Positions from which the weights of playouts learn."""

from __future__ import annotations

import pytest

from gtpengine.lab.training.targets import EARLIEST, targets
from tests.patterns.games import random_game

GAMES = [random_game(7, 30, seed) for seed in range(12)]


def silent(line: str) -> None:
    assert line


def test_they_repeat_and_have_what_the_search_visited() -> None:
    first, again = (targets(GAMES, 4, 100, 1, silent) for _ in range(2))
    assert first == again
    assert 1 <= len(first) <= 4
    for target in first:
        assert len(target.position.moves) >= EARLIEST
        points = [point for point, _ in target.moves]
        assert 1 <= len(points) <= 100
        assert set(points) <= set(target.position.legal_moves())
        assert all(0.0 <= value <= 1.0 for _, value in target.moves)


def test_too_few_positions_are_told() -> None:
    told: list[str] = []
    found = targets(GAMES, 50, 100, 1, told.append)
    assert 1 <= len(found) <= 12
    assert told == [
        f"only {len(found)} of 50 positions: these 12 games have no more that are not decided; "
        "give more records for more"
    ]
    short = [random_game(7, EARLIEST, seed) for seed in range(3)]
    with pytest.raises(ValueError, match="none of these 3 games has a position .*more records"):
        targets(short, 50, 100, 1, told.append)
