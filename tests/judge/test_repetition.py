"""No move brings a position back for the third time: from a game that went round for ever."""

from __future__ import annotations

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, RESIGN, point_to_vertex, vertex_to_point
from board_ext.position import Position
from gtpengine.judge.repetition import goes_round, out_of_cycles
from gtpengine.judge.situation import Situation
from tests.judge.situations import situation

# A played game. Black sends two stones, White takes them, Black takes one back, White passes.
GAME = (
    "D3 H6 H3 H2 H5 J3 H4 D2 C2 C6 D1 E5 E4 B5 E7 F7 E8 C8 D5 E6 D6 D7 H7 H8 G7 G6 G8 F8 H9 B3 B4"
    " A4 F9 D8 E9 D9 G9 C5 D4 F2 G1 C3 B2 A3 A2 A5 E1 J8 J6 H1 B7 C7 B1 B8 A8 J2 B9 B6 A7 G2 C9 A9"
    " B9 J4 F5 PASS"
)
ROUND = "C9 A9 B9 PASS"
C9 = vertex_to_point("C9", 9)


def after_rounds(rounds: int) -> Position:
    position = Position(9)
    for text in f"{GAME} {' '.join([ROUND] * rounds)}".split():
        position.play(vertex_to_point(text, 9))
    return position


def at(rounds: int, *vertices: str) -> Situation:
    """After some rounds, with a search that likes the moves in this order."""
    moves = [(vertex, 0.1) for vertex in vertices]
    return situation(after_rounds(rounds), BLACK, moves, np.zeros((9, 9), dtype=np.float32))


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_a_position_may_stand_twice(rounds: int) -> None:
    assert goes_round(at(rounds, "C9"), C9) == (rounds >= 2)
    assert (out_of_cycles(C9, at(rounds, "C9")) == C9) == (rounds < 2)


def test_the_next_move_of_the_search_is_played() -> None:
    other = next(point for point in after_rounds(3).legal_moves() if point != C9)
    now = at(3, "C9", point_to_vertex(other, 9), "PASS")
    assert out_of_cycles(C9, now) == other
    assert out_of_cycles(other, now) == other


def test_or_a_pass_where_there_is_no_other() -> None:
    assert out_of_cycles(C9, at(3, "C9")) == PASS
    for move in (PASS, RESIGN):
        assert out_of_cycles(move, at(3, "C9")) == move
