"""Moves about chains with two liberties: attack, defence, and no filling of own eyes."""

from tests.mcts.playout_answers import answers


def test_a_chain_that_cannot_run_attacks_one_beside_it() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X X . . .
        O O O X . . .
        O X X . . . .
        X . . O . . .
    """
    assert answers(diagram, "D2")["two liberties"] == {"A4", "B4"}
    assert "two liberties" not in answers(diagram, "D2", playout_counter_atari=False)


def test_a_chain_short_of_liberties_does_not_fill_its_own_eye() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X . . . . . .
        . X X . . . .
    """
    assert answers(diagram, "A3")["two liberties"] == {"B2", "B3"}  # and not A1
