"""Points and their names."""

from __future__ import annotations

import numpy as np
import pytest

from board_ext.coords import (
    BLACK,
    EMPTY,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    RESIGN,
    WHITE,
    check_size,
    color_name,
    neighbours,
    opponent,
    parse_color,
    point_to_vertex,
    points_to_vertices,
    star_points,
    vertex_to_point,
    vertices_to_points,
)


@pytest.mark.parametrize(
    ("vertex", "size", "point"),
    [
        ("A1", 19, 0),
        ("B1", 19, 1),
        ("T1", 19, 18),
        ("A2", 19, 19),
        ("H1", 9, 7),
        ("J1", 9, 8),
        ("j9", 9, 80),
        ("d4", 19, 60),
        ("T19", 19, 360),
        (" q16 ", 19, 300),
        ("D04", 19, 60),
        ("b2", 2, 3),
        ("pass", 9, PASS),
        ("PaSs", 9, PASS),
    ],
)
def test_vertex_to_point(vertex: str, size: int, point: int) -> None:
    assert vertex_to_point(vertex, size) == point


@pytest.mark.parametrize(
    ("vertex", "size", "message"),
    [
        ("I5", 19, "letter I"),
        ("K1", 9, "off the 9x9 board: use A1 to J9"),
        ("A10", 9, "off the 9x9 board"),
        ("A0", 9, "off the 9x9 board"),
        ("A" + "9" * 5000, 19, "off the 19x19 board"),
        ("", 9, "not a vertex"),
        ("D", 9, "not a vertex"),
        ("4D", 9, "not a vertex"),
        ("D-4", 9, "not a vertex"),
        ("D+4", 9, "not a vertex"),
        ("D 4", 9, "not a vertex"),
        ("D4x", 9, "not a vertex"),
        ("D٤", 9, "not a vertex"),
        ("D²", 9, "not a vertex"),
        ("resign", 9, "not a vertex"),
        ("A1", 1, "board size 1"),
        ("A1", 20, "board size 20"),
    ],
)
def test_vertex_to_point_refuses(vertex: str, size: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        vertex_to_point(vertex, size)


@pytest.mark.parametrize("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_names_and_points_are_inverse(size: int) -> None:
    names = [point_to_vertex(point, size) for point in range(size * size)]
    assert len(set(names)) == size * size
    assert [vertex_to_point(name.lower(), size) for name in names] == list(range(size * size))


def test_point_to_vertex_of_no_point() -> None:
    assert point_to_vertex(PASS, 9) == "pass"
    assert point_to_vertex(RESIGN, 9) == "resign"
    for point in (-3, 81):
        with pytest.raises(ValueError, match="off the 9x9 board"):
            point_to_vertex(point, 9)


def test_lists_of_vertices() -> None:
    points = vertices_to_points("A1 j9 pass", 9)
    assert points == [0, 80, PASS]
    assert vertices_to_points(["B1"], 9) == [1]
    assert points_to_vertices(points, 9) == "A1 J9 pass"


@pytest.mark.parametrize(
    ("vertex", "size", "expected"),
    [
        ("A1", 9, "B1 A2"),
        ("J9", 9, "J8 H9"),
        ("A9", 9, "A8 B9"),
        ("J1", 9, "H1 J2"),
        ("E1", 9, "D1 F1 E2"),
        ("E5", 9, "E4 D5 F5 E6"),
        ("A2", 2, "A1 B2"),
    ],
)
def test_neighbors(vertex: str, size: int, expected: str) -> None:
    assert points_to_vertices(neighbours(vertex_to_point(vertex, size), size), size) == expected


def test_colors() -> None:
    assert (opponent(BLACK), opponent(WHITE)) == (WHITE, BLACK)
    assert (color_name(BLACK), color_name(WHITE)) == ("black", "white")
    for text, color in {"b": BLACK, "BLACK": BLACK, "W": WHITE, "white ": WHITE}.items():
        assert parse_color(text) == color
    for text in ("", "green", "bl", "1"):
        with pytest.raises(ValueError, match="not a colour"):
            parse_color(text)
    for function in (opponent, color_name):
        with pytest.raises(ValueError, match="colour 0"):
            function(EMPTY)


def test_check_size() -> None:
    assert check_size(9) == 9
    assert type(check_size(np.int8(9))) is int
    for size in (1, 20, -9):
        with pytest.raises(ValueError, match="use 2 to 19"):
            check_size(size)
    for wrong in (9.0, "9", True):
        with pytest.raises(TypeError, match="not a whole number"):
            check_size(wrong)  # type: ignore[arg-type]


def test_star_points_are_those_of_real_boards() -> None:
    def named(size: int) -> str:
        return points_to_vertices(star_points(size), size)

    assert named(9) == "C3 G3 E5 C7 G7"
    assert named(13) == "D4 K4 G7 D10 K10"
    assert named(19) == "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16"
    assert named(10) == "C3 H3 C8 H8" and named(5) == "C3" and named(8) == ""
