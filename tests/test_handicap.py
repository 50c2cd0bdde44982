"""Handicap placements against GNU Go's answers, and the properties of free ones."""

from __future__ import annotations

import pytest

from board_ext.coords import points_to_vertices
from gtpengine.handicap import fixed_handicap, free_handicap, max_fixed_handicap


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
