"""What a move lost, and how sure that is."""

from __future__ import annotations

import pytest

from gtpengine.review.searching.judging import (
    NOTHING,
    confirmed,
    estimate,
    is_decided,
    probability,
    suspicion,
    verdict,
)
from gtpengine.review.searching.model import ValueWithError
from gtpengine.review.searching.searches import MoveSearch, Pair


def pair(
    played: tuple[float, ...], best: tuple[float, ...], lost: tuple[float, ...] = (0.0, 0.0)
) -> Pair:
    """Win rates of both moves in two searches each; ``lost`` are points."""
    return (
        MoveSearch("A1", played, tuple(-one for one in lost), ("A1",), ""),
        MoveSearch("E5", best, (0.0,) * len(best), ("E5",), ""),
    )


def test_the_best_move_lost_nothing() -> None:
    assert verdict([], 9, 400) is NOTHING
    assert NOTHING.cost == NOTHING.counted_points == 0


def test_a_loss_that_all_searches_see_is_a_blunder() -> None:
    found = verdict([pair((0.20, 0.22), (0.60, 0.62), (10, 11))] * 3, 9, 400)
    assert found.grade == "blunder" and found.sure > 0.99
    assert found.win_rate.value == pytest.approx(0.40)
    assert found.counted_points == pytest.approx(10.5)


def test_the_quiet_difference_between_two_searches_is_no_mistake() -> None:
    """Two searches that differ by more than the moves do."""
    found = verdict([pair((0.52, 0.46), (0.50, 0.52), (1, 0.2))], 9, 400)
    assert found.grade == "good" and found.cost == 0 and found.counted_points == 0


def test_a_gain_is_no_mistake() -> None:
    found = verdict([pair((0.7, 0.7), (0.5, 0.5), (-8, -8))], 9, 400)
    assert found.grade == "good" and found.points.value == -8 and found.counted_points == 0


def test_the_longest_search_decides_and_a_change_of_mind_makes_it_unsure() -> None:
    short, long = pair((0.3, 0.3), (0.6, 0.6)), pair((0.49, 0.49), (0.55, 0.55))
    steady = verdict([long, long], 9, 400)
    moved = verdict([short, long], 9, 400)
    assert moved.win_rate.value == steady.win_rate.value == pytest.approx(0.06)
    assert moved.win_rate.error > 2 * steady.win_rate.error
    assert moved.sure < steady.sure


def test_in_a_decided_game_points_count_half() -> None:
    lost = (9.0, 9.0)
    open_game = verdict([pair((0.5, 0.5), (0.5, 0.5), lost)] * 3, 9, 400)
    decided = verdict([pair((0.99, 0.99), (0.99, 0.99), lost)] * 3, 9, 400)
    assert decided.cost == pytest.approx(open_game.cost / 2)
    assert is_decided(0.96, 0.97) and is_decided(0.01, 0.02) and not is_decided(0.96, 0.5)


def test_suspicion_is_the_cost_if_the_last_round_were_right() -> None:
    assert suspicion([pair((0.4, 0.4), (0.5, 0.5))]) == pytest.approx(2)
    assert suspicion([pair((0.4, 0.4), (0.5, 0.5)), pair((0.5, 0.5), (0.5, 0.5))]) == 0
    assert suspicion([pair((0.5, 0.5), (0.5, 0.5), (6.0, 6.0))]) == pytest.approx(2)


def test_the_error_of_an_estimate() -> None:
    priors = (0.1, 0.05)
    quiet, wild = estimate([(0.1, 0.1)], priors), estimate([(0.5, -0.3)], priors)
    assert quiet.value == pytest.approx(0.1) and wild.value == pytest.approx(0.1)
    assert 0.05 < quiet.error < 0.1 / 2**0.5 < wild.error
    assert estimate([(0.1, 0.1), (0.1, 0.1)], priors).error < quiet.error


def test_what_the_rest_of_the_game_contradicts_is_not_counted() -> None:
    rounds = [pair((0.20, 0.22), (0.60, 0.62), (10, 11))] * 3
    claimed = verdict(rounds, 9, 400)
    assert confirmed(claimed, rounds, 0.5, 20) == claimed
    refuted = confirmed(claimed, rounds, 0.0, 0.0)
    assert refuted.grade == "good" and refuted.counted_points == 0
    half = confirmed(claimed, rounds, 0.1, 5.0)
    assert half.win_rate.value == 0.1 and half.grade == "mistake"
    assert confirmed(NOTHING, [], 0.3, 9) is NOTHING


def test_probability() -> None:
    assert probability(ValueWithError(0, 1)) == 0.5
    assert probability(ValueWithError(1.2816, 1)) == pytest.approx(0.9, abs=1e-4)
    assert probability(ValueWithError(1, 0)) == 1 and probability(ValueWithError(0, 0)) == 0
