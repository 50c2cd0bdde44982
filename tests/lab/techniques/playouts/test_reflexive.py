"""Reflexive search: playouts whose moves are found by playouts see a capture that decides."""

import random
from collections import Counter

import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.mcts.params.search_params import PlayoutPolicy, SearchParams
from gtpengine.mcts.probes.search_probe import SearchProbe
from gtpengine.mcts.views.playout_view import playout_from

#: Whoever moves takes everything, at the other's last liberty: Black at C1.
RACE = """
    X X O O
    X X O O
    X X O O
    X . . O
"""


def share_of_the_capture(params: SearchParams, playouts: int) -> float:
    position = Position.from_diagram(RACE, to_play=BLACK)
    counts = SearchProbe(params, position).first_moves(playouts)
    return counts.get(23, 0) / playouts  # C1, as the kernel numbers vertices


def test_a_playout_of_a_level_plays_better_than_a_random_one() -> None:
    uniform = SearchParams(playout_policy=PlayoutPolicy.UNIFORM)
    assert 0.4 < share_of_the_capture(uniform, 400) < 0.6
    # After the capture the random game goes on and may still be lost, so it is not always seen.
    assert share_of_the_capture(SearchParams(reflexive=1), 400) > 0.7
    assert share_of_the_capture(SearchParams(reflexive=2), 100) > 0.62


#: White's group has two eyes, and Black's lead depends on the corner with two empty points.
AHEAD = """
    . O . O .
    O O O O .
    X X X O .
    . X X X .
    X . X . .
"""


def test_the_move_whose_random_game_has_the_greatest_lead_is_played() -> None:
    uniform = SearchParams(playout_policy=PlayoutPolicy.UNIFORM)
    position = Position.from_diagram(AHEAD, to_play=BLACK)
    counts = SearchProbe(SearchParams(reflexive=1), position).first_moves(4_000)
    leads = {}
    for vertex in counts:
        after = position.copy()
        after.play((vertex // 20 - 1) * 5 + vertex % 20 - 1, BLACK)
        leads[vertex] = [playout_from(after, uniform, seed)[1] for seed in range(1_200)]
    # Each move gets one random game; among equals chance decides.
    rng = random.Random(1)
    best = Counter(
        max(leads, key=lambda vertex: (rng.choice(leads[vertex]), rng.random()))
        for _ in range(20_000)
    )
    assert max(best.values()) > 3 * min(best.values())
    for vertex, count in counts.items():
        assert count / 4_000 == pytest.approx(best[vertex] / 20_000, abs=0.03)
