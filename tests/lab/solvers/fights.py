"""What the tests of solvers share: eye spaces with their answers, and fights by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from board_ext.coords import EMPTY, neighbours, vertices_to_points
from board_ext.position import Position
from gtpengine.lab.solvers.lifedeath import Reader

SIZE = 9
NODES = 300_000

EYE_SPACES = [
    pytest.param("D5 E5", True, True, id="two points"),
    pytest.param("D5 E5 F5", True, False, id="three in a row"),
    pytest.param("D5 E5 E6", True, False, id="bent three"),
    pytest.param("D5 E5 D6 E6", True, True, id="square four"),
    pytest.param("D5 E5 F5 E6", True, False, id="pyramid four"),
    pytest.param("C5 D5 E5 F5", False, False, id="four in a row"),
    pytest.param("C5 D5 E5 E6", False, False, id="bent four"),
    pytest.param("D5 E5 F5 D6 E6", True, False, id="bulky five"),
    pytest.param("D5 E5 F5 E4 E6", True, False, id="cross"),
    pytest.param("D5 E5 F5 E4 E6 D6", True, False, id="rabbity six"),
    pytest.param("D5 E5 F5 D6 E6 F6", False, False, id="two by three"),
]
"""Spaces; whether Black kills when he plays first, and when White does."""


def points(text: str) -> list[int]:
    return vertices_to_points(text, SIZE)


def enclosed(space: str, black: str = "") -> tuple[Position, int]:
    """Return White around an eye space, amid Black who lives, and one of White's stones."""
    inside = points(space)
    ring = {
        p + step
        for p in inside
        for step in (-10, -9, -8, -1, 1, 8, 9, 10)
        if p + step not in inside
    }
    holes = {*inside, *points("A1 J9 A9 J1")}
    others = {p for p in range(SIZE * SIZE) if p not in holes and p not in ring}
    position = Position(SIZE)
    position.set_up([*others, *points(black)], sorted(ring))
    return position, min(ring)


def corner(rng: random.Random) -> Position | None:
    """Return stones by chance in a corner that Black, who lives, encloses."""
    living = [*range(7 * 4, 7 * 7), *(7 * row + column for row in range(4) for column in (5, 6))]
    eyes = {7 * 5 + 1, 7 * 5 + 3, 7 * 1 + 6, 7 * 5 + 5}
    black, white = [p for p in living if p not in eyes], []
    for point in (7 * row + column for row in range(4) for column in range(5)):
        kind = rng.random()
        if kind < 0.47:
            white.append(point)
        elif kind < 0.66:
            black.append(point)
    position = Position(7)
    try:
        position.set_up(black, white)
    except ValueError:
        return None
    return position


def closed_fights(position: Position, reader: Reader) -> Iterator[tuple[int, list[int], list[int]]]:
    """Return (stone, target, points) of the fights that no empty point leads out of."""
    size, seen = position.size, set[int]()
    for stone in range(size * size):
        if position.color_at(stone) == EMPTY or stone in seen:
            continue
        fight = reader.fight(position, stone)
        if fight is None:
            continue
        target, inside, _ = fight
        seen.update(target)
        around = {q for p in inside for q in neighbours(p, size)} - {*inside}
        if all(position.color_at(p) != EMPTY for p in around):
            yield stone, target, inside


def random_fights(
    rng: random.Random, reader: Reader
) -> Iterator[tuple[Position, int, list[int], list[int]]]:
    """Yield (position, stone, target, points) of fights in corners by chance, without end."""
    while True:
        position = corner(rng)
        if position is not None:
            for stone, target, inside in closed_fights(position, reader):
                yield position, stone, target, inside
