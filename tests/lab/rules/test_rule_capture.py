"""The rule capture: what is in atari, anywhere."""

from tests.mcts.playout_answers import answers_of


def test_it_captures_far_from_the_last_move() -> None:
    diagram = """
        . . . . . O X
        . . . . . X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert answers_of("capture", diagram, "B2", playout_capture_rate=1.0) == {"E7"}
