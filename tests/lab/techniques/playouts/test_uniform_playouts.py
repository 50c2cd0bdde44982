"""Uniform playouts: each move that fills no own eye is as likely as another."""

import pytest

from board_ext.coords import PASS, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_from, playout_moves_of

UNIFORM = SearchParams(playout_policy="uniform")

#: Black has an eye at A1, which is the only point that it may not fill.
EYE = """
    . . . .
    . . . .
    X X . .
    . X . .
"""


def test_no_rule_plays() -> None:
    for seed in range(20):
        moves, _ = playout_from(Position(7), UNIFORM, seed)
        assert {reason for _, _, reason in moves} == {"uniform", "pass"}


def test_all_moves_but_own_eyes_are_alike() -> None:
    position = Position.from_diagram(EYE)
    counts = playout_moves_of(position, UNIFORM, 0, 12_000)
    points = {point: count for (point, _), count in counts.items()}
    legal = set(position.legal_moves()) - {vertex_to_point("A1", 4)}
    assert set(points) == legal
    assert PASS not in points
    for count in points.values():
        assert count == pytest.approx(12_000 / len(legal), rel=0.15)
