"""Sekis and what looks like them, on boards where playouts are given to be wrong."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE, points_to_vertices, vertices_to_points
from board_ext.position import Position
from board_ext.rules import RULES
from gtpengine.gtp.session import Session
from gtpengine.judge.life import Status, judge
from gtpengine.session.engine import Engine

# Both colours live below: White at the left, Black at the right, or Black everywhere.
HALVES = """
    O . O O O X X . X
    O O O O O X X X X
    O . O O O X X . X
    O O O O O X X X X
    O O O O O X X X X
    O O O O O X X X X
"""
BLACKS = """
    X X X X X X X X X
    X . X X X X X . X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
"""

CGOS = """
    . . X O . X X X .
    . . X O O O X X O
    . X . X O O O O O
    X . X X X O X X O
    X X O X X O X . X
    O O O O X X . X X
    O . O O X X . X .
    O O O X X . X . X
    . . O O X . X . .
"""
EYE_EACH = f"""
    O X . X . O . O X
    O X X X X O O O X
    O O O O O X X X X
    {HALVES}
"""
NO_EYES = """
    O X X X . O O O X
    O X X X . O O O X
    O X X X X O O O X
    O O O O O X X X X
    O . O O O X X . X
    O O O O O X X X X
    O . O O O X X . X
    O O O O O X X X X
    O O O O O X X X X
"""
AN_EYE_AGAINST_NONE = f"""
    O X . X . . O O X
    O X X X X O O O X
    O O O O O X X X X
    {HALVES}
"""
LIBERTIES_OUTSIDE = f"""
    O X X X . O O . X
    O X X X . O O . X
    O O O O O X X X X
    {HALVES}
"""
AROUND_STONES = """
    X O O . O O X X X
    X O . X O O X X X
    X O O X . O X X X
    X O O . O O X X X
    X X O O O X X X X
    X X X X X X X X X
    X . X X X X . X X
    X X X X X X X X X
    X X X X X X X X X
"""
THREE_IN_A_ROW = f"""
    X O X X X . O X X
    X O O O O O O X X
    X X X X X X X X X
    {BLACKS}
"""
SQUARE_FOUR = f"""
    X O . . O X X X X
    X O X X O X X X X
    X O O O O X X X X
    {BLACKS}
"""
BULKY_FIVE = f"""
    X O X X . O X X X
    X O X X X O X X X
    X O O O O O X X X
    {BLACKS}
"""
FOUR_IN_A_ROW = f"""
    X O X X X X . O X
    X O O O O O O O X
    X X X X X X X X X
    {BLACKS}
"""
INSIDE_TWO_EYES = f"""
    X O X X . O . O X
    X O O O O O O O X
    X X X X X X X X X
    {BLACKS}
"""


def found(diagram: str, dead: str, rules: str = "chinese") -> dict[str, set[str]]:
    """The vertices of each status when the playouts take the chains of ``dead`` for dead."""
    position = Position.from_diagram(diagram, rules=RULES[rules])
    sign = {BLACK: 1.0, WHITE: -1.0, EMPTY: 0.0}
    ownership = [sign[position.color_at(point)] for point in range(position.size**2)]
    for vertex in vertices_to_points(dead, position.size):
        for point in position.chain_at(vertex):
            ownership[point] *= -0.5
    status = judge(position, ownership, read_out=True)
    return {
        each.value: set(points_to_vertices(status.points(each), position.size).split())
        for each in Status
    }


@pytest.mark.parametrize(
    ("diagram", "dead", "seki"),
    [
        pytest.param(CGOS, "D9", "D9 J8 F9 G8", id="white seems dead"),
        pytest.param(CGOS, "F9", "D9 J8 F9 G8", id="black seems dead"),
        pytest.param(EYE_EACH, "B9", "B9 D8 F9 H8", id="one eye each, one common liberty"),
        pytest.param(EYE_EACH, "F9", "B9 D8 F9 H8", id="one eye each, the other seems dead"),
        pytest.param(EYE_EACH, "B9 F9", "B9 D8 F9 H8", id="one eye each, both seem dead"),
        pytest.param(NO_EYES, "B9", "B9 D8 F9 H8", id="two common liberties"),
        pytest.param(AROUND_STONES, "B9", "B9 D8 D5", id="around two stones"),
        pytest.param(AROUND_STONES, "D8", "B9 D8 D5", id="around two stones that seem dead"),
    ],
)
def test_seki(diagram: str, dead: str, seki: str) -> None:
    status = found(diagram, dead)
    assert set(seki.split()) <= status["seki"], status
    assert not status["dead"]


@pytest.mark.parametrize(
    ("diagram", "dead"),
    [
        pytest.param(AN_EYE_AGAINST_NONE, "G9", id="an eye against none"),
        pytest.param(LIBERTIES_OUTSIDE, "B9", id="the enemy has liberties elsewhere"),
        pytest.param(THREE_IN_A_ROW, "B9", id="three in a row"),
        pytest.param(SQUARE_FOUR, "B9", id="square four"),
        pytest.param(BULKY_FIVE, "B9", id="bulky five"),
        pytest.param(INSIDE_TWO_EYES, "C9", id="stones inside two eyes"),
    ],
)
def test_no_seki(diagram: str, dead: str) -> None:
    status = found(diagram, dead)
    assert dead in status["dead"], status
    assert not status["seki"]


def test_captors_of_a_nakade_are_dead_even_if_they_seem_alive() -> None:
    status = found(THREE_IN_A_ROW, "C9")
    assert {"B9", "B8"} <= status["dead"]
    assert "C9" in status["alive"]


def test_captors_of_four_in_a_row_live() -> None:
    """White takes four stones and has two eyes; it is Black's move that would not help."""
    status = found(FOUR_IN_A_ROW, "C9")
    assert "C9" in status["dead"]


def test_what_depends_on_who_plays_is_left_to_the_playouts() -> None:
    assert "B9" in found(THREE_IN_A_ROW.replace("X O X X X . O", "X O . . . O O"), "B9")["dead"]


def test_where_suicide_is_legal_nothing_is_read() -> None:
    assert "D9" in found(CGOS, "D9", rules="new-zealand")["dead"]


def test_the_engine_tells_controllers() -> None:
    session = Session(Engine())
    session.engine.new_game(9)
    position = Position.from_diagram(CGOS)
    points = {color: [p for p in range(81) if position.color_at(p) == color] for color in (1, 2)}
    session.engine.set_stones(points[BLACK], points[WHITE], BLACK)
    session.engine.set_parameter("status_simulations", "500")
    assert not {"D9", "F9"} & set((session.answer("final_status_list dead") or "").split())
    assert {"D9", "F9"} <= set((session.answer("final_status_list seki") or "").split())
