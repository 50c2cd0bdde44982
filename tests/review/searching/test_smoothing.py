"""The course of a game, from values that contradict each other."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.review.searching.smoothing import Loss, SearchedValue, course_of


def sides(count: int) -> list[int]:
    """The side to move in each position, Black first."""
    return [1 - 2 * (k % 2) for k in range(count)]


def test_the_advantage_of_the_side_to_move_is_no_zigzag() -> None:
    """Every search overrates the side to move by 0.15; nobody loses anything."""
    seen = [SearchedValue(k, 0.5 + 0.15 * side, 0.1, side) for k, side in enumerate(sides(41))]
    course = course_of(seen, [Loss(0.0, 0.05, side) for side in sides(40)])
    values = [one.value for one in course.values]
    assert course.advantage == pytest.approx(0.15, abs=0.02)
    assert np.ptp(values) < 0.02 and values[0] == pytest.approx(0.5, abs=0.02)
    assert max(course.losses) < 0.02


def test_a_mistake_that_searches_confirm_is_a_step() -> None:
    seen = [
        SearchedValue(k, 0.6 if k <= 20 else 0.2, 0.1, side) for k, side in enumerate(sides(41))
    ]
    losses = [Loss(0.4 if k == 20 else 0.0, 0.05, side) for k, side in enumerate(sides(40))]
    course = course_of(seen, losses)
    assert course.values[20].value == pytest.approx(0.6, abs=0.03)
    assert course.values[21].value == pytest.approx(0.2, abs=0.03)
    assert course.losses[20] == pytest.approx(0.4, abs=0.05)


def test_a_loss_that_comes_back_without_a_mistake_shrinks() -> None:
    """White is told to have lost 0.3 at move 6, and stands as before two moves later."""
    truth = [0.3] * 6 + [0.6] * 2 + [0.3] * 12
    seen = [
        SearchedValue(k, value, 0.06, side)
        for k, (value, side) in enumerate(zip(truth, sides(20), strict=True))
    ]
    losses = [
        Loss(0.3, 0.08, side) if k == 5 else Loss(0.0, 0.02, side)
        for k, side in enumerate(sides(19))
    ]
    course = course_of(seen, losses)
    assert course.losses[5] < 0.2
    assert max(one.value for one in course.values) < 0.5


def test_no_move_gains() -> None:
    rng = np.random.default_rng(1)
    seen = [SearchedValue(k, float(rng.uniform()), 0.1, side) for k, side in enumerate(sides(30))]
    course = course_of(seen, [Loss(0.0, 0.1, side) for side in sides(29)])
    assert min(course.losses) >= 0
    for k, side in enumerate(sides(29)):
        step = course.values[k + 1].value - course.values[k].value
        assert side * step == pytest.approx(-course.losses[k], abs=1e-9)


def test_the_band_is_narrow_where_much_was_seen() -> None:
    seen = [
        SearchedValue(k, 0.5, 0.1, side)
        for k, side in enumerate(sides(21))
        for _ in range(1 + 8 * (k > 10))
    ]
    errors = [one.error for one in course_of(seen, [Loss(0, 0.05, s) for s in sides(20)]).values]
    assert errors[15] < errors[5] < 0.1


def test_one_move_alone() -> None:
    course = course_of(
        [SearchedValue(0, 0.5, 0.1, 1), SearchedValue(1, 0.4, 0.1, -1)], [Loss(0.1, 0.1, 1)]
    )
    assert len(course.values) == 2 and len(course.losses) == 1
