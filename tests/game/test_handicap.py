"""Handicap placements against GNU Go's answers, and the properties of free ones."""

from __future__ import annotations

import pytest

from board_ext.coords import (
    BLACK,
    PASS,
    WHITE,
    points_to_vertices,
    vertex_to_point,
)  # fmt: skip
from board_ext.position import Position
from gtpengine.game.handicap import (
    fixed_handicap,
    free_handicap,
    handicap_stones,
    max_fixed_handicap,
)  # fmt: skip


@pytest.mark.parametrize(
    ("size", "stones", "vertices"),
    [
        (19, 2, "Q16 D4"),
        (19, 3, "D16 Q16 D4"),
        (19, 4, "D16 Q16 D4 Q4"),
        (19, 5, "D16 Q16 K10 D4 Q4"),
        (19, 6, "D16 Q16 D10 Q10 D4 Q4"),
        (19, 7, "D16 Q16 D10 K10 Q10 D4 Q4"),
        (19, 8, "D16 K16 Q16 D10 Q10 D4 K4 Q4"),
        (19, 9, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
        (9, 2, "G7 C3"),
        (9, 9, "C7 E7 G7 C5 E5 G5 C3 E3 G3"),
        (13, 3, "D10 K10 D4"),
        (11, 4, "C9 J9 C3 J3"),
        (8, 4, "C6 F6 C3 F3"),
        (7, 4, "C5 E5 C3 E3"),
        (12, 2, "K10 C3"),
        (14, 2, "L11 D4"),
    ],
)
def test_fixed_placements(size: int, stones: int, vertices: str) -> None:
    assert points_to_vertices(fixed_handicap(size, stones), size) == vertices


@pytest.mark.parametrize(
    ("size", "most"),
    [(2, 0), (5, 0), (6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (13, 9), (18, 4), (19, 9)],
)
def test_how_many_fixed_stones_there_are(size: int, most: int) -> None:
    assert max_fixed_handicap(size) == most
    for stones in (-1, 0, 1, most + 1, 1000):
        with pytest.raises(ValueError, match="no fixed handicap"):
            fixed_handicap(size, stones)


@pytest.mark.parametrize("size", [2, 3, 5, 6, 7, 8, 9, 13, 19])
def test_free_placements(size: int) -> None:
    points = size * size
    for stones in {2, 3, 4, 9, 10, 17, points - 1}:
        if stones >= points:
            continue
        chosen = free_handicap(size, stones)
        assert len(set(chosen)) == stones == len(chosen)
        assert all(0 <= point < points for point in chosen)
        if 2 <= stones <= max_fixed_handicap(size):
            assert chosen == fixed_handicap(size, stones)
        elif size >= 9 and stones <= 20:
            rows_columns = [divmod(point, size) for point in chosen]
            assert all(2 <= x <= size - 3 for place in rows_columns for x in place)
    for stones in (-5, 0, 1, points):
        with pytest.raises(ValueError, match="handicap"):
            free_handicap(size, stones)


@pytest.mark.parametrize(
    ("moves", "stones"),
    [
        ("", 0),
        ("B C3", 0),
        ("B C3 W G7", 0),
        ("B C3 B G7", 2),
        ("B C3 B G7 B C7 W G3 B E5 W E3", 3),
        ("B C3 B G7 W C7 W G3", 0),  # an opening sent colour by colour
        ("B C3 B G7 B E5 W C7 W G3", 2),
        ("B C3 B G7 W pass W C7 W G3", 2),
        ("B pass B C3 B G7", 0),
        ("W C3 W G7 B E5 B E3", 0),
    ],
)
def test_stones_that_black_plays_first_are_a_handicap(moves: str, stones: int) -> None:
    position = Position(9)
    words = moves.split()
    for color, vertex in zip(words[::2], words[1::2], strict=True):
        point = PASS if vertex == "pass" else vertex_to_point(vertex, 9)
        position.play(point, BLACK if color == "B" else WHITE)
    assert handicap_stones(position) == stones


def test_stones_set_up_are_a_handicap_whatever_is_played() -> None:
    position = Position(9)
    assert handicap_stones(position) == 0
    position.set_up(fixed_handicap(9, 4), [], WHITE, 4)
    assert handicap_stones(position) == 4
    position.play(40, WHITE)
    assert handicap_stones(position) == 4
