"""Regions of a board with what borders them."""

from __future__ import annotations

import pytest

from board_ext.benches.tactics_probe import TacticsProbe
from board_ext.coords import BLACK, EMPTY, WHITE, opponent
from tests.board_ext.tactics.cases import PlainBoard, random_probes, symmetric_cases


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
    assert TacticsProbe(5).region(0) is None
    assert TacticsProbe(4).region(0) == (list(range(16)), 0, 0, [])
