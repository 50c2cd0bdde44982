"""The 3x3 patterns of the playouts and priors, in all symmetries and both colours."""

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.mcts.probes.probe import pattern3_matches
from tests.board_ext.tactics.cases import named, symmetric_cases

# Whether Black may play a pattern at `a`.
PATTERNS = [
    (True, "hane from the side", """
        . . . . .
        . X O . .
        . . a . .
        . . . . .
        . . . . ."""),
    (False, "an empty area", """
        . . . . .
        . . . . .
        . . a . .
        . . . . .
        . . . . ."""),
    (False, "amid own stones", """
        X X X . .
        X a X . .
        X X X . .
        . . . . .
        . . . . ."""),
    (True, "a crosscut without protection", """
        . . . . .
        . X O . .
        . O a . .
        . . . . .
        . . . . ."""),
    (False, "the same, when the enemy has the fourth point and one more", """
        . . . . .
        . X O . .
        . O a O .
        . . O . .
        . . . . ."""),
    (True, "a block on the edge", """
        . . . . .
        . . . . .
        . . . . .
        . O X . .
        . X a O ."""),
    (True, "a turn around a stone, against the enemy behind", """
        . . . . .
        . X O . .
        . X a . .
        . O . . .
        . . . . ."""),
    (False, "the same with an own stone there", """
        . . . . .
        . X O . .
        . X a . .
        . X . . .
        . . . . ."""),
    (True, "a cut at a knight's move", """
        . . . . .
        . O X . .
        . X a O .
        . . O . .
        . . . . ."""),
    (False, "the same beside the enemy, who has gone on", """
        . . . . .
        . O X . .
        . O a O .
        . . O . .
        . . . . ."""),
    (True, "an edge move under an own stone, between enemies", """
        . . . . .
        . . . . .
        . . . . .
        . . X . .
        . O a O ."""),
    (False, "the same beside an own stone, already connected", """
        . . . . .
        . . . . .
        . . . . .
        . . X . .
        . X a O ."""),
    (True, "a push below, along the enemy", """
        . . . . .
        . . . . .
        . . . . .
        . . X O .
        . O a . ."""),
    (False, "the same beside an own stone", """
        . . . . .
        . . . . .
        . . . . .
        . . X O .
        . X a . ."""),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "text"), named(PATTERNS))
def test_pattern_matches(expected: bool, text: str) -> None:
    for case in symmetric_cases(text):
        (point,) = case.marked("a")
        colors = case.probe.colors()
        position = Position(case.probe.size)
        position.set_up(
            [p for p, color in enumerate(colors) if color == BLACK],
            [p for p, color in enumerate(colors) if color == WHITE],
        )
        assert pattern3_matches(position, point) is expected, str(case)
