"""The rule ko: taking one back."""

from board_ext.coords import WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_from


def test_a_ko_is_taken_back_once_it_may_be() -> None:
    """Every move of the ko rule captures, after a move elsewhere."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . X . X O . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
    """
    start = Position.from_diagram(diagram, to_play=WHITE)
    start.play(vertex_to_point("C4", 7), WHITE)
    retaken = 0
    for seed in range(60):
        position = start.copy()
        moves, _ = playout_from(position, SearchParams(playout_ko_rate=1.0), seed)
        for number, (color, point, reason) in enumerate(moves):
            captured = position.play(point, color)
            if reason == "ko":
                retaken += 1
                assert captured >= 1
                assert number >= 1
    assert retaken >= 60 // 4
    for seed in range(20):
        at_once = SearchParams(playout_ko_rate=1.0, playout_ko_age=1)
        moves, _ = playout_from(start, at_once, seed)
        assert "ko" not in {reason for _, _, reason in moves}
        moves, _ = playout_from(start, SearchParams(), seed)
        assert "ko" not in {reason for _, _, reason in moves}
