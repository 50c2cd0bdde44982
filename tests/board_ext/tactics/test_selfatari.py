"""Self-ataris and their excuses."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK
from tests.board_ext.tactics.cases import named, symmetric_cases

# Black plays at a.
SELF_ATARI = [
    ("none", "two liberties", """
        . . . . .
        . . . . .
        . O O . .
        . O a . .
        . . . . ."""),
    ("bad", "a lone stone on the edge", """
        . . . . .
        . . . . .
        . . . . .
        O O . . .
        O a . . ."""),
    ("good", "throw-in: the point becomes no eye, on the edge", """
        . . . . .
        . . . . .
        O O X . .
        O O X X .
        O a . O X"""),
    ("good", "throw-in: the point becomes no eye, in the middle", """
        . . . . .
        . X O X .
        . O a O .
        . O . O .
        . . O . ."""),
    ("bad", "one own diagonal stone leaves an eye", """
        . . . . .
        . X O . .
        . O a O .
        . O . O .
        . . O . ."""),
    ("bad", "half of an eye of two points", """
        . . . . .
        . O O O .
        O a . O .
        . O O O .
        . . . . ."""),
    ("good", "snapback", """
        . . . . .
        . . . . .
        X X X X .
        X O O O X
        X O a . X"""),
    ("bad", "no snapback: the chain has a third liberty", """
        . . . . .
        . . . . .
        X X . X .
        X O O O X
        X O a . X"""),
    ("bad", "no snapback: the capture leaves two liberties", """
        . . . . .
        . . . . .
        X X X X .
        X O O O O
        X O a . ."""),
    ("good", "takes a ko", """
        . . . . .
        . X O . .
        X O a O .
        . X O . .
        . . . . ."""),
    ("good", "a chain in atari takes a stone and stays in atari", """
        . . . . .
        . . . . .
        O O O . .
        X X X O O
        X O a O ."""),
    ("bad", "a chain in atari runs into atari", """
        . . . . .
        . . . . .
        . . . . .
        O O O . .
        X X a . ."""),
    ("good", "nakade: three stones in a closed square four", """
        . . . . .
        . . . . .
        O O O . .
        a . O . .
        X X O . ."""),
    ("good", "nakade: a square of four stones in the bulky five", """
        . . . . .
        . . . . .
        O O O . .
        X a O O .
        X X . O ."""),
    ("good", "nakade: two stones of a closed straight three, no liberty outside", """
        . . . . .
        . . . . .
        X X X X X
        O O O O X
        . X a O X"""),
    ("good", "nakade: three stones in a closed square four, no liberty outside", """
        . . . . .
        X X X X .
        O O O X .
        a . O X .
        X X O X ."""),
    ("bad", "a bent four would live", """
        . . . . .
        . . . . .
        O O O . .
        X . O O .
        X X a O ."""),
    ("good", "nakade: two stones of a closed straight three", """
        . . . . .
        . . . . .
        . . . . .
        O O O O .
        . X a O ."""),
    ("bad", "a straight four would live", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        O O O O O O
        X X X a . O"""),
    ("good", "nakade: cross five", """
        . . O . . . .
        . O X O . . .
        O X a X O . .
        . O X O . . .
        . O . O . . .
        . . O . . . .
        . . . . . . ."""),
    ("good", "nakade: rabbity six", """
        . O O O . . .
        O X X O O . .
        O X X a . O .
        O O X O O . .
        . . O . . . .
        . . . . . . .
        . . . . . . ."""),
    ("bad", "a rectangle of six would live", """
        . . . . . . .
        . . . . . . .
        . O O O O O .
        O X a X . O .
        O X X X O O .
        O O O O . . .
        . . . . . . ."""),
    ("bad", "a chain of seven", """
        . . . . . . .
        . . . . . . .
        . O O O O . .
        O X a X O O .
        O X X X X . O
        O O O O O O .
        . . . . . . ."""),
    ("bad", "not closed: another own chain beside the last liberty", """
        . . . . .
        . . . . .
        . O O . .
        X O O O .
        . X a O ."""),
    ("bad", "suicide", """
        . . . . .
        . . O . .
        . O a O .
        . . O . .
        . . . . ."""),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "text"), named(SELF_ATARI))
def test_self_atari(expected: str, text: str) -> None:
    for case in symmetric_cases(text):
        (point,) = case.marked("a")
        color = case.color(BLACK)
        assert case.probe.is_self_atari(point, color) == (expected != "none"), str(case)
        assert case.probe.is_bad_self_atari(point, color) == (expected == "bad"), str(case)
