"""Where territory counts: a pass and moves compared by the points that change hands."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.judge.case import SearchAfter
from gtpengine.judge.endgame import decide
from gtpengine.judge.settling import even_offset, is_divided_up, is_near_its_end
from gtpengine.judge.situation import Situation
from gtpengine.mcts.report.report import SearchReport
from tests.judge.situations import answer, answer_with, report, situation
from tests.judge.test_enclosed import eyes

# Black has A to C, 27 points, White has F to J, 36. B2 and H2 are in their territories.
WALLS = "\n".join([". . . X O . . . ."] * 9)


def walls(komi: float = 0.5, rules: str = "japanese") -> Position:
    return Position.from_diagram(WALLS, rules=rules_named(rules), komi=komi)


def owned(black: float = 1.0, white: float = 1.0, lost_rows: int = 0) -> np.ndarray:
    """How surely each owns its side; White owns the lowest ``lost_rows`` of Black's."""
    ownership = np.tile(np.array([black] * 4 + [-white] * 5, dtype=np.float32), (9, 1))
    ownership[:lost_rows, :4] = -1.0
    return ownership


def after(value: float = 0.3, best: str = "pass", visits: int = 1000) -> SearchReport:
    """What White sees, in a game that a pass of Black's wins by little."""
    return report(WHITE, [(best, value)], owned(), visits)


def decided(
    komi: float, moves: list[tuple[str, float]], looks: Mapping[str, SearchReport], **options: bool
) -> str:
    """What Black answers to a pass; White loses after a vertex that has no look here."""
    case = situation(walls(komi), BLACK, moves, owned(0.6), passed=True, **options)
    return answer_with(case, lambda vertex: looks.get(vertex, after()))


INSIDE = [("B5", 0.99), ("A1", 0.98), ("pass", 0.5)]
LOST_INSIDE = [("B5", 0.1), ("A1", 0.1), ("pass", 0.05)]


@pytest.mark.parametrize(("komi", "moves"), [(-60, INSIDE), (0.5, LOST_INSIDE)])
def test_a_move_in_own_territory_is_no_answer_to_a_pass(
    komi: float, moves: list[tuple[str, float]]
) -> None:
    assert decided(komi, moves, {}) == "pass"


def test_a_move_in_the_opponents_territory_is_no_answer_to_a_pass() -> None:
    assert decided(0.5, [("G5", 0.4), ("pass", 0.3)], {}) == "pass"


def test_a_defence_is_played_although_the_game_is_won_without_it() -> None:
    assert decided(-60, INSIDE, {"pass": after(0.9)}) == "B5"


def test_the_opponents_best_move_is_tried_where_the_search_does_not_see_it() -> None:
    looks = {"pass": after(0.9, "B2"), "B5": after(0.88)}
    assert decided(-60, INSIDE, looks) == "B2"


def test_a_defence_that_saves_nothing_is_not_played() -> None:
    assert decided(-60, INSIDE, {v: after(0.9, "B2") for v in ("pass", "B5", "B2")}) == "pass"


def test_a_gain_is_looked_at_again_before_it_is_believed() -> None:
    case = situation(walls(), BLACK, [("B5", 0.4), ("pass", 0.3)], owned(), passed=True)
    offset = even_offset(case)
    seen: dict[SearchAfter, SearchReport | None] = {}
    found = decide(case, 0, seen)
    while isinstance(found, SearchAfter):
        by_chance = found == SearchAfter(PASS, 200, offset)
        seen[found] = after(0.9 if by_chance else 0.3, visits=found.least)
        found = decide(case, 0, seen)
    assert found == PASS
    assert SearchAfter(PASS, 600, offset) in seen


@pytest.mark.parametrize(
    ("komi", "value", "score", "offset"),
    [
        (0.5, 0.1, -9.5, -9.5 - 1.5),  # Black has 27 points, White 36
        (0.5, 0.1, -5.4, -5.5 - 1.5),  # Black is about to save something
        (0.5, 0.6, -9.5, -9.5 - 1.5),  # the search hopes for an attack
        (-60, 0.99, 70.0, 51.0 - 1.5),
        (-60, 0.4, 51.0, 51.0 - 1.5),  # the search fears for a chain
    ],
)
def test_in_the_looks_a_pass_wins_by_a_point_and_a_half(
    komi: float, value: float, score: float, offset: float
) -> None:
    moves = [("B5", value)]
    case = situation(walls(komi), BLACK, moves, owned(), passed=True)
    seen = dataclasses.replace(case.report, score=score)
    assert even_offset(dataclasses.replace(case, report=seen)) == offset


def test_where_much_is_at_stake_each_point_decides_too() -> None:
    """A stone is missing in the wall of a large territory: most of its points are in doubt."""
    doubtful = owned(0.5, 0.9)
    case = situation(walls(-60), BLACK, INSIDE, doubtful, passed=True)
    assert not is_near_its_end(case.position, case.report)
    assert even_offset(case) == 51.0 - 1.5
    lost = report(WHITE, [("B2", 0.9)], doubtful)
    saved = {"B2": after(0.5)}
    assert answer_with(case, lambda v: lost if v == "pass" else saved.get(v, lost)) == "B2"


@pytest.mark.parametrize(("value", "expected"), [(0.5, "B5"), (0.7, "pass")])
def test_what_a_strong_attack_on_a_large_territory_wins_less_often_is_no_defence(
    value: float, expected: str
) -> None:
    """Odds of 9 against 2.3 are less than four times as high."""
    case = situation(walls(-60), BLACK, INSIDE, owned(), passed=True)
    seen: dict[SearchAfter, SearchReport | None] = {}
    found = decide(case, 0, seen)
    while isinstance(found, SearchAfter):
        seen[found] = after(0.9 if found.point == PASS else value, "B5", visits=found.least)
        found = decide(case, 0, seen)
    assert found == (PASS if expected == "pass" else case.report.moves[0].point)


