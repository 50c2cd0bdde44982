"""The rule race: a liberty in a capturing race."""

from tests.mcts.playout_answers import answers_of

# A race that an approach move at D1 decides, after D3.
APPROACH = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . O O . .
    X X X . O . .
    O O O X X . .
    . O . . . . .
"""


def test_it_fills_the_liberty_that_is_no_self_atari() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . O O . .
        X X X O . . .
        O O O X . . .
        . . X X . . .
    """
    assert answers_of("race", diagram, "C4", playout_race_rate=1.0) == {"B1"}


def test_it_plays_an_approach_move() -> None:
    assert answers_of("race", APPROACH, "D3", playout_race_rate=1.0) == {"D1"}


def test_a_chain_with_more_liberties_is_in_no_race() -> None:
    few = {"playout_race_rate": 1.0, "playout_race_liberties": 2}
    assert answers_of("race", APPROACH, "D3", **few) == set()
