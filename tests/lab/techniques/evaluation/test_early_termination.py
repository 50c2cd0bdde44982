"""Early termination: a playout ends after a number of moves; the nearer side owns a point."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.views.playout_view import playout_from

#: Black is nearer to three of the five columns, White to two.
DIAGRAM = """
    . X . . O
    . X . . O
    . X . . O
    . X . . O
    . X . . O
"""
#: The column between the walls is nobody's.
EVEN = DIAGRAM.replace(". X . . O", ". X . O .")


@pytest.mark.parametrize("moves", [1, 7, 20])
def test_playouts_have_so_many_moves(moves: int) -> None:
    for seed in range(5):
        played, _ = playout_from(Position(9), SearchParams(playout_cut=moves), seed)
        assert len(played) == moves


@pytest.mark.parametrize(("diagram", "lead"), [(DIAGRAM, 5), (EVEN, 0)])
def test_the_value_is_that_of_the_lead_by_distance(diagram: str, lead: int) -> None:
    params = SearchParams(playout_cut=2, playout_cut_scale=4.0)
    search = SearchProbe(params, Position.from_diagram(diagram))
    # The probe's board stays as it is, whatever the moves are.
    value = search.reward((ROOT,), [21, 22], -30.0)
    assert value == pytest.approx(1 / (1 + math.exp(-lead / 4.0)))
    # A game that ended before keeps its outcome.
    assert search.reward((ROOT,), [21], -30.0) == 0.0
