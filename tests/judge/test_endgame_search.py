"""What ends a game goes against the search only where that costs nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from board_ext.coords import (
    BLACK,
    WHITE,
    point_to_vertex,
    vertex_to_point,
)
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.judge.plainmove import useful_points
from gtpengine.judge.situation import Situation
from gtpengine.mcts.report.report import SearchReport
from tests.judge.situations import (
    OPEN_BORDER,
    answer,
    answer_with,
    border_ownership,
    halves,
    halves_ownership,
    report,
    situation,
    with_dead_stone,
)

# White's left side is alive for good; what is useful there is E5 and J9 alone.
SURE_SIDE = """
    . O . O X . X . .
    O O O O X X X X X
    . O . O X . . . .
    O O O O X X X X X
    . O . O . X . . .
    O O O O X X X X X
    . O . O X . . . .
    O O O O X X X X X
    . O . O X . X . .
"""


def visited(case: Situation, **visits: int) -> Situation:
    """The same with these visits, A5=2 say."""
    size = case.position.size
    moves = tuple(
        move._replace(visits=visits.get(point_to_vertex(move.point, size), move.visits))
        for move in case.report.moves
    )
    return dataclasses.replace(case, report=dataclasses.replace(case.report, moves=moves))


def sure_side(values: list[tuple[str, float]], passed: bool, **options: bool) -> Situation:
    """White to move; the search prefers the first move."""
    position = Position.from_diagram(SURE_SIDE, rules=rules_named("chinese"), komi=9.5)
    return situation(position, WHITE, values, halves_ownership() * -0.5, passed, **options)


def seen_as(value: float, visits: int = 1000) -> SearchReport:
    """A look after which the one who moved has ``value``."""
    return report(BLACK, [("A1", 1 - value)], halves_ownership() * -0.5, visits)


@pytest.mark.parametrize("passed", [False, True])
def test_a_useful_move_that_is_seen_to_lose_is_not_played(passed: bool) -> None:
    case = visited(
        sure_side([("A1", 0.9), ("E5", 0.01), ("pass", 0.5)], passed), E5=2, **{"pass": 2}
    )
    assert vertex_to_point("E5", 9) in useful_points(case.position, WHITE)
    assert vertex_to_point("A1", 9) not in useful_points(case.position, WHITE)
    assert answer(case) == "A1"
    # Where it ends the game, the value after a pass says nothing.
    assert answer(case, seen_as(0.95)) == ("A1" if passed else "pass")
    assert answer(case, seen_as(0.1)) == "A1"
    assert answer(case, seen_as(0.95, visits=50)) == "A1"


@pytest.mark.parametrize("passed", [False, True])
def test_a_useful_move_that_is_hardly_seen_is_looked_at(passed: bool) -> None:
    case = visited(sure_side([("A1", 0.9), ("E5", 0.99), ("pass", 0.1)], passed), E5=2)
    looks = []

    def look(value: float | None) -> Callable[[str], SearchReport | None]:
        def after(vertex: str) -> SearchReport | None:
            looks.append(vertex)
            return None if value is None else seen_as(value)

        return after

    assert answer_with(case, look(0.95)) == "E5"
    assert answer_with(case, look(0.3)) == "A1"
    assert answer_with(case, look(None)) == "A1"
    assert looks == ["E5"] * 3
    assert answer(visited(case, E5=200)) == "E5"


def test_a_useful_move_that_the_search_knows_to_be_as_good_is_played() -> None:
    assert answer(sure_side([("A1", 0.92), ("E5", 0.91), ("pass", 0.5)], True)) == "E5"
    assert answer(sure_side([("A1", 0.85), ("E5", 0.7), ("pass", 0.5)], True)) == "A1"


def test_a_move_proven_to_lose_is_not_played_for_another_one() -> None:
    case = sure_side([("A1", 0.9), ("E5", 0.95), ("pass", 0.5)], True)
    moves = [m._replace(proven=False) if m.value == 0.95 else m for m in case.report.moves]
    lost = dataclasses.replace(case.report, moves=tuple(moves))
    assert answer(dataclasses.replace(case, report=lost)) == "A1"


def test_a_useful_move_that_the_search_left_out_is_not_played() -> None:
    assert answer(sure_side([("A1", 0.9), ("A3", 0.8)], True)) == "A1"


def test_a_pass_that_the_search_prefers_is_not_given_up_for_a_lost_move() -> None:
    lost = halves_ownership()
    values = [("pass", 0.9), ("E5", 0.01)]
    for passed in (False, True):
        assert answer(situation(halves(30), BLACK, values, lost, passed)) == "pass"


def test_a_pass_in_own_territory_may_not_end_a_game_that_is_lost_as_it_stands() -> None:
    """Where all stones count the opponent may answer our pass with his, and has won."""
    position = Position.from_diagram(SURE_SIDE, rules=rules_named("cgos"), komi=-9.5)
    values = [("A1", 0.9), ("E5", 0.01), ("pass", 0.9)]
    case = situation(position, WHITE, values, halves_ownership() * -0.5)
    assert answer(visited(case, E5=2), seen_as(0.95)) == "A1"


@pytest.mark.parametrize("passed", [False, True])
def test_a_border_is_closed_only_by_a_move_that_keeps_the_game(passed: bool) -> None:
    ownership = border_ownership()
    moves = [("H6", 0.99), ("J2", 0.98), ("pass", 0.5)]
    position = Position.from_diagram(OPEN_BORDER, rules=rules_named("japanese"), komi=6.5)
    case = visited(situation(position, WHITE, moves, ownership, passed), J2=2)
    still_won = report(BLACK, [("A1", 0.01)], ownership)
    now_lost = report(BLACK, [("A1", 0.9)], -ownership)
    assert answer(case, still_won) == "J2"
    assert answer_with(case, lambda v: still_won if v == "pass" else now_lost) == "pass"
    assert answer(case, None) in ("H6", "pass")


def test_dead_stones_are_captured_only_by_a_move_that_keeps_the_game() -> None:
    ownership = halves_ownership()
    ownership[:, 4] = 1.0
    moves = [("E5", 0.99), ("B4", 0.2), ("pass", 0.9)]

    def case() -> Situation:
        found = situation(with_dead_stone(), BLACK, moves, ownership, True, cleanup=True)
        return visited(found, B4=2)

    fine = report(WHITE, [("J1", 0.01)], ownership)
    bad = report(WHITE, [("J1", 0.9)], ownership)
    looked: list[str] = []

    def only_b6(vertex: str) -> SearchReport:
        looked.append(vertex)
        return fine if vertex == "B6" else bad

    assert answer_with(case(), only_b6) == "B6"
    assert "B4" not in looked
    assert answer(case(), bad) == "E5"

    def no_time(vertex: str) -> None:
        looked.append(vertex)

    looked.clear()
    assert answer_with(case(), no_time) == "E5"
    assert len(looked) == 1, "a look was wanted again when no time was left"
