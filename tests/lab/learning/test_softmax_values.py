"""Policies that learn the values of a search, not its visits."""

import math

import numpy as np
import numpy.typing as npt
import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.lab.learning.softmax_values import ValuePolicy
from gtpengine.lab.weights.playoutfile import load_shipped

SHIPPED = load_shipped(9)
FIGHT = """
    . . . . .
    . X O . .
    . X O X .
    . O X O .
    . . . . .
"""
# C1 saves two stones; no two of the six have the same pattern.
POINTS = np.array([0, 1, 2, 10, 14, 18], dtype=np.int16)
VALUES = np.array([0.3, 0.35, 0.9, 0.6, 0.5, 0.4])


def fight() -> Position:
    return Position.from_diagram(FIGHT, to_play=BLACK)


def look(values: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
    return ValuePolicy(SHIPPED).gradient(fight(), POINTS, values)


def test_the_gradient_is_that_of_the_expected_value() -> None:
    _, gradient = look(VALUES)
    step = 1e-2
    for row in np.flatnonzero(gradient):
        ends = []
        for sign in (1, -1):
            policy = ValuePolicy(SHIPPED)
            policy.state["rows"][row, 0] += sign * step
            ends.append(policy.gradient(fight(), POINTS, VALUES)[0])
        assert gradient[row] == pytest.approx((ends[0] - ends[1]) / (2 * step), abs=1e-4)
    assert np.count_nonzero(gradient) == 7  # six patterns, and the rescue of a stone


def test_only_differences_between_values_teach() -> None:
    value, gradient = look(VALUES)
    assert VALUES.min() < value < VALUES.max()
    more, same = look(VALUES + 0.05)
    assert more == pytest.approx(value + 0.05)
    assert same == pytest.approx(gradient, abs=1e-12)
    # A search whose moves are equally good teaches nothing, however it shared its visits out.
    equal, nothing = look(np.full(len(POINTS), 0.4))
    assert equal == pytest.approx(0.4)
    assert np.abs(nothing).max() < 1e-12


def test_the_policy_learns_to_draw_the_best_move_alone() -> None:
    """Exploration of the search is not learned: the limit is the best value, not a mean."""
    policy = ValuePolicy(SHIPPED)
    for _ in range(300):
        _, gradient = policy.gradient(fight(), POINTS, VALUES)
        policy.state["rows"][:, 0] += 20.0 * gradient
    value, _ = policy.gradient(fight(), POINTS, VALUES)
    assert value > VALUES.max() - 0.01


def test_moves_that_playouts_cannot_play_do_not_count() -> None:
    policy = ValuePolicy(SHIPPED)
    alone = np.array([2], dtype=np.int16)
    value, gradient = policy.gradient(fight(), alone, np.array([0.9]))
    assert value == pytest.approx(0.9)
    assert np.abs(gradient).max() < 1e-12
    stone_and_pass = np.array([6, -1], dtype=np.int16)
    value, gradient = policy.gradient(fight(), stone_and_pass, np.array([0.1, 0.9]))
    assert math.isnan(value)
    assert not gradient.any()


@pytest.mark.parametrize(
    ("points", "values", "why"),
    [([1, 2], [0.5], "1 values of 2 points"), ([25], [0.5], "point 25 is not on 5x5")],
)
def test_what_does_not_fit_is_refused(points: list[int], values: list[float], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ValuePolicy(SHIPPED).gradient(fight(), np.array(points, np.int16), np.array(values))
