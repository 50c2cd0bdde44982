"""Fights: who is attacked, where is played, and what is settled before anything is read."""

from __future__ import annotations

import random

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE, neighbours, opponent, vertices_to_points
from board_ext.position import Position
from board_ext.solvers.proofs.lifedeath import Reader
from tests.board_ext.solvers.eyespaces import SIZE, points
from tests.board_ext.solvers.made_fights import corner, enclosed
from tests.board_ext.tactics.cases import image

REACH = 4
"""FIGHT_REACH of fight.pxd: how many moves away a point may be."""

Found = tuple[list[int], list[int], list[int]] | None


def find(position: Position, stone: int) -> Found:
    return Reader(8).fight(position, stone)


def test_a_group_that_is_shut_in_fights_for_all_its_stones_inside_its_walls() -> None:
    position, stone = enclosed("D5 E5 F5")
    ring = [point for point in range(SIZE * SIZE) if position.color_at(point) == WHITE]
    assert len(ring) == 12
    assert find(position, stone) == (ring, sorted([*ring, *points("D5 E5 F5")]), [])


def test_chains_that_share_a_liberty_or_a_diagonal_are_one_target() -> None:
    position = Position.from_diagram("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X X X
        . . . . X . O
        O . O . X X X
        . O . . X . X
    """)
    expected: tuple[list[int], list[int], list[int]] = (
        vertices_to_points("B1 A2 C2", 7),
        vertices_to_points("A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3", 7),
        [],
    )
    for stone in expected[0]:
        assert find(position, stone) == expected
    (alone,) = vertices_to_points("G3", 7)
    assert find(position, alone) == ([alone], vertices_to_points("F3 G3", 7), [])


def test_how_many_liberties_of_a_wall_are_few_is_the_callers_choice() -> None:
    """Black's stone at E1 has one liberty, which White does not reach."""
    position = Position.from_diagram("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . X . . . .
        X X X X X X . . .
        O O O O O X . . .
        . . . O X . . . .
    """)
    (stone,) = points("D1")
    target, usual, _ = Reader(8).fight(position, stone) or ([], [], [])
    inside = sorted([*target, *points("A1 B1 C1")])
    assert usual == sorted([*inside, *points("E1 F1")])
    narrow = Reader(8).fight(position, stone, few=0)
    assert narrow == (target, inside, [])


def test_chains_of_the_attacker_that_may_be_captured_belong_to_the_points() -> None:
    """Black's stone at A1 may be; his stones outside, which have two eyes, may not."""
    position = Position.from_diagram("""
        X X X X X
        . X . X X
        X X X X X
        O O O O O
        X . . . O
    """)
    target = vertices_to_points("E1 A2 B2 C2 D2 E2", 5)
    inside = vertices_to_points("A1 B1 C1 D1", 5)
    assert find(position, target[0]) == (target, sorted(inside + target), [])


def distances(sources: list[int], through: list[int], size: int) -> dict[int, int]:
    """Moves from the nearest source over empty points, as far as is looked."""
    found = dict.fromkeys(sources, 0)
    edge = sources
    for step in range(1, REACH + 2):
        edge = [q for p in edge for q in neighbours(p, size) if q in through and q not in found]
        found |= dict.fromkeys(edge, step)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_a_stone_in_the_corner_has_the_points_that_it_reaches_first(seed: int) -> None:
    """Where Black is as near, play ends at a wall; where he is not, at a way out."""
    rng = random.Random(seed)
    position = Position(SIZE)
    inner = [SIZE * row + column for row in range(2, 8, 2) for column in range(2, 8, 2)]
    black = rng.sample(inner, rng.randint(1, 3))
    position.set_up(black, [0])
    empty = [p for p in range(SIZE * SIZE) if position.color_at(p) == EMPTY]
    far = REACH + 2
    ours, theirs = distances([0], empty, SIZE), distances(black, empty, SIZE)
    inside = [
        p
        for p in empty
        if ours.get(p, far) <= 2 or ours.get(p, far) <= min(REACH, theirs.get(p, far))
    ]
    beside = {q for p in (0, *inside) for q in neighbours(p, SIZE) if q in empty} - {*inside}
    exits = sorted(p for p in beside if ours.get(p, far) < theirs.get(p, far))
    assert find(position, 0) == ([0], [0, *inside], exits)


def test_a_stone_in_the_open_is_no_fight_to_read() -> None:
    position = Position(19)
    position.play(180)
    assert find(position, 180) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_fight_is_the_same_seen_from_each_side_and_with_the_colours_swapped(seed: int) -> None:
    rng, compared = random.Random(seed), 0
    while compared < 20:
        position = corner(rng)
        if position is None:
            continue
        size = position.size
        stones = {p: position.color_at(p) for p in range(size * size) if position.color_at(p)}
        stone = rng.choice([p for p, color in stones.items() if color == WHITE] or [0])
        found = find(position, stone) if stones.get(stone) else None
        if found is None:
            continue
        compared += 1
        for symmetry in range(8):
            for swapped in (False, True):
                seen = Position(size)
                sides: dict[int, list[int]] = {BLACK: [], WHITE: []}
                for point, color in stones.items():
                    own = opponent(color) if swapped else color
                    sides[own].append(image(point, size, symmetry))
                seen.set_up(sides[BLACK], sides[WHITE])
                other = find(seen, image(stone, size, symmetry))
                assert other is not None
                expected = [sorted(image(p, size, symmetry) for p in part) for part in found]
                assert list(other) == expected, position.to_diagram()


@pytest.mark.parametrize(
    ("space", "black", "settled"),
    [
        pytest.param("D5", "", True, id="one point"),
        pytest.param("D5 E5", "", True, id="two points"),
        pytest.param("D5 E5 D6 E6", "", True, id="square four: no move makes two eyes"),
        pytest.param("D5 E5 F5", "E5", True, id="three in a row, the vital point taken"),
        pytest.param("D5 E5 F5", "D5", False, id="three in a row, the vital point open"),
        pytest.param("D5 E5 F5", "", False, id="three in a row"),
        pytest.param("D5 E5 F5 D6 E6 F6", "", False, id="two by three"),
    ],
)
def test_a_space_for_one_eye_is_lost_without_reading(space: str, black: str, settled: bool) -> None:
    position, stone = enclosed(space, black)
    reader = Reader(14)
    answers = [reader.read(position, stone, WHITE, nodes=100_000)]
    nodes = reader.nodes
    answers.append(reader.read(position, stone, BLACK, nodes=100_000))
    assert (nodes == reader.nodes == 1) is settled
    if settled:
        assert answers == [(False, None), (True, None)]


def test_stones_in_atari_are_lost_without_reading_when_the_attacker_moves() -> None:
    position = Position(SIZE)
    position.set_up(points("A2 B2"), points("A1 B1"))
    (stone, _) = points("A1 B1")
    reader = Reader(14)
    assert reader.read(position, stone, BLACK) == (True, None)
    assert reader.nodes == 1
    reader.read(position, stone, WHITE)
    assert reader.nodes > 1
