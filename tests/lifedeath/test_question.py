"""Questions: groups that are shut in, and regions that a person names."""

from __future__ import annotations

import random

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point, vertices_to_points
from board_ext.position import Position
from board_ext.solvers.proofs.lifedeath import Reader
from gtpengine.lifedeath.question import (
    FEW,
    LARGEST,
    USUAL,
    NoProblemError,
    bordered,
    find_groups,
    find_questions,
    given_question,
    opened,
)
from tests.lifedeath.positions import LOOSE, THREE, position_of

WHITES = vertices_to_points("D1 A2 B2 C2 D2", 9)
INSIDE = vertices_to_points("A1 B1 C1", 9)


def test_the_group_that_is_shut_in_comes_first() -> None:
    first = next(find_questions(position_of(THREE)))
    assert (first.defender, first.attacker, first.mover) == (WHITE, BLACK, BLACK)
    assert sorted(first.target) == sorted(WHITES)
    assert set(INSIDE) <= set(first.region) and not first.exits


def test_an_empty_board_asks_nothing() -> None:
    assert list(find_questions(Position(9))) == []


def test_a_group_has_a_region_for_each_number_of_liberties_that_are_few() -> None:
    regions = find_groups(position_of(LOOSE))[0]
    assert tuple(sorted(regions)) == FEW
    assert all(sorted(one.target) == sorted(regions[0].target) for one in regions.values())
    outside = set(vertices_to_points("E1 F1", 9))
    assert not outside & set(regions[0].region) and outside <= set(regions[FEW[1]].region)


def test_a_region_is_about_the_colour_that_is_inside() -> None:
    question = given_question(position_of(THREE), [*WHITES, *INSIDE])
    assert (question.defender, sorted(question.target)) == (WHITE, sorted(WHITES))
    assert question.moves() == INSIDE
    with pytest.raises(NoProblemError, match="no stones"):
        given_question(position_of(THREE), vertices_to_points("G7 H7 G8", 9))


def test_stones_that_the_region_may_capture_belong_to_it() -> None:
    question = given_question(position_of(THREE), INSIDE)
    assert (question.defender, sorted(question.target)) == (WHITE, sorted(WHITES))
    assert sorted(question.region) == sorted([*WHITES, *INSIDE])


def test_a_region_that_is_too_large_is_refused() -> None:
    position = position_of(THREE)
    with pytest.raises(NoProblemError, match="81 points: name at most 63"):
        given_question(position, range(81))
    target, points, exits, _ = given_question(position, range(63)).fight
    assert len(points) == 63
    with pytest.raises(ValueError, match="81 points: give at most 63"):
        Reader(8).solve(position, WHITE, (target, range(81), exits), BLACK)


def test_a_move_keeps_the_region_and_a_pass_changes_the_side() -> None:
    question = next(find_questions(position_of(THREE)))
    after = question.after(vertex_to_point("B1", 9))
    assert (after.region, after.target, after.mover) == (question.region, question.target, WHITE)
    assert question.after(PASS).moves() == question.moves()


def test_a_stone_without_liberties_in_the_region_is_taken() -> None:
    """White's stone at A5 has a liberty outside, at A4, which counts as Black's."""
    position = Position.from_diagram("""
        O . X . .
        . X X . .
        . . . . .
        . . . . .
        . . . . .
    """)
    position.to_play = BLACK
    (stone, corner, outside) = vertices_to_points("A5 B5 A4", 5)
    question = given_question(position, [stone, corner], WHITE)
    after = question.after(corner)
    assert after.position.color_at(stone) == WHITE and after.board.color_at(stone) == 0
    assert question.board.color_at(outside) == BLACK
    assert question.after(PASS).moves() == [], "B5 has no liberty but the one it fills"


def test_chains_of_the_wall_with_few_liberties_open_a_region_alone() -> None:
    """The stone at E1 and its liberty belong to it, and nothing behind."""
    regions = find_groups(position_of(LOOSE))[0]
    found = opened(regions[FEW[0]])
    grown = {*found.region} - {*regions[FEW[0]].region}
    assert {*vertices_to_points("E1 F1", 9)} <= grown
    assert not found.exits and found.target == regions[FEW[0]].target


def test_a_region_that_would_have_too_many_points_stays_as_it_was() -> None:
    """With its border, and stones without a liberty elsewhere, the region of E1 has 66 points."""
    position = Position.from_diagram("""
        . . . . X X O O O
        O . X . . O . X .
        X . . . O X O . .
        . . . X O . . X O
        . . X O O . . . .
        O . X X X . O X O
        X X . X X . O O .
        X O X O O X O O X
        O O . O X X X O X
    """)
    position.to_play = BLACK
    groups = find_groups(position)
    large = groups[0][USUAL]
    assert len(large.region) == 57 and bordered(large) is large and opened(large) is large
    for one in (one for group in groups for one in group.values()):
        for other in (bordered(one), opened(one)):
            assert len(other.region) + len(other.border) <= LARGEST


def test_a_region_that_stones_around_make_too_large_is_told() -> None:
    """63 points are named; two stones of the wall have no liberty elsewhere."""
    position = Position.from_diagram("""
        . . . X . X . . . . . O O
        . . X . . . . . X X . O .
        O . X . O . . . . . . . .
        . . X . . . . X . X X . O
        . . . . . . . . O . . . O
        . . . . . . . . . . . . X
        X . . . . X . . . O O . .
        . . . O . . . X X . . . .
        . . . X . O . X . . . . .
        O . . . . . . . X . . X O
        . . . . X O . O O . . . .
        . O . X O . . . . . O . .
        O . . . . O . X . . X O .
    """)
    named = [row * 13 + column for row in range(3, 12) for column in range(4, 11)]
    with pytest.raises(NoProblemError, match="65 points: give at most 63"):
        given_question(position, named)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(4))
def test_random_boards_have_questions_that_can_be_read(seed: int) -> None:
    rng = random.Random(seed)
    reader = Reader(10)
    for _ in range(25):
        position = random_position(rng, rng.choice([5, 9, 13]))
        for group in find_groups(position)[:4]:
            for one in group.values():
                for question in (one, bordered(one), opened(one)):
                    reader.solve(
                        question.board, question.defender, question.fight, BLACK, BLACK, False, 2
                    )


def random_position(rng: random.Random, size: int) -> Position:
    """Return a position after random moves."""
    position = Position(size)
    for _ in range(rng.randrange(2 * size * size)):
        moves = [move for move in position.legal_moves() if move != PASS]
        if not moves:
            break
        position.play(rng.choice(moves))
    return position
