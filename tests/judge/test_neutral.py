"""Neutral points: which of them may be filled."""

from __future__ import annotations

import numpy as np

from board_ext.coords import BLACK, WHITE, point_to_vertex
from board_ext.position import Position
from gtpengine.judge.neutral import neutral_point


def neutral(diagram: str, color: int, dead: tuple[tuple[int, int], ...] = ()) -> str | None:
    """The point that is filled; all stones live but those at ``dead`` (column, row from A1)."""
    position = Position.from_diagram(diagram)
    size = position.size
    owned = [{BLACK: 1.0, WHITE: -1.0}.get(position.color_at(p), 0.0) for p in range(size**2)]
    ownership = np.array(owned).reshape(size, size)
    for column, row in dead:
        ownership[row, column] *= -1.0
    found = neutral_point(position, color, [float(value) for value in ownership.reshape(-1)])
    return None if found is None else point_to_vertex(found, size)


LANE = """
    . X . O .
    . X . O .
    . X X O .
    . X O O .
    . X O . .
"""


def test_both_colours_fill_a_point_between_them() -> None:
    assert neutral(LANE, BLACK) in ("C4", "C5")
    assert neutral(LANE, WHITE) in ("C4", "C5")


def test_territories_have_no_neutral_points() -> None:
    full = LANE.replace(". X . O .", ". X X O .")
    assert neutral(full, BLACK) is None
    assert neutral(full, WHITE) is None


def test_dead_stones_make_no_neutral_points() -> None:
    full = LANE.replace(". X . O .", ". X X O .").replace(". X O . .", "O X O . .")
    assert neutral(full, BLACK, dead=((0, 0),)) is None


def test_a_chain_without_liberties_elsewhere_fills_nothing() -> None:
    """Black's stones at C4 and C5 have no eye: to fill E4 or E5 would put them in atari."""
    assert (
        neutral(
            """
            O O X . O
            O O X . O
            O O O O O
            . O . O .
            O . O . O
            """,
            BLACK,
        )
        is None
    )


def test_the_point_that_takes_stones_comes_first() -> None:
    """C1 takes a stone that lives; the points at the top are worth one."""
    taken = """
        . X . O .
        . X . O .
        . X X O .
        X X X X O
        . X O . X
    """
    assert neutral(taken, BLACK) == "D1"
