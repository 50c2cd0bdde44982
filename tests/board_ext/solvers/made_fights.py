"""What the tests of solvers share: fights in eye spaces, and by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator

from board_ext.coords import EMPTY, neighbours
from board_ext.position import Position
from board_ext.solvers.proofs.lifedeath import Reader
from tests.board_ext.solvers.eyespaces import SIZE, points

NODES = 300_000


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


def below_black(rows: str) -> Position:
    """Two rows of 9x9 below Black's stones, which live with three eyes."""
    eyes = ". X X X X X . X X", "X X X X X X X X .", *["X X X X X X X X X"] * 5
    return Position.from_diagram("\n".join(eyes) + rows)
