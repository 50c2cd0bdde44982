"""Patterns of the common fate graph: chains are single nodes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.lab.learning.commonfate import keys_around
from gtpengine.prediction.harvest import Harvest
from gtpengine.prediction.movemodel import MoveModel
from tests.patterns.games import image, random_game

# A white chain with the liberty E1 alone, and one black chain around it.
STRAIGHT = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    X X X X . . .
    O O O O . . .
"""
BENT = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X X X . . .
    . X O X . . .
    . X O O . . .
"""
LIBERTY = STRAIGHT.replace("X X X X . . .", ". X X X . . .")
FLAT = STRAIGHT.replace(". . . X . . .", ". . . . . . .")
Keys = list[tuple[int, int]]


def keys(position: Position, vertex: str, size: int = 8) -> Keys:
    return keys_around(position, vertex_to_point(vertex, position.size), size)


def of(diagram: str, color: int = BLACK) -> Keys:
    return keys(Position.from_diagram(diagram, to_play=color), "E1")


def test_chains_with_a_common_fate_make_one_pattern_whatever_their_form() -> None:
    straight, bent = of(STRAIGHT), of(BENT)
    # The neighbours of the liberty, and theirs: the black chain, and empty points.
    assert straight[:2] == bent[:2]
    # Around the black chains are other points.
    assert straight[2] != bent[2]


def test_liberties_and_sides_make_other_patterns() -> None:
    assert of(STRAIGHT)[0] != of(LIBERTY)[0]
    assert of(STRAIGHT)[0] != of(STRAIGHT, WHITE)[0]
    swapped = STRAIGHT.translate(str.maketrans("XO", "OX"))
    assert of(STRAIGHT) == of(swapped, WHITE)


def test_which_nodes_touch_is_part_of_the_pattern() -> None:
    """E3 touches the black chain or not: both are as far from the move, with equal labels."""
    straight, flat = of(STRAIGHT), of(FLAT)
    assert straight[0] == flat[0]
    assert straight[1] != flat[1]


def test_the_node_of_the_last_move_is_marked() -> None:
    position = Position.from_diagram(BENT, to_play=BLACK)
    assert [marked for _, marked in keys(position, "E1")] == [0] * len(keys(position, "E1"))
    position.play(vertex_to_point("G7", 7))
    position.play(vertex_to_point("F1", 7))
    near, far = keys(position, "E1"), keys(position, "A7")
    assert near[0][1] not in (0, near[0][0])
    assert far[0][1] == far[1][1] == 0
    # The same stones after another move: the same patterns, another mark.
    other = Position.from_diagram(BENT.replace("X O O . . .", "X O O . O ."), to_play=BLACK)
    other.play(vertex_to_point("G7", 7))
    other.play(PASS)
    assert [plain for plain, _ in keys(other, "E1")] == [plain for plain, _ in near]
    assert {marked for _, marked in keys(other, "E1")} == {0}


def test_all_symmetric_forms_of_a_position_have_the_same_patterns() -> None:
    game = random_game(7, 30, 3)
    found = []
    for symmetry in range(8):
        points = image(game.points, 7, symmetry).tolist()
        position, seen = Position(7), []
        for point in points:
            seen.append(keys_around(position, point, 8))
            position.play(point)
        found.append(seen)
    assert all(one == found[0] for one in found)
    assert any(marked for move in found[0] for _, marked in move)


def test_a_pattern_contains_one_smaller_pattern() -> None:
    """So the sums of a model's rows are those of the patterns inside."""
    inside: dict[int, int] = {}
    for seed in range(20):
        game, position = random_game(9, 50, seed), Position(9)
        for point in game.points.tolist():
            found = keys_around(position, point, 7)
            for (inner, _), (outer, _) in itertools.pairwise(found):
                assert inside.setdefault(outer, inner) == inner
            position.play(point)
    assert len(inside) > len(set(inside.values())) > 100


def test_patterns_end_with_the_graph_or_with_too_many_nodes() -> None:
    assert len(keys(Position(2), "A1", 14)) == 2  # two neighbours, and the opposite corner
    centre = keys(Position(19), "K10", 14)
    # 1 + 4 + 8 + ... + 28 = 113 nodes up to distance 7, and 145 up to 8.
    assert len(centre) == 7
    assert len({plain for plain, _ in centre}) == 7


def test_keys_are_the_same_everywhere() -> None:
    """Model files hold them."""
    assert [plain for plain, _ in keys(Position(9), "E5", 4)] == [
        18131077680269721290,
        17215337499193439654,
    ]


def test_a_model_finds_the_patterns_that_were_counted() -> None:
    game = random_game(9, 40, 5)
    harvest = Harvest(6, 1, common_fate=True)
    harvest.count_game(game.points, 9)
    known, parents = harvest.frequent(1)
    assert (parents >= 0).any()
    rows = np.zeros((n_features() + len(known), ROW), np.float32)
    model = MoveModel(rows, known, 6, False, common_fate=True)
    circles = MoveModel(rows, known, 6, False)
    position = Position(9)
    for point in game.points.tolist():
        wanted = {key for pair in keys_around(position, point, 6) for key in pair if key}
        active = model.active(position, point)
        found = {int(known[row - n_features()]) for row in active if row >= n_features()}
        assert wanted < found and len(found) == len(wanted) + 1  # and the 3x3 neighbourhood
        assert wanted.isdisjoint(
            int(known[row - n_features()])
            for row in circles.active(position, point)
            if row >= n_features()
        )
        position.play(point)


@pytest.mark.parametrize(
    ("vertex", "size", "why"),
    [("D1", 5, "point 3 is not empty"), ("E1", 2, "size 2: give 3 to 14"), ("E1", 15, "size 15")],
)
def test_what_has_no_pattern_is_refused(vertex: str, size: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        keys(Position.from_diagram(STRAIGHT), vertex, size)
