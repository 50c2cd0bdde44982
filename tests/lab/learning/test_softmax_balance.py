"""Values of softmax playouts and their gradient."""

import numpy as np
import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.lab.learning.softmax_balance import PlayoutBalancer
from gtpengine.lab.weights.playoutfile import load_shipped
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_from

SHIPPED = load_shipped(9)
# A fight on a small board: whoever plays it better wins.
FIGHT = """
    . . . . .
    . X O . .
    . X O X .
    . O X O .
    . . . . .
"""


def test_its_playouts_are_those_of_the_policy() -> None:
    count = 3000
    params = SearchParams(playout_policy="softmax", playout_self_atari_rate=1.0)
    balancer = PlayoutBalancer(SHIPPED)
    for color in (BLACK, WHITE):
        position = Position.from_diagram(FIGHT, to_play=color)
        value, _ = balancer.gradient(position, 0.5, 0.5, count, 1)
        wins = sum(playout_from(position, params, seed)[1] > 0.5 for seed in range(count))
        assert 0.02 < value < 0.98
        assert abs(value - wins / count) < 4.5 * (0.5 / count) ** 0.5


@pytest.mark.parametrize("target", [0.0, 1.0])
def test_a_step_along_the_gradient_brings_the_value_nearer(target: float) -> None:
    position = Position.from_diagram(FIGHT, to_play=BLACK)
    balancer = PlayoutBalancer(SHIPPED)
    before, gradient = balancer.gradient(position, 0.5, target, 4000, 1)
    rows = balancer.state["rows"]
    rows[:, 0] += 0.5 * gradient / np.abs(gradient).max()
    after, _ = balancer.gradient(position, 0.5, target, 4000, 2)
    # More than chance: the standard error of the difference is about 0.01.
    assert abs(after - target) < abs(before - target) - 0.05
