"""Solving: statuses, kos and sekis that every book has, and nothing said without proof."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point, vertices_to_points
from board_ext.position import Position
from gtpengine.lifedeath.question import (
    FEW,
    USUAL,
    NoProblemError,
    Question,
    find_groups,
    find_questions,
    given_question,
)
from gtpengine.lifedeath.solving import FightOutcome, GroupStatus, LifeDeathSolver, Reading
from gtpengine.lifedeath.suggestion import Suggester
from tests.lifedeath.positions import ALIVE, CORNER_SIX, DEAD, LOOSE, SEKI, THREE, position_of

SECONDS = 20.0

WIDE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X X . X . . . .
    . . . . . . . . .
    X X X X . X . . .
    O O O O X . . . .
    . . . O X . . . .
"""

TWO = """
    . . . . O X . . .
    O O O O O X . . .
    X X X X X X . . .
    . . X . X . . . .
    . . . . . . . . .
    . . X . X . . . .
    X X X X X . . . .
    O O O O X . . . .
    . . . O X . . . .
"""
OPEN_TO_THE_RIGHT = """
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . . . . . . .
    . . X . X O . O .
    . . . . X O . . .
    X X X X X O . . .
    O O O O . . O . .
    . X . O . . . . .
"""
"""White at A2 is dead inside, and is connected by E2."""

B1 = vertex_to_point("B1", 9)


@pytest.fixture(name="solver", scope="module")
def solver_fixture() -> Iterator[LifeDeathSolver]:
    with LifeDeathSolver(bits=16) as solver:
        yield solver


def group(solver: LifeDeathSolver, diagram: str, color: int) -> Question:
    return solver.find(position_of(diagram, color), SECONDS)


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_whoever_moves_first_takes_the_vital_point(solver: LifeDeathSolver, color: int) -> None:
    solution = solver.solve(group(solver, THREE, color), SECONDS)
    assert (solution.status, solution.best.outcome) == (GroupStatus.UNSETTLED, FightOutcome.WINS)
    assert [one.move for one in solution.working] == [B1]
    assert solution.other.outcome is FightOutcome.WINS
    others = [one for one in solution.tried if one.move != B1]
    assert others and all(one.outcome is FightOutcome.FAILS for one in others)


@pytest.mark.parametrize(
    ("diagram", "status"),
    [
        pytest.param(ALIVE, GroupStatus.ALIVE, id="four in a row"),
        pytest.param(DEAD, GroupStatus.DEAD, id="the vital point is taken"),
        pytest.param(SEKI, GroupStatus.SEKI, id="shared liberties"),
        pytest.param(CORNER_SIX.format("X"), GroupStatus.DEAD, id="six in the corner, no liberty"),
    ],
)
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_statuses(solver: LifeDeathSolver, diagram: str, status: GroupStatus, color: int) -> None:
    question = next(q for q in find_questions(position_of(diagram, color)) if q.defender == WHITE)
    assert solver.solve(question, SECONDS).status is status


def test_no_time_decides_nothing(solver: LifeDeathSolver) -> None:
    with LifeDeathSolver(cancelled=lambda: True, bits=10) as hasty:
        question = next(find_questions(position_of(CORNER_SIX.format("."))))
        solution = hasty.solve(question, 1e-9)
    decided = solver.solve(question, SECONDS)
    for one in (solution.best, solution.other):
        assert one.outcome in (FightOutcome.UNDECIDED, decided.best.outcome, decided.other.outcome)


@pytest.mark.parametrize(
    ("color", "undecided", "expected"),
    [(WHITE, (), USUAL), (WHITE, (USUAL,), FEW[0]), (BLACK, (USUAL,), FEW[0])],
)
def test_what_the_usual_region_leaves_open_is_read_in_the_narrow_one(
    monkeypatch: pytest.MonkeyPatch, color: int, undecided: tuple[int, ...], expected: int
) -> None:
    regions = find_groups(position_of(LOOSE, color))[0]
    open_ones = [regions[few].region for few in undecided]

    def read(_: LifeDeathSolver, asked: Question, __: float) -> Reading:
        is_open = asked.region in open_ones
        return Reading(FightOutcome.UNDECIDED if is_open else FightOutcome.WINS)

    monkeypatch.setattr(LifeDeathSolver, "read", read)
    with LifeDeathSolver(bits=10) as solver:
        found = solver.find(position_of(LOOSE, color), 1.0)
    assert found.region == regions[expected].region


def test_a_defender_who_dies_is_read_in_a_wide_region(monkeypatch: pytest.MonkeyPatch) -> None:
    """There a chain of the wall with more liberties may be captured."""
    asked: list[tuple[int, ...]] = []

    def read(_: LifeDeathSolver, question: Question, __: float) -> Reading:
        asked.append(question.region)
        return Reading(FightOutcome.FAILS)

    monkeypatch.setattr(LifeDeathSolver, "read", read)
    with LifeDeathSolver(bits=10) as solver:
        solver.find(position_of(WIDE, WHITE), 1.0)
        regions = find_groups(position_of(WIDE, WHITE))[0]
        assert len(regions[FEW[2]].region) > len(regions[USUAL].region)
        assert regions[FEW[2]].region in asked
        asked.clear()
        solver.find(position_of(WIDE, BLACK), 1.0)
        assert regions[FEW[2]].region not in asked


