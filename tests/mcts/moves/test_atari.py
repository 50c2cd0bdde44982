"""Moves about chains in atari: saving, capturing, and what is hopeless."""

from tests.mcts.playout_answers import answers


def test_saves_a_chain_by_connecting() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . O X O . . .
        . O X . . . .
        . . O X . . .
        . . . . . . .
        . . . . . . .
    """
    # White ataris at C6; Black can only connect at D4.
    assert answers(diagram, "C6") == {"atari": {"D4"}}


def test_counter_capture_and_extension_are_both_candidates() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . O X O X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert answers(diagram, "C3") == {"atari": {"D3", "C5"}}


def test_captures_the_last_move() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert answers(diagram, "D4") == {"atari": {"D3"}}


def test_a_hopeless_extension_is_not_played() -> None:
    diagram = """
        O O O O O . .
        O X X X O . .
        O O O . O . .
        . . O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    # Three stones in atari whose only liberty leads nowhere.
    found = answers(diagram, "E4")
    assert "D5" not in found.get("atari", set())
