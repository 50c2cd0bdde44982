"""The rule fill: a point amid an empty area."""

from tests.mcts.playout_answers import answers_of


def test_it_takes_points_with_nothing_around_them() -> None:
    diagram = """
        . . . . . . .
        . . . X . . .
        . . . . X O .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O . . . . .
    """
    found = answers_of("fill", diagram, "F3", playout_fill_tries=100)
    assert found == {"B3", "C3", "B4", "C4", "D3", "D2", "B5", "B6"}
