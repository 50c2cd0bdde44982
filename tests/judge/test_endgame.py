"""Passing and the choice among moves, each in a position where it matters."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

from board_ext.coords import (
    BLACK,
    EMPTY,
    PASS,
    WHITE,
    point_to_vertex,
    vertex_to_point,
)
from board_ext.position import Position
from board_ext.rules import Ko, rules_named
from gtpengine.judge import endgame
from gtpengine.judge.case import SearchAfter
from gtpengine.judge.endgame import decide
from gtpengine.judge.plainmove import endless, is_own_eye, plain_move, useful_points
from gtpengine.judge.situation import Situation, rank, sure_margin
from tests.judge.situations import (
    GOOD,
    HALVES,
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


def test_the_best_move_is_played() -> None:
    assert answer(situation(halves(), BLACK, GOOD, halves_ownership())) == "E5"


def test_a_won_game_is_ended_when_the_opponent_passes() -> None:
    # Even if White got all nine points of the middle, Black would have 36 to 45.
    case = situation(halves(-20), BLACK, GOOD, halves_ownership(), passed=True)
    assert answer(case) == "pass"


def test_a_game_that_needs_one_more_move_of_ours_is_not_ended() -> None:
    """The ownership is what comes of it when we move; after a pass it is another one."""
    settled = halves_ownership()
    settled[:, 4] = 0.95
    case = situation(halves(-20), BLACK, GOOD, settled, passed=True)
    in_doubt = halves_ownership() * 0.1
    assert answer(case, report(WHITE, [("E5", 0.7)], in_doubt)) == "E5"
    assert answer(case, report(WHITE, [("E5", 0.7)], in_doubt, visits=20)) == "pass"
    neutral = "E8"  # nothing is at stake: it is filled before the pass
    assert answer(case, report(WHITE, [("E5", 0.02)], settled)) == neutral
    moves = [("E5", 0.6), ("E4", 0.5), ("pass", 0.3)]
    case = situation(halves(-20), BLACK, moves, settled, passed=True)
    assert answer(case, None) == "E5"  # the search has seen what the pass costs


def test_a_lost_game_is_not_ended_while_moves_help() -> None:
    for moves in (GOOD, [("pass", 0.6), ("E5", 0.55)]):
        case = situation(halves(0.5), BLACK, moves, halves_ownership(), passed=True)
        assert answer(case) == "E5"


def test_a_hopeless_game_is_ended_when_the_opponent_passes() -> None:
    moves = [("E5", 0.01), ("pass", 0.0)]
    case = situation(halves(60), BLACK, moves, halves_ownership(), passed=True, resign=0.0)
    assert answer(case) == "pass"


def left_alone(passes: int, middle: float, rules: str = "chinese", komi: float = 60) -> str:
    """What Black, who is behind, answers after passes of White's; the middle's ownership is given.

    A network that leads gives Black an even chance.
    """
    position = halves(komi, rules)
    for vertex in ("A1", "A2", "A3", "A4")[:passes]:
        position.play(vertex_to_point(vertex, 9), BLACK)
        position.play(PASS, WHITE)
    ownership = halves_ownership()
    ownership[:, 4] = middle
    return answer(situation(position, BLACK, GOOD, ownership))


def test_a_settled_game_that_is_lost_ends_when_the_opponent_passes_again_and_again() -> None:
    assert left_alone(3, 1.0) == left_alone(4, 1.0) == "pass"
    assert left_alone(2, 1.0) == "E5"  # he may have passed too soon
    assert left_alone(3, 0.5) == "E5"  # a point is in doubt
    assert left_alone(3, 1.0, "tromp-taylor") == "E5"  # he has to take what is dead


def test_under_tromp_taylor_dead_stones_count() -> None:
    diagram = HALVES.replace(". . . X . O . . .", ". . . X O O O . .", 1)
    dead_white = diagram.replace(". . . X . O . . .", ". O . X . O . . .", 1)
    for rules, expected in (("chinese", "pass"), ("cgos", "other"), ("tromp-taylor", "other")):
        position = Position.from_diagram(dead_white, rules=rules_named(rules), komi=-10)
        case = situation(position, BLACK, GOOD, halves_ownership(), passed=True)
        assert (answer(case) == "pass") == (expected == "pass")


def test_unsettled_points_are_no_reason_to_pass() -> None:
    doubtful = halves_ownership() * 0.5
    case = situation(halves(-20), BLACK, GOOD, doubtful, passed=True)
    assert answer(case) == "E5"


def test_an_early_pass_is_checked_by_a_search() -> None:
    settled = halves_ownership()
    settled[:, 4] = 0.95  # the middle is Black's by now

    def case(**options: bool) -> Situation:
        moves = [("E5", 0.99), ("pass", 0.5)]
        return situation(halves(-20), BLACK, moves, settled, **options)

    still_won = report(WHITE, [("E5", 0.02)], halves_ownership())
    now_lost = report(WHITE, [("E5", 0.7)], halves_ownership())
    in_doubt = report(WHITE, [("E5", 0.02)], halves_ownership() * 0.1)
    assert answer(case(), still_won) == "E8"  # a neutral point, for there are some
    assert answer(case(), now_lost) == "E5"
    assert answer(case(), in_doubt) == "E5"
    assert answer(case(), None) == "E5"
    assert answer(case(pass_early=False), still_won) == "E5"


def test_no_early_pass_while_points_are_open() -> None:
    """Won by far, with free points in the middle: each pass would give one away."""
    moves = [("E5", 0.99), ("pass", 0.98)]
    case = situation(halves(-20), BLACK, moves, halves_ownership())
    assert answer(case, report(WHITE, [("E5", 0.02)], halves_ownership())) == "E5"


def test_a_pass_the_search_prefers_needs_a_reason() -> None:
    nearly_equal = [("pass", 0.56), ("E5", 0.55)]
    better = [("pass", 0.8), ("E5", 0.2)]
    assert answer(situation(halves(0.5), BLACK, nearly_equal, halves_ownership())) == "E5"
    assert answer(situation(halves(0.5), BLACK, better, halves_ownership())) == "pass"
    assert answer(situation(halves(-3.5), BLACK, nearly_equal, halves_ownership())) == "pass"


@pytest.mark.parametrize("passed", [False, True])
@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_a_settled_border_is_closed_before_a_pass(rules: str, passed: bool) -> None:
    position = Position.from_diagram(OPEN_BORDER, rules=rules_named(rules), komi=6.5)
    ownership = border_ownership()
    moves = [("H6", 0.99), ("J2", 0.98), ("pass", 0.5)]
    case = situation(position, WHITE, moves, ownership, passed)
    still_won = report(BLACK, [("A1", 0.01)], ownership)
    assert answer(case, still_won) == "J2"
    position.play(vertex_to_point("J2", 9), WHITE)
    position.play(PASS, BLACK)
    for neutral in ("J1", "E9") if rules == "chinese" else ():
        assert answer(case, still_won) == neutral
        position.play(vertex_to_point(neutral, 9), WHITE)
        position.play(PASS, BLACK)
    assert answer(case, still_won) == "pass"


def test_a_border_is_closed_in_a_game_that_is_lost() -> None:
    """A lead of the opponent's that is too large for the border is no reason to lose more."""
    position = Position.from_diagram(OPEN_BORDER, rules=rules_named("chinese"), komi=-80)
    moves = [("H6", 0.01), ("J2", 0.01), ("pass", 0.0)]
    assert answer(situation(position, WHITE, moves, border_ownership(), passed=True)) == "J2"


