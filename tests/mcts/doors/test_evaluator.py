"""Evaluators that Python code sets: a policy becomes priors, and one that judges leads."""

from __future__ import annotations

from typing import Any

import pytest

from board_ext.coords import vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.probes.toy_evaluator import ToyEvaluator
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

SIZE = 9
FAVOURITE = vertex_to_point("B7", SIZE)
#: Nothing but the value of the judgement counts.
PLAIN: dict[str, Any] = {
    "network_noise": 0.0,
    "score_weight": 0.0,
    "network_playouts": 0,
    "solver": False,
}


def searched(
    value: float | None = None,
    threads: int = 1,
    simulations: int = 2_000,
    **params: int | float | str,
) -> tuple[SearchReport, Searcher]:
    """A search of the empty board with the toy, ended and at rest."""
    searcher = Searcher(SearchParams(**params), threads, 32, 7)
    searcher.set_evaluator(ToyEvaluator(SIZE, FAVOURITE, value))
    searcher.set_position(Position(SIZE))
    return searcher.search(Limits(simulations=simulations)), searcher


def favourite_of(report: SearchReport) -> MoveStats:
    return next(move for move in report.moves if move.point == FAVOURITE)


@pytest.mark.parametrize("value", [None, 0.5])
def test_the_policy_becomes_the_prior(value: float | None) -> None:
    report, _ = searched(value)
    favourite = favourite_of(report)
    others = [move.prior_weight for move in report.moves if move.point != FAVOURITE]
    # The weight is prior_model * probability ** exponent, and what the rules add.
    assert favourite.prior_weight > 200.0 * 0.9**0.5
    assert max(others) < favourite.prior_weight / 2
    assert favourite.visits > report.visits / 10


@pytest.mark.parametrize("value", [None, 0.5])
def test_each_simulation_is_counted_once(value: float | None) -> None:
    report, searcher = searched(value, threads=4, simulations=1_500)
    assert report.simulations == report.visits == 1_500
    assert sum(move.visits for move in report.moves) <= report.visits
    assert virtual_losses(searcher) == 0


@pytest.mark.parametrize("network", ["none", "shipped"])
def test_a_judgement_takes_the_place_of_the_playout(network: str) -> None:
    # Each leaf is worth 0.8 to whoever is to move there. The first simulation ends at a leaf of
    # the opponent's.
    first, _ = searched(0.8, simulations=1, network=network, **PLAIN)
    assert [m.value for m in first.moves if m.visits] == pytest.approx([0.2], abs=1e-3)
    more, _ = searched(0.8, simulations=500, network=network, **PLAIN)
    assert all(0.2 - 1e-3 <= m.value <= 0.8 + 1e-3 for m in more.moves if m.visits)
    assert not more.ownership.any()


def test_an_evaluator_without_judgements_leaves_the_playouts() -> None:
    report, _ = searched(None, simulations=200)
    assert report.mean_length > 50
    assert abs(report.ownership).max() > 0.2


def test_nobody_is_asked_once_it_is_taken_away() -> None:
    _, searcher = searched(0.5, simulations=100, network="none")
    toy = ToyEvaluator(SIZE, FAVOURITE, 0.5)
    searcher.set_evaluator(toy)
    searcher.set_evaluator(None)
    searcher.set_position(Position(SIZE))
    report = searcher.search(Limits(simulations=100))
    assert toy.answered == 0
    assert report.mean_length > 50


@pytest.mark.parametrize("value", [None, 0.6])
def test_one_thread_plays_the_same_again(value: float | None) -> None:
    assert searched(value)[0].moves == searched(value)[0].moves
