"""Objectives: each step along their direction makes the measure better."""

from __future__ import annotations

import numpy as np
import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.lab.training.objectives import OBJECTIVES
from gtpengine.lab.training.targets import Target
from gtpengine.lab.weights.playoutfile import load_shipped

FIGHT = """
    . . . . .
    . X O . .
    . X O X .
    . O X O .
    . . . . .
"""


@pytest.mark.parametrize(("name", "better"), [("results", -1), ("values", 1)])
def test_the_direction_improves_the_measure(name: str, better: int) -> None:
    target = Target(Position.from_diagram(FIGHT, to_play=BLACK), 1.0, ((1, 0.2), (2, 0.7)))
    objective = OBJECTIVES[name](load_shipped(9), 1000)
    before = objective.judge([target])
    _, direction = objective.look(target, 1)
    objective.policy.state["rows"][:, 0] += 0.5 * direction / np.abs(direction).max()
    assert (better * (objective.judge([target]) - before) > 0.02).all()


def test_a_position_without_a_visited_move_is_left_out() -> None:
    position = Position.from_diagram(FIGHT, to_play=BLACK)
    stone = Target(position, 0.5, ((6, 0.9),))
    objective = OBJECTIVES["values"](load_shipped(9), 1)
    assert np.isnan(objective.judge([stone])).all()
    assert not objective.look(stone, 1)[1].any()
