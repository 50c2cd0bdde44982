"""Reflexive search: playouts whose moves are found by playouts see who wins a race."""

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import SearchProbe
from gtpengine.mcts.params.search_params import PlayoutPolicy, SearchParams

#: Whoever takes a liberty of the other first wins everything.
RACE = """
    X X O O
    X X O O
    X X O O
    . . . .
"""


def share_of_winning_moves(params: SearchParams) -> float:
    position = Position.from_diagram(RACE, to_play=BLACK)
    counts = SearchProbe(params, position).first_moves(200)
    # C1 and D1, as the kernel numbers vertices.
    return (counts.get(23, 0) + counts.get(24, 0)) / 200


def test_a_playout_of_a_level_plays_better_than_one_of_the_level_below() -> None:
    uniform = share_of_winning_moves(SearchParams(playout_policy=PlayoutPolicy.UNIFORM))
    first, second = (share_of_winning_moves(SearchParams(reflexive=level)) for level in (1, 2))
    assert 0.4 < uniform < 0.6
    assert first > uniform + 0.1
    assert second > first
