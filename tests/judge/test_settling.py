"""Where territory counts: a pass and moves compared by the points that change hands."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.judge.case import Look
from gtpengine.judge.endgame import decide
from gtpengine.judge.settling import gain, is_divided_up, is_near_its_end, least_gain
from gtpengine.judge.situation import Situation
from gtpengine.mcts.report.report import SearchReport
from tests.judge.situations import answer, answer_with, report, situation

# Black has A to C, 27 points, White has F to J, 36. B2 and H2 are in their territories.
WALLS = "\n".join([". . . X O . . . ."] * 9)


def walls(komi: float = 0.5, rules: str = "japanese") -> Position:
    return Position.from_diagram(WALLS, rules=rules_named(rules), komi=komi)


def owned(black: float = 1.0, white: float = 1.0, lost_rows: int = 0) -> np.ndarray:
    """How surely each owns its side; White owns the lowest ``lost_rows`` of Black's."""
    ownership = np.tile(np.array([black] * 4 + [-white] * 5, dtype=np.float32), (9, 1))
    ownership[:lost_rows, :4] = -1.0
    return ownership


def after(ownership: np.ndarray, best: str = "pass", visits: int = 1000) -> SearchReport:
    return report(WHITE, [(best, 0.5)], ownership, visits)


def at(vertex: str) -> int:
    return vertex_to_point(vertex, 9)


def decided(
    komi: float, moves: list[tuple[str, float]], looks: Mapping[str, SearchReport], **options: bool
) -> str:
    """What Black answers to a pass; a vertex without a look keeps all that Black has."""
    case = situation(walls(komi), BLACK, moves, owned(0.6), passed=True, **options)
    return answer_with(case, lambda vertex: looks.get(vertex, after(owned())))


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
    looks = {"pass": after(owned(lost_rows=2)), "B5": after(owned())}
    assert decided(-60, INSIDE, looks) == "B5"


def test_the_opponents_best_move_is_tried_where_the_search_does_not_see_it() -> None:
    lost = owned(lost_rows=2)
    looks = {"pass": after(lost, "B2"), "B5": after(lost), "B2": after(owned())}
    assert decided(-60, INSIDE, looks) == "B2"


def test_a_defence_that_saves_nothing_is_not_played() -> None:
    lost = owned(lost_rows=2)
    assert decided(-60, INSIDE, {v: after(lost, "B2") for v in ("pass", "B5", "B2")}) == "pass"


def test_a_gain_is_looked_at_again_before_it_is_believed() -> None:
    case = situation(walls(), BLACK, [("B5", 0.6), ("pass", 0.5)], owned(), passed=True)
    seen: dict[Look, SearchReport | None] = {}
    found = decide(case, 0, seen)
    while isinstance(found, Look):
        by_chance = found == Look(PASS, 200)
        seen[found] = after(owned(lost_rows=2 if by_chance else 0), visits=found.least)
        found = decide(case, 0, seen)
    assert found == PASS
    assert Look(PASS, 600) in seen


def test_in_a_decided_game_the_looks_make_the_game_even() -> None:
    for value, level in ((0.99, True), (0.6, False), (0.02, True)):
        case = situation(walls(), BLACK, [("B5", value)], owned(), passed=True)
        first = {Look(PASS, 200): after(owned())}
        asked = decide(case, 0, first)
        assert isinstance(asked, Look)
        assert asked.level == level


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
    found = answer_with(case, lambda vertex: doubtful if vertex == "pass" else after(owned()))
    assert found == "pass"


def test_where_points_are_open_the_search_decides() -> None:
    """The opponent passed too soon: no point has changed hands, but all are to be had."""
    position = Position(9, rules_named("japanese"), 6.5)
    nobodys = np.zeros((9, 9), dtype=np.float32)
    case = situation(position, BLACK, [("E5", 0.9), ("pass", 0.4)], nobodys, passed=True)
    assert answer(case, report(WHITE, [("E5", 0.5)], nobodys)) == "E5"


@pytest.mark.parametrize(("value", "expected"), [(0.01, "pass"), (0.5, "B5")])
def test_a_large_territory_that_is_open_to_attack_is_left_where_that_wins(
    value: float, expected: str
) -> None:
    doubtful = owned(0.5, 0.9)
    case = situation(walls(-60), BLACK, INSIDE, doubtful, passed=True)
    assert not is_near_its_end(case.position, case.report)
    assert is_divided_up(case.position, case.report)
    assert answer(case, report(WHITE, [("B5", value)], doubtful)) == expected


def test_the_player_passes_first_where_all_is_settled() -> None:
    def case(**options: bool) -> Situation:
        return situation(walls(), BLACK, INSIDE, owned(0.8), **options)

    assert answer(case(), after(owned())) == "pass"
    assert answer(case(), None) == "B5"
    assert answer(case(pass_early=False), after(owned())) == "B5"
    saved = {"pass": after(owned(lost_rows=2))}
    assert answer_with(case(), lambda vertex: saved.get(vertex, after(owned()))) == "B5"
    tried = situation(walls(), BLACK, [("G5", 0.2), ("pass", 0.1)], owned())
    assert answer(tried, after(owned())) == "G5"  # who is behind may try


def test_under_area_rules_a_move_inside_costs_nothing_and_is_not_compared() -> None:
    case = situation(walls(60, "chinese"), BLACK, INSIDE, owned(), passed=True)
    assert answer(case, after(owned())) == "B5"


def test_a_neutral_point_gains_nothing() -> None:
    with_move, without = owned(), owned()
    without[4, 3] = -1.0
    with_move[4, 3] = 1.0
    assert gain(BLACK, at("D5"), after(with_move), after(without)) == 0.0
    assert gain(BLACK, at("D6"), after(with_move), after(without)) == 2.0
    assert gain(WHITE, at("D6"), after(with_move), after(without)) == -2.0


def test_a_change_that_leaves_the_owner_is_chance() -> None:
    unsure, sure = owned(0.3), owned(1.0)
    assert gain(BLACK, at("E5"), after(sure), after(unsure)) == 0.0
    assert gain(BLACK, at("E5"), after(sure), after(owned(0.1))) == pytest.approx(36 * 0.9)


def test_a_move_in_own_territory_has_to_gain_its_cost() -> None:
    inside = least_gain(BLACK, at("B5"), after(owned()))
    assert inside == least_gain(BLACK, at("G5"), after(owned())) + 1.0
