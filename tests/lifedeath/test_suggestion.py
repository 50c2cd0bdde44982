"""Suggestions: moves of a search of the whole board, which prove nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from board_ext.coords import BLACK, WHITE, point_to_vertex
from board_ext.position import Position
from gtpengine.lifedeath.question import find_questions
from gtpengine.lifedeath.suggestion import Suggester, balanced, framed
from tests.lifedeath.positions import THREE, position_of

SECONDS = 2.0


@pytest.fixture(name="suggester", scope="module")
def suggester_fixture() -> Iterator[Suggester]:
    suggester = Suggester(lambda: False)
    yield suggester
    suggester.close()


def corner(color: int) -> Position:
    """Return the problem of three points in a row in the corner of a large board."""
    small = position_of(THREE)
    position = Position(19)
    stones = {
        one: [point // 9 * 19 + point % 9 for point in range(81) if small.color_at(point) == one]
        for one in (BLACK, WHITE)
    }
    position.set_up(stones[BLACK], stones[WHITE], color)
    return position


def moves_of(position: Position) -> list[int]:
    """Return the first moves of the problem."""
    return next(find_questions(position)).moves()


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_the_vital_point_is_liked_best(suggester: Suggester, color: int) -> None:
    position = corner(color)
    liked = suggester.liked(position, moves_of(position), SECONDS)
    assert point_to_vertex(liked[0], 19) == "B1"
    assert set(liked) <= set(moves_of(position))


def test_any_move_of_the_board_may_be_searched(suggester: Suggester) -> None:
    position = corner(BLACK)
    liked = suggester.liked(position, position.legal_moves(), SECONDS)
    assert point_to_vertex(liked[0], 19) == "B1"


def test_a_large_board_gets_a_frame_and_no_komi() -> None:
    position = corner(WHITE)
    found = framed(position)
    assert (found.komi, found.to_play) == (0, WHITE)
    both = [(position.color_at(point), found.color_at(point)) for point in range(361)]
    assert all(now == before for before, now in both if before)
    assert sum(now != before for before, now in both) > 100


def test_a_small_board_stays_as_it_is() -> None:
    position = position_of(THREE, WHITE)
    found = framed(position)
    assert found is not position
    assert (found.komi, found.to_play) == (position.komi, WHITE)
    assert found.to_diagram() == position.to_diagram()


@pytest.mark.parametrize(
    ("lead", "komi"), [(7.3, 7.5), (-12.2, -12.0), (500.0, 81.0), (-500.0, -81.0), (0.1, 0.0)]
)
def test_komi_makes_up_for_a_lead(lead: float, komi: float) -> None:
    assert balanced(lead, 9) == komi


def test_a_side_that_is_far_behind_still_finds_the_move(suggester: Suggester) -> None:
    """Without a komi that makes up for that every move looks lost."""
    position = position_of(THREE, WHITE)
    position.komi = -60.0
    liked = suggester.liked(position, moves_of(position), SECONDS)
    assert point_to_vertex(liked[0], 9) == "B1"
    assert position.komi == -60.0


def test_a_search_that_is_cancelled_ends() -> None:
    begun = time.monotonic()
    suggester = Suggester(lambda: True)
    try:
        position = corner(BLACK)
        assert suggester.liked(position, moves_of(position), 1000.0)
    finally:
        suggester.close()
    assert time.monotonic() - begun < 100
