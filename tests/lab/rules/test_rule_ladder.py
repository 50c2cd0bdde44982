"""The rule ladder: the atari that begins one."""

from tests.mcts.playout_answers import answers_of


def test_it_begins_a_ladder_that_captures() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
    """
    assert answers_of("ladder", diagram, "D4", playout_ladder_attack_rate=1.0) == {"E4"}


def test_it_begins_none_that_runs_into_a_friend() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . . . .
        . . X . . O .
        . . . . . . .
        . . . . . . .
    """
    assert answers_of("ladder", diagram, "D4", playout_ladder_attack_rate=1.0) == set()
