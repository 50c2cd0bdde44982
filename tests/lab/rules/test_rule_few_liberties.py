"""The rule few_liberties: an attack on what stands beside a chain with few liberties."""

from tests.mcts.playout_answers import answers_of

FIVE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . . X . . .
    . . O X . . .
"""


def test_it_attacks_an_enemy_beside() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . O X . . .
    """
    found = answers_of("few liberties", diagram, "D3", playout_few_liberties_rate=1.0)
    assert found == {"B1", "C2"}


def test_how_many_are_few_is_a_parameter() -> None:
    on = {"playout_few_liberties_rate": 1.0}
    assert answers_of("few liberties", FIVE, "D4", **on) == set()
    found = answers_of("few liberties", FIVE, "D4", **on, playout_few_liberties=5)
    assert found == {"B1", "C2"}
