"""Reflexive search: playouts whose moves are found by playouts see a capture that decides."""

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import SearchProbe
from gtpengine.mcts.params.search_params import PlayoutPolicy, SearchParams

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
