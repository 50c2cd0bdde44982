"""The model of moves as a provider of priors."""

from __future__ import annotations

import pytest
from gtpengine.patterns.modelfile import load_shipped

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def root_priors(position: Position, **values: float) -> dict[int, MoveStats]:
    searcher = Searcher(SearchParams(network="none", **values), memory_mb=16)
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=1, seconds=None))
    return {move.point: move for move in report.moves}


@pytest.mark.parametrize("size", [9, 13, 19])
def test_model_weighs_moves_by_probability(size: int) -> None:
    position = Position(size)
    position.play(2 * size + 2)
    position.play(2 * size + 3)
    found = root_priors(
        position, prior_model=100.0, prior_model_exponent=0.5, prior_model_rules=0.0
    )
    share = load_shipped(size).model.probabilities(position)
    even = SearchParams().prior_even
    for point, move in found.items():
        if point >= 0:
            weight = 100.0 * float(share[point]) ** 0.5
            assert move.prior_weight == pytest.approx(even + weight, abs=0.1)
            assert move.prior == pytest.approx((0.5 * even + weight) / (even + weight), abs=1e-3)
    without = root_priors(position, prior_model=0.0)
    assert max(found.values(), key=lambda move: move.prior_weight).prior_weight > even + 20.0
    assert any(found[point].prior != move.prior for point, move in without.items())


def test_rules_can_be_kept_beside_the_model() -> None:
    position = Position(9)
    position.play(40)
    values = {"prior_model": 50.0}
    alone = root_priors(position, prior_model_rules=0.0, **values)
    both = root_priors(position, prior_model_rules=1.0, **values)
    more = [point for point in alone if both[point].prior_weight > alone[point].prior_weight]
    # The places near the last move among others.
    assert {31, 39, 41, 49} <= set(more)


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_four_corners_are_alike(size: int) -> None:
    # The last corner of a 19x19 board has a diagonal beyond the vertices.
    found = load_shipped(size).model.probabilities(Position(size))
    corners = [found[point] for point in (0, size - 1, size * (size - 1), size * size - 1)]
    assert corners == pytest.approx([corners[0]] * 4, rel=1e-3)
