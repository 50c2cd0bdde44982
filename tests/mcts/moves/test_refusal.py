"""Self-ataris that are refused, and what is played in their place."""

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_moves_of
from tests.mcts.playout_answers import answers_of


@pytest.mark.lab
def test_the_other_liberty_of_the_chain_beside_a_self_atari() -> None:
    diagram = """
        O O O O O O O
        O O . O O . O
        O O O O O O O
        O O O O O O O
        X X X X X O O
        O O O O X O O
        . . X . X . O
    """
    found = answers_of("other liberty", diagram, "pass", playout_other_liberty_rate=1.0)
    assert found == {"D1"}


def test_large_chains_do_not_put_themselves_in_atari() -> None:
    """A seki with one shared liberty, D1, where nothing else is left to play."""
    diagram = """
        O O O O X X X
        O . O O X . X
        O O O O X X X
        O . O O X . X
        O O O O X X X
        X X X X O O O
        . X X . O . O
    """
    loose = SearchParams(playout_self_atari_rate=0.0)
    kept = SearchParams(playout_self_atari_rate=0.0, playout_self_atari_stones=3)
    shared = vertex_to_point("D1", 7)
    for color in (BLACK, WHITE):
        position = Position.from_diagram(diagram, to_play=color)
        assert set(playout_moves_of(position, loose, 0, 100)) == {(shared, "uniform")}
        assert set(playout_moves_of(position, kept, 0, 100)) == {(PASS, "pass")}