def test_what_depends_on_the_position_after_a_pass() -> None:
    settled = halves_ownership()
    settled[:, 4] = 0.95
    moves = [("E5", 0.99), ("pass", 0.5)]
    assert endgame.look_is_needed(situation(halves(-20), BLACK, moves, settled))
    open_middle = situation(halves(-20), BLACK, moves, halves_ownership())
    assert not endgame.look_is_needed(open_middle)


def test_eyes_are_not_filled() -> None:
    position = Position.from_diagram(
        """
        . X O .
        X X O O
        X X O O
        . X O .
        """
    )
    ownership = np.tile(np.array([1, 1, -1, -1], dtype=np.float32), (4, 1))
    moves = [("A1", 0.5), ("A4", 0.5), ("pass", 0.2)]
    case = situation(position, BLACK, moves, ownership)
    assert useful_points(position, BLACK) == set()
    assert answer(case) == "pass"


def test_real_and_false_eyes() -> None:
    position = Position.from_diagram(
        """
        . X O . .
        X X . . .
        O X . X .
        . X X . X
        . . O X .
        """
    )
    eye = vertex_to_point("A5", 5)
    assert is_own_eye(position, eye, BLACK)
    assert not is_own_eye(position, eye, WHITE)
    assert is_own_eye(position, vertex_to_point("D2", 5), BLACK)  # one corner of four
    position.play(vertex_to_point("E3", 5), WHITE)  # the second corner
    assert not is_own_eye(position, vertex_to_point("D2", 5), BLACK)


