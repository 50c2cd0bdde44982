"""Eyes of one point."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE
from tests.board_ext.tactics.cases import named, symmetric_cases

# a for Black.
EYES = [
    ("none", "open", """
        . . . . .
        . . X . .
        . X a . .
        . . X . .
        . . . . ."""),
    ("none", "an enemy stone beside it", """
        . . . . .
        . . X . .
        . X a O .
        . . X . .
        . . . . ."""),
    ("true", "in the middle", """
        . . . . .
        . . X . .
        . X a X .
        . . X . .
        . . . . ."""),
    ("true", "one diagonal is the enemy's", """
        . . . . .
        . O X . .
        . X a X .
        . . X . .
        . . . . ."""),
    ("false", "two diagonals are the enemy's", """
        . . . . .
        . O X . .
        . X a X .
        . . X O .
        . . . . ."""),
    ("false", "three diagonals are the enemy's", """
        . . . . .
        . O X O .
        . X a X .
        . . X O .
        . . . . ."""),
    ("true", "on the edge", """
        . . . . .
        . . . . .
        . . . . .
        . . X . .
        . X a X ."""),
    ("false", "on the edge, one diagonal is the enemy's", """
        . . . . .
        . . . . .
        . . . . .
        . . X O .
        . X a X ."""),
    ("true", "in the corner", """
        . . . . .
        . . . . .
        . . . . .
        X X . . .
        a X . . ."""),
    ("false", "in the corner, the diagonal is the enemy's", """
        . . . . .
        . . . . .
        X . . . .
        X O . . .
        a X X . ."""),
    ("true", "one chain all around, on the edge", """
        . . . . .
        . . . . .
        X X X X .
        X . O X X
        X X X a X"""),
    ("true", "one chain all around, in the middle", """
        . X X X X X .
        . X . X . X .
        . X O X O X .
        . X X a X X .
        . . X X X . .
        . . . . . . .
        . . . . . . ."""),
    ("true", "two-headed dragon: two chains share two false eyes", """
        . . . . .
        X X X X X
        a X . X a
        X O . O X
        X X X X X"""),
    ("false", "two chains share one eye", """
        . . . . .
        X X X X X
        a X . . O
        X O . O X
        X X X X X"""),
    ("false", "the second eye borders on a third chain", """
        . . . . . . .
        . . . . . . .
        X X X X X O .
        a X . X . X .
        X O . O X O .
        X . . . X O .
        X X X X X O ."""),
    ("true", "the second eye borders on the two chains alone", """
        . . . . . . .
        . . . . . . .
        X X X X X X .
        a X . X a X .
        X O . O X O .
        X . . . X O .
        X X X X X O ."""),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), named(EYES))
def test_eyes(kind: str, text: str) -> None:
    for case in symmetric_cases(text):
        for point in case.marked("a"):
            assert case.probe.eye_kind(point, case.color(BLACK)) == kind, str(case)
            assert case.probe.eye_kind(point, case.color(WHITE)) == "none"
