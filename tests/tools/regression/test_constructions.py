"""What the makers of positions share: symmetries, rings, eyes."""

from __future__ import annotations

import random

from gtpengine.tools.regression.constructions import Made, lives, ring, wins, with_eyes

from board_ext.coords import BLACK, EMPTY, WHITE, vertex_to_point
from board_ext.position import Position

SIZE = 5


def point(vertex: str) -> int:
    return vertex_to_point(vertex, SIZE)


def test_a_ring_has_the_diagonals_and_ends_at_the_edge() -> None:
    assert ring({point("A1")}, SIZE) == {point(v) for v in ("A2", "B2", "B1")}
    assert len(ring({point("C3"), point("C4")}, SIZE)) == 10


def test_symmetries_move_stones_and_keep_the_rest() -> None:
    colors = tuple(BLACK if p == point("B1") else EMPTY for p in range(SIZE * SIZE))
    made = Made("ko", SIZE, colors, WHITE, BLACK, "note")
    places = {made.transformed(symmetry).stones(BLACK)[0] for symmetry in range(8)}
    assert places == {point(v) for v in ("B1", "D1", "B5", "D5", "A2", "A4", "E2", "E4")}
    assert made.transformed(0) == made
    assert made.transformed(5).winner == BLACK


def test_an_area_with_eyes_lives() -> None:
    size = 9
    colors = [BLACK if p < 45 else WHITE for p in range(size * size)]
    for color in (BLACK, WHITE):
        with_eyes(colors, color, (), size, random.Random(1))
    position = Made("ko", size, tuple(colors), BLACK, None, "").position()
    assert lives(position, BLACK, ())
    assert lives(position, WHITE, ())
    assert not lives(Position(size), BLACK, ())


def test_the_dead_decide_who_wins() -> None:
    position = Position.from_diagram("""
        X X X X X
        X X X X X
        . X . X .
        O O O O O
        . O . O .
    """)
    white = [p for p in range(SIZE * SIZE) if position.color_at(p) == WHITE]
    assert wins(position, WHITE, ())  # 15 to 10, and komi
    assert wins(position, BLACK, white)
