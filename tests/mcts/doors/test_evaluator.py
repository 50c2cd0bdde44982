"""Evaluators: priors and values that are there at once, are waited for, or come late."""

import pytest

from board_ext.coords import vertex_to_point
from board_ext.position import Position
from gtpengine.lab.probes.toy_evaluator import ToyEvaluator
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

SIZE = 9
FAVOURITE = vertex_to_point("B7", SIZE)
MANNERS = ["at once", "awaited", "late"]


@pytest.fixture(params=MANNERS)
def manner(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def searched(
    manner: str,
    value: float | None = None,
    threads: int = 1,
    simulations: int = 2_000,
    **params: int | float | str,
) -> tuple[SearchReport, Searcher]:
    """A search of the empty board with the toy, ended and at rest."""
    toy = ToyEvaluator(SIZE, FAVOURITE, value, manner)
    try:
        searcher = Searcher(SearchParams(**params), threads, 32, 7)
        searcher.set_evaluator(toy)
        searcher.set_position(Position(SIZE))
        report = searcher.search(Limits(simulations=simulations))
        assert manner == "at once" or toy.answered > 0
    finally:
        toy.close()
    return report, searcher


def favourite_of(report: SearchReport) -> MoveStats:
    return next(move for move in report.moves if move.point == FAVOURITE)


def test_the_policy_becomes_the_prior(manner: str) -> None:
    report, _ = searched(manner)
    favourite = favourite_of(report)
    others = [move.prior_weight for move in report.moves if move.point != FAVOURITE]
    # The weight is prior_model * probability ** exponent, and what the rules add.
    assert favourite.prior_weight > 200.0 * 0.9**0.5
    assert max(others) < favourite.prior_weight / 2
    assert favourite.visits > report.visits / 10


def test_each_simulation_is_counted_once(manner: str) -> None:
    report, searcher = searched(manner, value=0.5, threads=2, simulations=1_500)
    assert report.simulations == 1_500
    assert report.visits == 1_500
    assert sum(move.visits for move in report.moves) <= report.visits
    assert searcher.virtual_losses() == 0


@pytest.mark.parametrize("manner", ["at once", "awaited"])
def test_a_value_takes_the_place_of_the_playout(manner: str) -> None:
    # Each leaf is worth 0.8 to whoever is to move there; with no playouts nothing else counts.
    report, _ = searched(
        manner, value=0.8, evaluation_share=1.0, expand_visits=0, widening_children=0,
        solver=False, simulations=500, evaluator_descents=1,
    )  # fmt: skip
    for move in report.moves:
        if move.visits:
            assert 0.2 - 1e-3 <= move.value <= 0.8 + 1e-3
    # The first simulation through a move ends there, at a leaf of the opponent's.
    first, _ = searched(
        manner, value=0.8, evaluation_share=1.0, expand_visits=0, widening_children=0,
        solver=False, simulations=1,
    )  # fmt: skip
    assert [m.value for m in first.moves if m.visits] == pytest.approx([0.2], abs=1e-3)


def test_with_the_whole_share_there_are_no_playouts(manner: str) -> None:
    played, _ = searched(manner, value=0.5, evaluation_share=0.5, expand_visits=0)
    valued, _ = searched(manner, value=0.5, evaluation_share=1.0, expand_visits=0)
    assert played.ownership.any()
    # A value that comes late is not used.
    assert valued.mean_length < played.mean_length / 2 or manner == "late"


def test_other_descents_go_on_while_one_waits() -> None:
    # With one descent a thread waits for each answer; with 32, many are answered at a time.
    one, _ = searched("awaited", simulations=120, expand_visits=0, evaluator_descents=1)
    many, _ = searched("awaited", simulations=120, expand_visits=0, evaluator_descents=32)
    assert one.simulations == many.simulations == 120
    assert many.seconds < one.seconds / 2


def test_a_stop_waits_for_the_answers_under_way(manner: str) -> None:
    toy = ToyEvaluator(SIZE, FAVOURITE, 0.5, manner, pause=0.02)
    try:
        searcher = Searcher(SearchParams(expand_visits=0), 2, 32, 7)
        searcher.set_evaluator(toy)
        searcher.set_position(Position(SIZE))
        report = searcher.search(Limits(seconds=0.2))
        assert report.visits == report.simulations
        assert searcher.virtual_losses() == 0
    finally:
        toy.close()
    # Nobody is asked any more: the model takes over on the same searcher.
    searcher.set_evaluator(None)
    searcher.set_position(Position(SIZE))
    assert searcher.search(Limits(simulations=100)).simulations == 100


@pytest.mark.fuzz
def test_four_threads_and_late_answers(manner: str) -> None:
    report, searcher = searched(
        manner, value=0.5, threads=4, simulations=3_000, expand_visits=0, evaluator_descents=8
    )
    assert report.visits == report.simulations == 3_000
    assert searcher.virtual_losses() == 0


def test_one_thread_that_is_answered_at_once_plays_the_same_again() -> None:
    first, _ = searched("at once", value=0.6)
    second, _ = searched("at once", value=0.6)
    assert first.moves == second.moves