def read_by_region(
    monkeypatch: pytest.MonkeyPatch, outcomes: dict[tuple[int, ...], FightOutcome]
) -> None:
    """Let what White gets depend on the region, and whoever moves after White win."""

    def read(_: LifeDeathSolver, asked: Question, __: float) -> Reading:
        after_move = asked.position.to_play != WHITE
        outcome = outcomes.get(asked.region, FightOutcome.UNDECIDED)
        return Reading(FightOutcome.WINS if after_move else outcome)

    monkeypatch.setattr(LifeDeathSolver, "read", read)


def test_a_life_without_a_ko_in_a_wide_region_goes_before_a_ko(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    regions = find_groups(position_of(WIDE, WHITE))[0]
    usual, wide = regions[USUAL].region, regions[FEW[2]].region
    read_by_region(monkeypatch, {usual: FightOutcome.KO})
    with LifeDeathSolver(bits=10) as solver:
        assert solver.find(position_of(WIDE, WHITE), 0.2).region == usual
        read_by_region(monkeypatch, {usual: FightOutcome.KO, wide: FightOutcome.WINS})
        assert solver.find(position_of(WIDE, WHITE), 0.2).region == wide


@pytest.mark.parametrize(
    ("first", "second", "answered"),
    [
        ("FAILS", "WINS", "second"),
        ("FAILS", "UNDECIDED", "second"),
        ("KO", "WINS", "second"),
        ("KO", "UNDECIDED", "first"),
        ("KO", "FAILS", "first"),
        ("WINS", "UNDECIDED", "first"),
    ],
)
def test_a_group_that_dies_or_lives_by_a_ko_is_read_in_the_regions_that_are_open(
    monkeypatch: pytest.MonkeyPatch, first: str, second: str, answered: str
) -> None:
    regions = find_groups(position_of(WIDE, WHITE))[0]
    usual, wide = regions[USUAL], regions[FEW[2]]
    monkeypatch.setattr(LifeDeathSolver, "_candidates", lambda *_: [usual, wide])
    outcomes = {usual.region: FightOutcome[first], wide.region: FightOutcome[second]}
    read_by_region(monkeypatch, outcomes)
    with LifeDeathSolver(bits=10) as solver:
        question = solver.answer(position_of(WIDE, WHITE), 1.0).question
    assert question == {"first": usual, "second": wide}[answered]


def test_a_group_that_lives_after_a_pass_is_not_asked_about(solver: LifeDeathSolver) -> None:
    """The larger group, at the top, has four points in a row."""
    question = group(solver, TWO, WHITE)
    assert vertex_to_point("A2", 9) in question.target
    assert vertex_to_point("A8", 9) not in question.target


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ("UNDECIDED FAILS UNDECIDED UNDECIDED", "WINS"),
        ("UNDECIDED KO UNDECIDED UNDECIDED", "UNDECIDED"),
        ("UNDECIDED KO WINS WINS", "KO"),
    ],
)
def test_a_ko_is_the_best_outcome_only_when_no_move_is_open(
    monkeypatch: pytest.MonkeyPatch, outcomes: str, expected: str
) -> None:
    """Outcomes for whoever is to move: at first, and after each of three moves."""
    question = next(find_questions(position_of(THREE)))
    first, *after = [FightOutcome[name] for name in outcomes.split()]
    known = {question.position.hash: first}
    for move, outcome in zip(question.moves(), after, strict=True):
        known[question.after(move).position.hash] = outcome

    def read(_: LifeDeathSolver, asked: Question, __: float) -> Reading:
        passed = asked.mover != question.mover and asked.position.hash == question.position.hash
        return Reading(first if passed else known[asked.position.hash])

    monkeypatch.setattr(LifeDeathSolver, "read", read)
    with LifeDeathSolver(bits=10) as solver:
        assert solver.solve(question, 1.0).best.outcome is FightOutcome[expected]


def test_a_ko_of_which_nobody_knows_whose_it_is_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = next(find_questions(position_of(THREE)))
    asked: dict[int, int] = {}

    def read(_: LifeDeathSolver, after: Question, __: float) -> Reading:
        key = after.position.hash
        asked[key] = asked.get(key, 0) + 1
        return Reading(FightOutcome.KO if asked[key] == 1 else FightOutcome.KO_AHEAD)

    monkeypatch.setattr(LifeDeathSolver, "read", read)
    with LifeDeathSolver(bits=10) as solver:
        tried = solver.solve(question, 1.0).tried
    assert tried and all(one.outcome is FightOutcome.KO_BEHIND for one in tried)


def test_time_that_the_first_move_leaves_is_for_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = next(find_questions(position_of(THREE)))
    ends: list[float] = []

    def read(_: LifeDeathSolver, asked: Question, end: float) -> Reading:
        ends.append(end)
        first = asked.position.hash == question.position.hash
        return Reading(FightOutcome.WINS if first else FightOutcome.UNDECIDED)

    monkeypatch.setattr(LifeDeathSolver, "read", read)
    begun = time.monotonic()
    with LifeDeathSolver(bits=10) as solver:
        solver.solve(question, 100.0)
    assert max(ends) - begun == pytest.approx(200.0, abs=20.0)


