"""The rule nakade: the vital point of a small eye space beside the last move."""

from tests.mcts.playout_answers import answers_of


def test_it_takes_the_middle_of_three() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O O X X . .
        . . . . X . .
    """
    assert answers_of("nakade", diagram, "D1", playout_nakade_rate=1.0) == {"B1"}


def test_a_square_of_four_has_no_vital_point() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O O X . . .
        . . O X X . .
        . . . . X . .
    """
    assert answers_of("nakade", diagram, "C1", playout_nakade_rate=1.0) == set()


def test_it_is_silent_far_from_the_last_move() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O O X X . .
        . . . O X . .
    """
    assert answers_of("nakade", diagram, "F6", playout_nakade_rate=1.0) == set()
