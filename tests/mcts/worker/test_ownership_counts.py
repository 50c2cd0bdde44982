"""What a search counts beside its tree: owners, scores, criticality."""

from __future__ import annotations

import math

import numpy as np
import pytest

from board_ext.coords import WHITE
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def searcher(threads: int = 1) -> Searcher:
    return Searcher(SearchParams(network="none"), memory_mb=64, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_owners_of_the_moves_add_up_to_those_of_the_position(threads: int) -> None:
    one = searcher(threads)
    one.keep_move_ownership(True)
    one.set_position(Position(7))
    report = one.search(Limits(simulations=1500))
    total = np.zeros((7, 7))
    for move in report.moves:
        owners = one.move_ownership(move.point)
        assert owners is not None
        assert np.abs(owners).max() <= 1.0
        total += owners * move.visits
    np.testing.assert_allclose(total / 1500, report.ownership, atol=1e-5)
    best = one.move_ownership(report.moves[0].point)
    assert best is not None
    assert best[divmod(report.moves[0].point, 7)] > 0
    one.keep_move_ownership(False)
    one.set_position(Position(7))
    one.search(Limits(simulations=10))
    assert one.move_ownership(report.moves[0].point) is None


def test_the_spread_of_the_score() -> None:
    one = Searcher(SearchParams(network="none"), memory_mb=64)
    one.set_position(Position(9))
    report = one.search(Limits(simulations=1000))
    weights = sum(move.visits for move in report.moves)
    # The variance of all is the mean of the variances plus the variance of the means.
    within = sum(move.visits * move.score_stdev**2 for move in report.moves) / weights
    between = sum(move.visits * (move.score - report.score) ** 2 for move in report.moves) / weights
    assert math.isclose(report.score_stdev, math.sqrt(within + between), rel_tol=1e-3)
    assert 5 < report.score_stdev < 81
    assert all(0 <= move.score_stdev <= 81 for move in report.moves)


def test_criticality_shows_where_the_game_is_decided() -> None:
    # The corner stands or falls with A1; everything else is settled.
    position = Position.from_diagram(
        """
        . X X X X X X
        X X X X X X .
        X X X X X X X
        O O O O O O O
        O O X X X X O
        O O X . . X O
        . O X . . X .
        """,
        WHITE,
        komi=0.5,
    )
    searcher = Searcher(memory_mb=64)
    searcher.set_position(position)
    critical = searcher.search(Limits(simulations=2000)).criticality
    assert critical.shape == (7, 7)
    assert abs(float(critical[6, 3])) < 0.02
    assert float(critical[1, 2]) == pytest.approx(float(critical.max()), abs=0.05)
