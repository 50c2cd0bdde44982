"""Positions that are searched beside a network, and how far both are from the result."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.beside_search import errors, searched, spread_games, to_play

from board_ext.coords import BLACK, WHITE
from gtpengine.game.records import RecordedGame
from tests.tools.network.samples import SIZE, random_games


def test_games_are_spread_and_long_enough() -> None:
    games = random_games(10) + random_games(2, moves=5)
    chosen = spread_games(games, SIZE, 8, 5)
    assert [game.source for game in chosen] == [f"game {i}" for i in (0, 2, 4, 6, 8)]
    assert spread_games(games, SIZE, 100, 5) == spread_games(games, 9, 8, 5) == []


def test_errors_are_for_the_side_to_move() -> None:
    games = random_games(2)  # the first is Black's, the second White's
    assert [to_play(game, 6) for game in games] == [BLACK, BLACK]
    assert errors([1.0, 1.0], games, 6) == pytest.approx([0.0, 1.0])
    assert errors([0.75, 0.25], games, 7) == pytest.approx([0.5625, 0.5625])


def test_a_search_knows_who_has_won() -> None:
    """A wall of Black on 5x5 and nothing of White."""
    points = [10, -1, 11, -1, 12, -1, 13, -1, 14, -1]
    won = RecordedGame(SIZE, np.array(points, np.int16), "won", winner=BLACK, komi=6.5)
    assert searched(won, 10, 200, 1) > 0.9
    assert to_play(won, 9) == WHITE
    assert searched(won, 9, 200, 1) < 0.2
