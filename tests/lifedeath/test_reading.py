"""Reading a problem: whose turn, and regions in words."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE, vertices_to_points
from gtpengine.lifedeath.question import NoProblemError
from gtpengine.lifedeath.reading import problem_position, region_points
from gtpengine.sgf.error import SgfError
from tests.lifedeath.positions import THREE, position_of, sgf_of


def test_a_file_says_who_plays_and_the_person_may_say_otherwise() -> None:
    assert problem_position(sgf_of(THREE, WHITE)) == position_of(THREE, WHITE)
    assert problem_position(sgf_of(THREE, WHITE), BLACK).to_play == BLACK


@pytest.mark.parametrize(
    ("tail", "color"), [(";W[aa]", WHITE), (";B[aa];W[ab]", BLACK), ("", BLACK)]
)
def test_the_moves_of_a_file_are_its_solution(tail: str, color: int) -> None:
    position = problem_position(f"(;SZ[9]AB[cc]AW[dd]{tail})".encode())
    assert (position.to_play, position.move_number) == (color, 0)


def test_a_game_counts_at_its_end() -> None:
    position = problem_position(b"(;SZ[9];B[cc];W[dd];B[ee])")
    assert (position.move_number, position.to_play) == (3, WHITE)


def test_a_broken_file_is_refused() -> None:
    with pytest.raises(SgfError):
        problem_position(b"no record")


def test_regions() -> None:
    assert region_points("A1:C1, B2", 9) == sorted(vertices_to_points("A1 B1 C1 B2", 9))
    assert region_points("C1:A1", 9) == region_points("A1:C1", 9)
    assert region_points("", 9) == []


@pytest.mark.parametrize("word", ["Z1", "A1:", "A1:B2:C3", "pass", ",", " ", ", ,"])
def test_a_region_off_the_board_is_refused(word: str) -> None:
    with pytest.raises(NoProblemError, match="give points such as G2"):
        region_points(word, 9)
