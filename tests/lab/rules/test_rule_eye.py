"""The rule eye: an own eye that an enemy stone would make false."""

from tests.mcts.playout_answers import answers_of


def test_it_takes_the_last_open_diagonal() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . O X X . .
        . . X . X . .
        . . . X X . .
        . . . . . . .
        . . . . . . .
    """
    assert answers_of("eye", diagram, "B3", playout_eye_rate=1.0) == {"C3"}


def test_it_is_silent_far_from_the_last_move() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X . . . . .
        . X . . . . .
    """
    assert answers_of("eye", diagram, "D3", playout_eye_rate=1.0) == set()


def test_on_the_edge_one_diagonal_decides() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X X . . . .
        . X . X . . .
    """
    assert answers_of("eye", diagram, "E3", playout_eye_rate=1.0) == {"D2"}
