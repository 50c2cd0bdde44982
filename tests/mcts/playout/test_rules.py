"""The order in which a playout asks its rules."""

from tests.mcts.playout_answers import answers


def test_the_first_rule_of_the_order_decides() -> None:
    """A capture that is a pattern as well: whichever is asked first speaks, or the only one."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    for order, reason in (("atari:pattern", "atari"), ("pattern:atari", "pattern"),
                          ("atari", "atari"), ("pattern", "pattern"), ("", "uniform")):  # fmt: skip
        found = answers(diagram, "D4", playout_order=order)
        assert max(found, key=lambda why: len(found[why])) == reason
        assert set(found) <= {reason, "uniform"}