def test_illegal_moves_of_the_tree_are_skipped() -> None:
    position = Position(5, rules_named("tromp-taylor"), 0.5)
    for vertex, color in (
        ("B1", BLACK), ("A2", BLACK), ("B3", BLACK), ("C1", WHITE), ("D2", WHITE), ("C3", WHITE),
        ("C2", BLACK), ("B2", WHITE),
    ):  # fmt: skip
        position.play(vertex_to_point(vertex, 5), color)
    moves = [("C2", 0.9), ("D2", 0.8), ("E5", 0.5)]
    case = situation(position, BLACK, moves, np.zeros((5, 5), dtype=np.float32))
    assert [point_to_vertex(move.point, 5) for move in rank(case)] == ["E5"]
    assert answer(case) == "E5"


def test_a_report_without_any_legal_move_still_gives_one() -> None:
    position = Position(5)
    position.play(vertex_to_point("C3", 5), WHITE)
    case = situation(position, BLACK, [("C3", 0.5)], np.zeros((5, 5), dtype=np.float32))
    move = decide(case, 0, {})
    assert not isinstance(move, SearchAfter)
    assert position.is_legal(move, BLACK)
    assert move != PASS


@pytest.mark.parametrize(("policy", "first"), [("robust", "E5"), ("max", "E6"), ("secure", "E6")])
def test_the_recommendation_is_a_parameter(policy: str, first: str) -> None:
    moves = [("E5", 0.5), ("E6", 0.7), ("E7", 0.2)]
    case = situation(halves(60), BLACK, moves, halves_ownership(), False)
    case.options.assign("recommendation", policy)
    assert point_to_vertex(rank(case)[0].point, 9) == first


def test_clean_up_captures_before_passing() -> None:
    moves = [("E5", 0.99), ("pass", 0.99)]
    position = with_dead_stone()
    assert answer(situation(position, BLACK, moves, halves_ownership(), passed=True)) == "pass"
    position = with_dead_stone()
    ownership = halves_ownership()
    ownership[:, 4] = 1.0
    case = situation(position, BLACK, moves, ownership, passed=True, cleanup=True)
    still_won = report(WHITE, [("A1", 0.01)], ownership)
    played = []
    for _ in range(5):
        move = answer(case, still_won)
        if move == "pass":
            break
        played.append(move)
        position.play(vertex_to_point(move, 9), BLACK)
        position.play(PASS, WHITE)
        case = dataclasses.replace(case, position=position)
    assert sorted(played) == ["A5", "B4", "B6", "C5"]
    assert position.color_at(vertex_to_point("B5", 9)) == EMPTY
    assert position.prisoners == (1, 0)


@pytest.mark.parametrize("passed", [False, True])
@pytest.mark.parametrize(("rules", "cleanup"), [("chinese", True), ("tromp-taylor", False)])
def test_dead_stones_wait_while_borders_are_open(rules: str, cleanup: bool, passed: bool) -> None:
    position = with_dead_stone(rules, komi=7)
    moves = [("E5", 0.95), ("B4", 0.95), ("pass", 0.9)]
    case = situation(position, BLACK, moves, halves_ownership(), passed=passed, cleanup=cleanup)
    assert answer(case) == "E5"


def test_a_pass_that_the_search_prefers_waits_for_the_clean_up() -> None:
    moves = [("pass", 0.99), ("E5", 0.99)]
    position = with_dead_stone()
    assert answer(situation(position, BLACK, moves, halves_ownership())) == "pass"
    case = situation(position, BLACK, moves, halves_ownership(), cleanup=True)
    still_won = report(WHITE, [("A1", 0.01)], halves_ownership())
    assert answer(case, still_won) in {"A5", "B4", "B6", "C5"}


def test_where_all_stones_count_a_won_game_is_cleaned_up() -> None:
    moves = [("A1", 0.99), ("pass", 0.1)]
    position = with_dead_stone("cgos", komi=8.5)
    ownership = halves_ownership()
    ownership[:, 4] = 1.0
    case = situation(position, BLACK, moves, ownership, passed=True)
    still_won = report(WHITE, [("F1", 0.01)], ownership)
    assert answer(case, still_won) in {"A5", "B4", "B6", "C5"}


