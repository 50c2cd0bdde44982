"""Diagrams in and out."""

from __future__ import annotations

import pytest

from board_ext.coords import MAX_SIZE, MIN_SIZE, vertices_to_points
from board_ext.diagram import format_diagram, parse_diagram

PLAIN = """
    . X .
    X O a
    . X b
"""


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        ".X.\nXOa\n.Xb",
        "  A B C\n3 . X .\n2 X O a\n1 . X b\n  A B C\n",
        "   A B C\n 3 . X . 3\n 2 X O a 2\n 1 . X b 1\n",
        "3.X+3\n\n2XOa2\n1.Xb1",
    ],
)
def test_spellings_of_one_position(text: str) -> None:
    diagram = parse_diagram(text)
    assert diagram.size == 3
    assert list(diagram.black) == vertices_to_points("B1 A2 B3", 3)
    assert list(diagram.white) == vertices_to_points("B2", 3)
    assert {mark: list(points) for mark, points in diagram.marks.items()} == {
        "a": vertices_to_points("C2", 3),
        "b": vertices_to_points("C1", 3),
    }


def test_mark_on_several_points() -> None:
    assert parse_diagram("a.\n.a").marks == {"a": (1, 2)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "2 to 19 rows, this one has 0"),
        ("X", "2 to 19 rows, this one has 1"),
        ("\n".join(["." * 20] * 20), "this one has 20"),
        ("..\n...", "row 1 of the diagram .* has 3 points, but there are 2 rows"),
        ("..\n.o", "has 'o': use X, O"),
        ("..\n#.", "has '#'"),
        ("2 ..\n2 ..", r"row 1 of the diagram \(..\) is numbered 2"),
        ("2 .. 1\n1 ..", "row 2 of the diagram"),
        (". 1 .\n. .", "not a row"),
        ("12", "not a row"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_diagram(text)


def test_format() -> None:
    colors = [0, 1, 0, 1, 2, 0, 0, 1, 0]
    assert format_diagram(3, colors, coordinates=False) == ". X .\nX O .\n. X ."
    assert format_diagram(3, colors).splitlines() == [
        " 3 . X .",
        " 2 X O .",
        " 1 . X .",
        "   A B C",
    ]


@pytest.mark.parametrize("coordinates", [True, False])
@pytest.mark.parametrize("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_round_trip(size: int, coordinates: bool) -> None:
    colors = [(point * point + point // 3) % 3 for point in range(size * size)]
    diagram = parse_diagram(format_diagram(size, colors, coordinates))
    assert diagram.size == size
    assert diagram.black == tuple(p for p, color in enumerate(colors) if color == 1)
    assert diagram.white == tuple(p for p, color in enumerate(colors) if color == 2)
