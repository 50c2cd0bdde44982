"""Capturing races: the count against diagrams, the outcome against a search of its model."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from board_ext.coords import BLACK
from board_ext.solvers.semeai import outcome, race
from tests.board_ext.tactics.cases import PlainBoard, named, random_probes, symmetric_cases

Side = tuple[int, int, int]
WIN, SEKI, LOSS = 1, 0, -1
ALIVE = 1000

# Shared liberties; outside, approach and eye of Black and of White; what becomes of Black when he
# begins, of White when he does.
RACES = [
    (0, (2, 0, 0), (2, 0, 0), WIN, WIN, "two against two", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O X X X X
        . # # @ @ . X
        . # # @ @ . X"""),
    (0, (2, 0, 0), (1, 0, 0), WIN, LOSS, "two against one", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O X X X X
        . # # @ @ X X
        . # # @ @ . X"""),
    (1, (2, 1, 0), (1, 0, 0), WIN, LOSS, "an approach move", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X O O X X X
        . O O O X X X
        . # # . @ @ ."""),
    (0, (2, 0, 0), (1, 0, 0), WIN, LOSS, "the last liberty needs no approach move", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O . X X . .
        . O # @ X . .
        . # # @ @ . ."""),
    (1, (1, 0, 0), (0, 0, 0), WIN, LOSS, "one shared liberty", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . O X X X X
        O O # @ @ X X
        . # # . @ @ @"""),
    (2, (0, 0, 0), (0, 0, 0), SEKI, SEKI, "seki by two shared liberties", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O O X X .
        O # # # @ @ X
        . O # s @ X .
        . O # s @ X ."""),
    (2, (0, 0, 0), (0, 0, 1), LOSS, WIN, "eye against none", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . O O X X X
        O O # . @ @ @
        # # # . @ . @"""),
    (1, (0, 0, 1), (0, 0, 1), SEKI, SEKI, "eye against eye", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O O X X X
        # # # # @ @ @
        # . # s @ . @"""),
    (0, (1, 0, 0), (0, 0, 2), LOSS, WIN, "a stone in an eye of three points", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O X X X X X
        O # @ @ @ @ @
        . # @ . X . @"""),
    (0, (1, 0, 0), (0, 0, 5), LOSS, WIN, "a square four", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O X X X X .
        O # @ @ @ @ X
        . # @ . . @ X
        O # @ . . @ X"""),
    (1, (0, 0, 0), (0, 0, ALIVE), LOSS, WIN, "two eyes", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X X X X X .
        . @ @ @ @ @ X
        # @ . @ . @ X"""),
    (1, (0, 0, 0), (0, 0, ALIVE), LOSS, WIN, "a space that makes two eyes", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X X X X X X
        . @ @ @ @ @ @
        # @ . . . . @"""),
    (0, (1, 0, 0), (2, 0, 0), LOSS, WIN, "a false eye is an outside liberty", """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O . X . . .
        O # @ @ X . .
        . # @ . @ . ."""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("shared", "black", "white", "black_first", "white_first", "text"), named(RACES)
)
def test_races(
    shared: int, black: Side, white: Side, black_first: int, white_first: int, text: str
) -> None:
    for case in symmetric_cases(text):
        first, second = case.marks["#"][0], case.marks["@"][0]
        expected = (shared, black, white, black_first, white_first)
        assert race(case.probe, first, second) == expected, str(case)
        swapped = (shared, white, black, white_first, black_first)
        assert race(case.probe, second, first) == swapped


@cache
def best(a: int, b: int, s: int, ea: int, eb: int, passed: bool = False) -> int:
    """What the side to move reaches, with ``a`` outside liberties and ``ea`` in its eye against
    ``b`` and ``eb``, and ``s`` shared. An eye is filled last; both may pass."""
    found = SEKI if passed else -best(b, a, s, eb, ea, True)
    if b:
        found = max(found, WIN if b + s + eb == 1 else -best(b - 1, a, s, eb, ea))
    if s:
        if b + s + eb == 1:
            return WIN
        if a + s + ea > 1:
            found = max(found, -best(b, a, s - 1, eb, ea))
    if eb and not b and not s:
        found = max(found, WIN if eb == 1 else -best(b, a, s, eb - 1, ea))
    return found


def test_outcome_against_a_search() -> None:
    eyes = (0, 1, 2, 3, 5)
    asked = 0
    for a, b, s, ea, eb in product(range(7), range(7), range(5), eyes, eyes):
        if a + s + ea and b + s + eb:
            assert outcome(a, b, s, ea, eb) == best(a, b, s, ea, eb)
            asked += 1
    assert asked > 5000
    assert outcome(3, 0, 1, ALIVE, ALIVE) == SEKI


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [3, 7, 9])
def test_random_races(size: int) -> None:
    for probe in random_probes(size, {3: 20, 7: 4, 9: 3}[size], seed=6, every=size):
        colors = probe.colors()
        board = PlainBoard(size, colors)
        for point, color in enumerate(colors):
            if color != BLACK:
                continue
            for other in probe.chain_neighbours(point):
                shared, black, white, first, second = race(probe, point, other)
                assert shared == len(board.liberties(point) & board.liberties(other))
                for side, stone in ((black, point), (white, other)):
                    outside, approach, eye = side
                    own = len(board.liberties(stone)) - shared
                    assert 0 <= approach <= outside
                    assert outside - approach <= own
                    assert (outside - approach == own) == (eye == 0)
                assert race(probe, other, point) == (shared, white, black, second, first)