@pytest.mark.parametrize("passed", [False, True])
def test_a_dead_stone_in_proved_territory_is_captured_where_it_counts(passed: bool) -> None:
    diagram = """
        . X . X .
        X X X X X
        . O . X .
        X X X X X
        . X . X .
    """
    position = Position.from_diagram(diagram, rules=rules_named("tromp-taylor"), komi=23.5)
    ownership = np.ones((5, 5), dtype=np.float32)
    moves = [("A3", 0.99), ("C3", 0.98), ("pass", 0.1)]
    case = situation(position, BLACK, moves, ownership, passed=passed)
    assert answer(case) in {"A3", "C3"}


def test_a_cycle_ends() -> None:
    position = Position(2)
    while not endless(position):
        position.play(PASS)
    assert position.move_number < 100
    moves = [("A1", 0.6), ("pass", 0.1)]
    case = situation(position, BLACK, moves, np.zeros((2, 2), dtype=np.float32))
    assert answer(case) == "pass"


def test_a_long_game_is_no_cycle() -> None:
    """An opponent who never passes fills and refills: passing for ever would lose to him."""
    rules = dataclasses.replace(rules_named("tromp-taylor"), ko=Ko.SIMPLE)
    position = Position(5, rules)
    chance = random.Random(4)
    while position.move_number < 4 * 25 + 50 or position.to_play != BLACK:
        position.play(chance.choice([*position.legal_moves(), PASS]))
    moves = [(point_to_vertex(p, 5), 0.6) for p in position.legal_moves(BLACK)]
    case = situation(position, BLACK, [*moves, ("pass", 0.1)], np.zeros((5, 5), dtype=np.float32))
    assert answer(case) != "pass"


@pytest.mark.parametrize("size", [2, 3, 5, 9])
@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor", "japanese"])
def test_games_without_search_end(size: int, rules: str) -> None:
    position = Position(size, rules_named(rules))
    passes = 0
    while passes < 2:
        move = plain_move(position, position.to_play)
        passes = passes + 1 if move == PASS else 0
        position.play(move)
    assert size < position.move_number < 4 * size * size + 55


def test_sure_margin_of_territory_counts_prisoners_and_dead_stones() -> None:
    position = with_dead_stone("japanese", komi=0.5)
    case = situation(position, BLACK, GOOD, halves_ownership())
    # Black: 27 points of A to C less the dead stone's, which counts twice. White: 27. Middle: 9.
    assert sure_margin(case, case.report) == 27 + 1 - 27 - 9 - 0.5
    as_white = dataclasses.replace(case, color=WHITE)
    assert sure_margin(as_white, case.report) == 27 - 27 - 1 - 9 + 0.5


def one_neutral_point(rules: str, komi: float) -> Situation:
    """E5 is neutral; White has 36 points and passes, Black has 44 and thinks of passing, too."""
    diagram = "\n".join(
        ["X . X X X O . O ."] * 4 + ["X . X X . O . O ."] + ["X . X X X O . O ."] * 4
    )
    position = Position.from_diagram(diagram, rules=rules_named(rules), komi=komi)
    ownership = np.tile(np.array([1.0] * 5 + [-1.0] * 4, dtype=np.float32), (9, 1))
    ownership[4, 4] = 0.0
    moves = [("pass", 0.99 if komi < 0 else 0.01), ("E5", 0.99 if komi < 0 else 0.01)]
    return situation(position, BLACK, moves, ownership, passed=True, resign=0.0)


@pytest.mark.parametrize("komi", [-20, 60])
def test_neutral_points_are_filled_where_area_counts(komi: float) -> None:
    """Also in a game that is won or lost without them."""
    for rules, expected in (("chinese", "E5"), ("tromp-taylor", "E5"), ("japanese", "pass")):
        case = one_neutral_point(rules, komi)
        seen = report(WHITE, [("pass", 1.0 - case.report.value)], case.report.ownership)
        assert answer(case, seen) == expected


def test_a_neutral_point_that_loses_is_left() -> None:
    filled = one_neutral_point("chinese", -20)
    unseen = report(BLACK, [("pass", 0.99)], filled.report.ownership)
    case = dataclasses.replace(filled, report=unseen)
    good = report(WHITE, [("pass", 0.02)], case.report.ownership)
    taken = case.report.ownership.copy()
    taken[:, 2:5] = -1.0  # White's answer captures the wall
    bad = report(WHITE, [("E6", 0.02)], taken)
    assert answer_with(case, lambda vertex: bad if vertex == "E5" else good) == "pass"
