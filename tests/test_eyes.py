"""Eyes of one point, and regions with what borders them."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE, opponent
from board_ext.probe import Probe
from tests.tactics import PlainBoard, named, random_probes, symmetric_cases

# a for Black.
EYES = [
    ("none", "open", """
        . . . . .
        . . X . .
        . X a . .
        . . X . .
        . . . . ."""),
    ("none", "an enemy stone beside it", """
        . . . . .
        . . X . .
        . X a O .
        . . X . .
        . . . . ."""),
    ("true", "in the middle", """
        . . . . .
        . . X . .
        . X a X .
        . . X . .
        . . . . ."""),
    ("true", "one diagonal is the enemy's", """
        . . . . .
        . O X . .
        . X a X .
        . . X . .
        . . . . ."""),
    ("false", "two diagonals are the enemy's", """
        . . . . .
        . O X . .
        . X a X .
        . . X O .
        . . . . ."""),
    ("false", "three diagonals are the enemy's", """
        . . . . .
        . O X O .
        . X a X .
        . . X O .
        . . . . ."""),
    ("true", "on the edge", """
        . . . . .
        . . . . .
        . . . . .
        . . X . .
        . X a X ."""),
    ("false", "on the edge, one diagonal is the enemy's", """
        . . . . .
        . . . . .
        . . . . .
        . . X O .
        . X a X ."""),
    ("true", "in the corner", """
        . . . . .
        . . . . .
        . . . . .
        X X . . .
        a X . . ."""),
    ("false", "in the corner, the diagonal is the enemy's", """
        . . . . .
        . . . . .
        X . . . .
        X O . . .
        a X X . ."""),
    ("true", "one chain all around, on the edge", """
        . . . . .
        . . . . .
        X X X X .
        X . O X X
        X X X a X"""),
    ("true", "one chain all around, in the middle", """
        . X X X X X .
        . X . X . X .
        . X O X O X .
        . X X a X X .
        . . X X X . .
        . . . . . . .
        . . . . . . ."""),
    ("true", "two-headed dragon: two chains share two false eyes", """
        . . . . .
        X X X X X
        a X . X a
        X O . O X
        X X X X X"""),
    ("false", "two chains share one eye", """
        . . . . .
        X X X X X
        a X . . O
        X O . O X
        X X X X X"""),
    ("false", "the second eye borders on a third chain", """
        . . . . . . .
        . . . . . . .
        X X X X X O .
        a X . X . X .
        X O . O X O .
        X . . . X O .
        X X X X X O ."""),
    ("true", "the second eye borders on the two chains alone", """
        . . . . . . .
        . . . . . . .
        X X X X X X .
        a X . X a X .
        X O . O X O .
        X . . . X O .
        X X X X X O ."""),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), named(EYES))
def test_eyes(kind: str, text: str) -> None:
    for case in symmetric_cases(text):
        for point in case.marked("a"):
            assert case.probe.eye_kind(point, case.color(BLACK)) == kind, str(case)
            assert case.probe.eye_kind(point, case.color(WHITE)) == "none"


def test_region_of_a_diagram() -> None:
    text = """
        . . . . .
        O O O . .
        a b O O .
        c X . O .
        # a O . ."""
    # The region through Black's stones: all but the white wall.
    for case in symmetric_cases(text):
        white = case.color(WHITE)
        points = [p for p, c in enumerate(case.probe.colors()) if c != white]
        (corner,) = case.marked("b")
        found = case.probe.region(corner, case.color(BLACK))
        assert found is not None
        assert found[0] == sorted(set(points) & set(found[0]))
        assert (len(found[0]), found[1], found[2]) == (7, 2, white)
        assert len(found[3]) == 2
        assert case.probe.region(corner, case.color(BLACK), 7) == found
        assert case.probe.region(corner, case.color(BLACK), 6) is None
        plain = case.probe.region(corner)
        assert plain is not None
        assert (len(plain[0]), plain[1], plain[2]) == (3, 0, BLACK | WHITE)


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [2, 5, 9])
def test_random_regions(size: int) -> None:
    for probe in random_probes(size, {2: 5, 5: 6, 9: 3}[size], seed=3, every=size):
        colors = probe.colors()
        for point, color in enumerate(colors):
            for through in {EMPTY, color, opponent(color) if color else BLACK}:
                if color not in (EMPTY, through):
                    continue
                # One colour for everything that is passed.
                board = PlainBoard(size, [9 if c in (EMPTY, through) else c for c in colors])
                region = board.chain(point)
                border = board.around(region)
                found = probe.region(point, through)
                if found is None:
                    assert len(region) > 24
                    continue
                points, stones, mask, chains = found
                assert points == sorted(region)
                assert stones == sum(colors[p] != EMPTY for p in region)
                assert mask == sum({colors[p] for p in border})
                plain = PlainBoard(size, colors)
                assert sorted(min(plain.chain(c)) for c in chains) == sorted(
                    {min(plain.chain(p)) for p in border}
                )


def test_no_region_larger_than_its_memory() -> None:
    assert Probe(5).region(0) is None
    assert Probe(4).region(0) == (list(range(16)), 0, 0, [])
