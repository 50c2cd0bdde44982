"""Vital points and what a small eye space is worth, against diagrams and against a solver."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from board_ext.benches.tactics_probe import TacticsProbe
from board_ext.coords import BLACK, WHITE, opponent
from tests.board_ext.tactics.cases import named, symmetric_cases

Cell = tuple[int, int]
Shape = frozenset[Cell]

# The space that White encloses: its worth, v or b (both ends of the same region) where the vital
# point is, y another of its empty points.
SPACES = [
    ("one eye", "one point", """
        . . O . .
        . O y O .
        . . O . .
        . . . . .
        . . . . ."""),
    ("one eye", "two points", """
        . . . . .
        . O O . .
        O y y O .
        . O O . .
        . . . . ."""),
    ("vital", "straight three", """
        . . . . .
        . O O O .
        O y v y O
        . O O O .
        . . . . ."""),
    ("vital", "bent three in the corner", """
        . . . . .
        . . . . .
        O O . . .
        y O O . .
        v y O . ."""),
    ("two eyes", "straight four", """
        . . . . .
        . . . . .
        . . . . .
        O O O O O
        y y y y O"""),
    ("two eyes", "bent four", """
        . . . . .
        . . . . .
        O O . . .
        y O O O .
        y y y O ."""),
    ("two eyes", "zigzag four", """
        . . . . .
        . O O . .
        O y y O .
        . O y y O
        . . O O ."""),
    ("one eye", "square four", """
        . . . . .
        . O O . .
        O y y O .
        O y y O .
        . O O . ."""),
    ("vital", "pyramid four", """
        . . . . .
        . . O . .
        . O y O .
        O y v y O
        . O O O ."""),
    ("vital", "bulky five", """
        . . . . .
        O O O . .
        y y O O .
        y v y O .
        O O O . ."""),
    ("vital", "cross five", """
        . . O . .
        . O y O .
        O y v y O
        . O y O .
        . . O . ."""),
    ("two eyes", "straight five", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        O O O O O O
        y y y y y O"""),
    ("two eyes", "U of five", """
        . . . . .
        . O . O .
        O y O y O
        O y y y O
        . O O O ."""),
    ("vital", "rabbity six", """
        . O O . . .
        O y y O . .
        O y v y O .
        . O y O . .
        . . O . . .
        . . . . . ."""),
    ("two eyes", "rectangle of six", """
        . . . . . .
        . O O O . .
        O y y y O .
        O y y y O .
        . O O O . .
        . . . . . ."""),
    ("open", "seven points", """
        . . . . . .
        . O O O . .
        O y y y O .
        O y y y O .
        . O O y O .
        . . . O . ."""),
    ("one eye", "the vital point is taken", """
        . . . . .
        . O O O .
        O y X y O
        . O O O .
        . . . . ."""),
    ("vital", "an enemy stone beside the vital point", """
        . . O . .
        . O y O .
        O X v y O
        . O y O .
        . . O . ."""),
    ("unread", "an enemy stone in a straight four", """
        . . . . .
        . . . . .
        . . . . .
        O O O O O
        y y X y O"""),
    ("one eye", "three stones in a square four", """
        . . . . .
        . . . . .
        O O O . .
        X X O . .
        y X O . ."""),
    ("open", "not enclosed", """
        . . . . .
        . . . . .
        . . . . .
        O O . . .
        y y y . ."""),
]  # fmt: skip


@pytest.mark.parametrize(("worth", "text"), named(SPACES))
def test_spaces(worth: str, text: str) -> None:
    for case in symmetric_cases(text):
        owner = case.color(WHITE)
        vital = case.marked("v")
        stones = "X" in text
        for point in case.marked("vy"):
            found = case.probe.nakade_space(point, owner)
            assert found == (worth, vital[0] if vital else None), str(case)
            if not stones:
                assert case.probe.nakade_vital_point(point) == (vital[0] if vital else None)
                # To the attacker, who encloses nothing, it is nothing.
                assert case.probe.nakade_space(point, opponent(owner))[0] == "open"


def test_both_colours_around() -> None:
    text = """
        . . . . .
        . . . . .
        . . . . .
        O O X X .
        a b c O ."""
    for case in symmetric_cases(text):
        for point in case.marked("abc"):
            assert case.probe.nakade_vital_point(point) is None


def test_empty_board() -> None:
    assert TacticsProbe(2).nakade_vital_point(0) is None
    assert TacticsProbe(2).nakade_space(0, BLACK) == ("open", None)


def polyominoes(size: int) -> set[Shape]:
    """All fixed polyominoes, at the origin."""
    shapes: set[Shape] = {frozenset([(0, 0)])}
    for _ in range(size - 1):
        larger = set()
        for shape in shapes:
            for row, column in shape:
                for cell in neighbours((row, column)):
                    if cell not in shape:
                        grown = shape | {cell}
                        low = min(r for r, _ in grown), min(c for _, c in grown)
                        larger.add(frozenset((r - low[0], c - low[1]) for r, c in grown))
        shapes = larger
    return shapes


def neighbours(cell: Cell) -> Iterator[Cell]:
    row, column = cell
    yield from ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))


def parts(cells: Shape) -> int:
    """The number of connected parts."""
    left, count = set(cells), 0
    while left:
        todo = [left.pop()]
        count += 1
        while todo:
            for n in neighbours(todo.pop()):
                if n in left:
                    left.remove(n)
                    todo.append(n)
    return count


@cache
def lives(space: Shape, taken: Shape, attacker_moves: bool) -> bool:
    """Can the owner split the space in two (a part may hold attackers, who die in it)?

    Either side may pass; the attacker's stones stay, so what they hold is never split.
    """
    if parts(space) > 1:
        return True
    free = space - taken
    if attacker_moves:
        return all(lives(space, taken | {cell}, False) for cell in free) and (
            not free or lives(space, taken, False)
        )
    return any(lives(space - {cell}, taken, True) for cell in free if len(space) > 1)


@pytest.mark.parametrize(("size", "number"), [(1, 1), (2, 2), (3, 6), (4, 19), (5, 63), (6, 216)])
def test_every_shape_against_a_solver(size: int, number: int) -> None:
    shapes = polyominoes(size)
    assert len(shapes) == number
    for shape in shapes:
        board = 9
        space = {(row + 1) * board + column + 1: (row, column) for row, column in shape}
        wall = [point for point in range(board * board) if point not in space]
        probe = TacticsProbe(board, (), wall)
        kills = [p for p, c in space.items() if not lives(shape, frozenset([c]), False)]
        if not lives(shape, frozenset(), False):
            expected: tuple[str, int | None] = ("one eye", None)
        elif kills:
            (vital,) = kills
            expected = ("vital", vital)
        else:
            expected = ("two eyes", None)
        for point in space:
            assert probe.nakade_space(point, WHITE) == expected, shape
            assert probe.nakade_vital_point(point) == expected[1]
