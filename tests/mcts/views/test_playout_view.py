"""Playouts seen from Python: repeatable, told move by move, and the position stays as it was."""

from itertools import pairwise

import pytest

from board_ext.coords import PASS, opponent
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import REASONS, playout_from, playout_moves_of

POLICIES = (
    "rules",
    pytest.param("uniform", marks=pytest.mark.lab),
    pytest.param("softmax", marks=pytest.mark.lab),
)


def test_a_playout_is_told_by_its_seed_alone() -> None:
    position = Position(9)
    position.play(40)
    before = position.stones().tolist()
    params = SearchParams()
    told = playout_from(position, params, 7)
    assert told == playout_from(position, params, 7)
    assert told != playout_from(position, params, 8)
    assert position.stones().tolist() == before
    assert position.moves == Position.copy(position).moves


@pytest.mark.parametrize("policy", POLICIES)
def test_colours_alternate_and_every_reason_is_a_known_one(policy: str) -> None:
    position = Position(7)
    moves, _ = playout_from(position, SearchParams(playout_policy=policy), 1)
    colors = [color for color, _, _ in moves]
    assert colors[0] == position.to_play
    assert all(b == opponent(a) for a, b in pairwise(colors))
    assert {reason for _, _, reason in moves} <= REASONS


@pytest.mark.parametrize("policy", POLICIES)
def test_first_moves_are_counted_over_consecutive_seeds(policy: str) -> None:
    position, params = Position(5), SearchParams(playout_policy=policy)
    counts = playout_moves_of(position, params, 10, 60)
    assert sum(counts.values()) == 60
    first = [playout_from(position, params, seed)[0][0][1:] for seed in range(10, 70)]
    assert set(counts) == set(first)
    assert PASS not in {point for point, _ in counts}
