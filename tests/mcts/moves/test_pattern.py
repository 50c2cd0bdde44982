"""Moves by 3x3 patterns: around the last move, and the one before it."""

from board_ext.coords import BLACK, WHITE, point_to_vertex, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_moves_of
from tests.mcts.playout_answers import answers


def test_patterns_answer_beside_the_last_move() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    found = answers(diagram, "C5")
    assert set(found) == {"pattern"}
    assert found["pattern"] <= {"B5", "D5", "B4", "D4", "B6", "D6", "C6", "C3", "B3", "D3"}


def test_patterns_look_around_the_second_last_move_too() -> None:
    diagram = """
        . . . . . . .
        . X . . . O .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    position = Position.from_diagram(diagram)
    for vertex, color in (("C7", WHITE), ("A2", BLACK), ("B5", WHITE), ("G2", BLACK)):
        position.play(vertex_to_point(vertex, 7), color)
    for looks in (True, False):
        params = SearchParams(playout_order="pattern", playout_pattern_rate=1.0,
                              playout_second_last=looks)  # fmt: skip
        found = {point_to_vertex(p, 7) for p, why in playout_moves_of(position, params, 0, 400)
                 if why == "pattern"}  # fmt: skip
        beside_last = {v for v in found if v in ("F1", "F2", "F3", "G1", "G3")}
        assert (found != beside_last) == looks