def test_the_second_move_of_the_opponent_is_tried_too() -> None:
    lost = report(WHITE, [("A2", 0.9), ("B2", 0.9)], owned())
    saved = after(0.3)
    case = situation(walls(-60), BLACK, INSIDE, owned(0.6), passed=True)
    assert answer_with(case, lambda vertex: saved if vertex == "B2" else lost) == "B2"


@pytest.mark.parametrize(
    ("visits", "value", "expected"),
    [(1000, 0.7, "pass"), (50, 0.7, "B5"), (50, 0.95, "pass"), (20, 0.95, "B5"), (1000, 0.4, "B5")],
)
def test_without_time_for_a_look_a_game_that_is_won_and_divided_up_is_ended(
    visits: int, value: float, expected: str
) -> None:
    komi = -60 if value > 0.5 else 60
    case = situation(walls(komi), BLACK, [("B5", value)], owned(0.5, 0.9), passed=True)
    seen = dataclasses.replace(case.report, visits=visits)
    assert answer(dataclasses.replace(case, report=seen), None) == expected


def test_looks_in_which_nothing_helps_are_made_again_with_the_lead_that_they_see() -> None:
    """The count takes Black for further ahead than the searches do; B5 saves points."""
    case = situation(walls(-60), BLACK, INSIDE, owned(), passed=True)
    seen: dict[SearchAfter, SearchReport | None] = {}
    found = decide(case, 0, seen)
    while isinstance(found, SearchAfter):
        by_count = found.offset == even_offset(case)
        value = 0.95 if by_count else 0.9 if found.point == PASS else 0.4
        seen[found] = dataclasses.replace(after(value, visits=found.least), score=-40.0)
        found = decide(case, 0, seen)
    assert found == case.report.moves[0].point
    assert {look.offset for look in seen} == {even_offset(case), 38.0}


def test_a_look_that_has_no_time_leaves_the_search_to_decide() -> None:
    case = situation(walls(-60), BLACK, [("B5", 0.99), ("pass", 0.98)], owned(), passed=True)
    assert answer(case, None) == "pass"
    behind = situation(walls(60), BLACK, [("B5", 0.6), ("pass", 0.2)], owned(), passed=True)
    assert answer(behind, None) == "B5"
    hurried = dataclasses.replace(case, report=dataclasses.replace(case.report, visits=1))
    assert answer(hurried, None) == "B5"


def test_doubt_of_a_look_alone_does_not_open_a_finished_game() -> None:
    case = situation(walls(), BLACK, [("B5", 0.6), ("pass", 0.5)], owned(), passed=True)
    doubtful = report(WHITE, [("pass", 0.6)], owned(0.4, 0.4))
    assert not is_near_its_end(case.position, doubtful)
    found = answer_with(case, lambda vertex: doubtful if vertex == "pass" else after(0.6))
    assert found == "pass"


def test_where_points_are_open_the_search_decides() -> None:
    """The opponent passed too soon: no point has changed hands, but all are to be had."""
    position = Position(9, rules_named("japanese"), 6.5)
    nobodys = np.zeros((9, 9), dtype=np.float32)
    case = situation(position, BLACK, [("E5", 0.9), ("pass", 0.4)], nobodys, passed=True)
    for value in (0.3, 0.9):
        assert answer(case, report(WHITE, [("E5", value)], nobodys)) == "E5"


@pytest.mark.parametrize(
    ("komi", "moves", "expected"), [(-60, INSIDE, "pass"), (9, LOST_INSIDE, "B5")]
)
def test_a_large_territory_that_is_open_to_attack_is_left_where_that_wins(
    komi: float, moves: list[tuple[str, float]], expected: str
) -> None:
    doubtful = owned(0.5, 0.9)
    case = situation(walls(komi), BLACK, moves, doubtful, passed=True)
    assert not is_near_its_end(case.position, case.report)
    assert is_divided_up(case.position, case.report)
    assert answer(case, report(WHITE, [("B5", 0.6)], doubtful)) == expected


def test_the_player_passes_first_where_all_is_settled() -> None:
    def case(**options: bool) -> Situation:
        return situation(walls(), BLACK, INSIDE, owned(0.8), **options)

    assert answer(case(), after()) == "pass"
    assert answer(case(), None) == "B5"
    assert answer(case(pass_early=False), after()) == "B5"
    saved = {"pass": after(0.9)}
    assert answer_with(case(), lambda vertex: saved.get(vertex, after())) == "B5"
    tried = situation(walls(), BLACK, [("G5", 0.2), ("pass", 0.1)], owned())
    assert answer(tried, after()) == "G5"  # who is behind may try


def test_under_area_rules_a_move_inside_costs_nothing_and_is_not_compared() -> None:
    case = situation(walls(60, "chinese"), BLACK, INSIDE, owned(), passed=True)
    assert answer(case, after()) == "B5"


@pytest.mark.parametrize(("number", "expected"), [(4, "pass"), (3, "B1")])
def test_an_attack_that_reading_refutes_needs_no_defence(number: int, expected: str) -> None:
    """White's look fears an attack at B1. A row of four points lives, a row of three does not."""
    moves = [("B1", 0.99), ("pass", 0.9)]
    ownership = np.full((9, 9), -1.0, dtype=np.float32)
    ownership[:2, : number + 1] = 1.0
    case = situation(eyes(number), BLACK, moves, ownership, passed=True, resign=0.0)
    looks = {"pass": report(WHITE, [("B1", 0.9)], ownership)}
    saved = report(WHITE, [("pass", 0.3)], ownership)
    assert answer_with(case, lambda vertex: looks.get(vertex, saved)) == expected