def read_nothing(_: LifeDeathSolver, __: Question, ___: float) -> Reading:
    return Reading(FightOutcome.UNDECIDED)


def test_where_nothing_is_decided_a_move_is_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    question = next(find_questions(position_of(THREE)))
    monkeypatch.setattr(LifeDeathSolver, "read", read_nothing)
    with LifeDeathSolver(bits=10) as solver:
        solution = solver.solve(question, 2.0)
    assert solution.best.outcome is FightOutcome.UNDECIDED
    assert solution.suggested == B1
    # What is liked best is asked first.
    assert not solution.working and solution.tried[0].move == B1


def test_a_move_that_fails_is_not_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    question = next(find_questions(position_of(THREE)))
    refuted = question.after(B1).position.hash

    def read(_: LifeDeathSolver, asked: Question, __: float) -> Reading:
        fails = asked.position.hash == refuted
        return Reading(FightOutcome.WINS if fails else FightOutcome.UNDECIDED)

    (other,) = vertices_to_points("A1", 9)
    monkeypatch.setattr(LifeDeathSolver, "read", read)
    monkeypatch.setattr(Suggester, "liked", lambda *_: [B1, other])
    with LifeDeathSolver(bits=10) as solver:
        assert solver.solve(question, 1.0).suggested == other


@pytest.mark.parametrize("passed", [FightOutcome.WINS, FightOutcome.UNDECIDED])
def test_where_each_move_and_a_pass_fail_nothing_works(
    monkeypatch: pytest.MonkeyPatch, passed: FightOutcome
) -> None:
    question = next(find_questions(position_of(THREE)))

    def read(_: LifeDeathSolver, asked: Question, __: float) -> Reading:
        if asked.position.hash != question.position.hash:
            return Reading(FightOutcome.WINS)
        return Reading(FightOutcome.UNDECIDED if asked.mover == question.mover else passed)

    monkeypatch.setattr(LifeDeathSolver, "read", read)
    monkeypatch.setattr(Suggester, "liked", lambda *_: [B1])
    with LifeDeathSolver(bits=10) as solver:
        solution = solver.solve(question, 1.0)
    proved = passed is FightOutcome.WINS
    assert solution.best.outcome is (FightOutcome.FAILS if proved else FightOutcome.UNDECIDED)
    assert solution.suggested == B1


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_a_move_that_works_needs_no_suggestion(solver: LifeDeathSolver, color: int) -> None:
    assert solver.solve(group(solver, THREE, color), SECONDS).suggested is None


def test_an_attacker_who_fails_gets_no_suggestion(solver: LifeDeathSolver) -> None:
    solution = solver.solve(group(solver, ALIVE, BLACK), SECONDS)
    assert solution.best.outcome is FightOutcome.FAILS
    assert solution.suggested is None


def test_a_group_that_dies_in_too_small_a_region_may_live_on_the_board(
    solver: LifeDeathSolver,
) -> None:
    position = position_of(OPEN_TO_THE_RIGHT, WHITE)
    region = vertices_to_points("A1 B1 C1 D1 A2 B2 C2 D2 E2", 9)
    solution = solver.solve(given_question(position, region), 2.0)
    assert solution.best.outcome is FightOutcome.FAILS
    assert solution.suggested == vertex_to_point("E2", 9)


def test_where_no_group_is_found_a_move_is_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[list[int]] = []

    def likes_the_last(_: Suggester, __: Position, moves: list[int], ___: float) -> list[int]:
        searched.append(moves)
        return moves[::-1]

    monkeypatch.setattr(Suggester, "liked", likes_the_last)
    position = Position(9)
    position.set_up([vertex_to_point("E5", 9)], [], BLACK)
    with LifeDeathSolver(bits=10) as solver:
        with pytest.raises(NoProblemError, match="--region") as found:
            solver.answer(position, SECONDS)
        assert searched == [position.legal_moves()]
        assert found.value.suggested == "J9"
        with pytest.raises(NoProblemError) as found:
            solver.answer(Position(9), SECONDS)
        assert found.value.suggested is None


def test_an_empty_board_is_no_problem(solver: LifeDeathSolver) -> None:
    with pytest.raises(NoProblemError, match="--region"):
        solver.find(Position(9), SECONDS)


def test_outcomes_are_seen_from_both_sides() -> None:
    assert all(outcome.reversed.reversed is outcome for outcome in FightOutcome)
    assert FightOutcome.WINS.reversed is FightOutcome.FAILS
    assert FightOutcome.KO_AHEAD.is_ko and not FightOutcome.SEKI.is_ko


def test_lines_are_moves_that_can_be_played(solver: LifeDeathSolver) -> None:
    question = group(solver, CORNER_SIX.format("X"), BLACK)
    for one in solver.solve(question, SECONDS).tried:
        position = question.position.copy()
        for point in one.line:
            assert point == PASS or position.is_legal(point)
            position.play(point)
