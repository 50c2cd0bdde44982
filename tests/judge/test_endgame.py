"""Passing, resigning and the choice among moves, each in a position where it matters."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable

import numpy as np
import pytest

from board_ext.coords import (
    BLACK,
    EMPTY,
    PASS,
    RESIGN,
    WHITE,
    opponent,
    point_to_vertex,
    vertex_to_point,
)
from board_ext.position import Position
from board_ext.rules import Ko, rules_named
from gtpengine.config.options import EngineOptions
from gtpengine.game.handicap import handicap_stones
from gtpengine.judge import endgame
from gtpengine.judge.endgame import Look, decide
from gtpengine.judge.plainmove import endless, is_own_eye, plain_move, useful_points
from gtpengine.judge.resigning import looks_lost, may_resign
from gtpengine.judge.situation import Situation, rank, sure_margin
from gtpengine.mcts.report.report import MoveStats, SearchReport

# Black has 25 points, White 20, the middle is E; E5 is not filled yet.
HALVES = """
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
"""


def halves_ownership(size: int = 9) -> np.ndarray:
    """Columns A to D are Black's, E nobody's, F to J White's."""
    middle = size // 2
    row = [1.0] * middle + [0.0] + [-1.0] * (size - middle - 1)
    return np.tile(np.array(row, dtype=np.float32), (size, 1))


def report(
    color: int,
    moves: list[tuple[str, float]],
    ownership: np.ndarray,
    visits: int = 1000,
    score: float = -10.0,
) -> SearchReport:
    """A report with the given moves and values, the most visited first."""
    size = len(ownership)
    stats = []
    for place, (vertex, value) in enumerate(moves):
        point = vertex_to_point(vertex, size)
        stats.append(MoveStats(point, visits >> (place + 1), value, 0, 0.5, 0.5, 8.0, score))
    return SearchReport(
        to_play=color, size=size, moves=tuple(stats), visits=visits, value=moves[0][1], score=score,
        simulations=visits, seconds=0.1, ownership=ownership, pv=(), nodes=1, memory_bytes=0,
        mean_depth=1.0, mean_length=50.0, tree_full=False, stopped_by="simulations",
    )  # fmt: skip


def situation(
    position: Position,
    color: int,
    moves: list[tuple[str, float]],
    ownership: np.ndarray,
    passed: bool = False,
    **options: bool | int | float,
) -> Situation:
    if passed:
        position.play(PASS, opponent(color))
    position.to_play = color
    chosen = EngineOptions()
    for name, value in options.items():
        chosen.assign(name, value)
    return Situation(position, color, report(color, moves, ownership), chosen)


def answer(case: Situation, after: SearchReport | None = None, low_streak: int = 0) -> str:
    """What is answered when each look, after a pass or a move, brings ``after``."""
    return answer_with(case, lambda _: after, low_streak)


def answer_with(
    case: Situation, look: Callable[[str], SearchReport | None], low_streak: int = 0
) -> str:
    """What is answered when ``look`` says what is seen after a move or a pass."""
    size = case.position.size
    seen: dict[int, SearchReport | None] = {}
    found = decide(case, low_streak, seen)
    while isinstance(found, Look):
        assert found.point not in seen, "the same look again"
        seen[found.point] = look(point_to_vertex(found.point, size))
        found = decide(case, low_streak, seen)
    return point_to_vertex(found, size)


def halves(komi: float = 0.5, rules: str = "chinese") -> Position:
    return Position.from_diagram(HALVES, rules=rules_named(rules), komi=komi)


GOOD = [("E5", 0.6), ("E4", 0.5), ("pass", 0.58)]


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
    assert answer(case, report(WHITE, [("E5", 0.02)], settled)) == "pass"
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
    assert answer(case(), still_won) == "pass"
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


# White's right side is settled, but while J2 is empty it touches H1, which lives.
OPEN_BORDER = """
    . . . X . O . . .
    . . X X O . O . .
    . X . X X O . . .
    . . X O O O . . .
    . X O O X . . . .
    . . X O X O O . .
    . . X O O X O O .
    . . X O X X X O .
    . . . X . . . X .
"""


def border_ownership() -> np.ndarray:
    position = Position.from_diagram(OPEN_BORDER)
    ownership = np.ones((9, 9), dtype=np.float32)
    for point in range(81):
        row, column = divmod(point, 9)
        if (column > 4 and row > 2) or column > 6 or position.color_at(point) == WHITE:
            ownership[row, column] = -1.0
    for vertex in ("E5", "E6", "E7", "E4"):
        row, column = divmod(vertex_to_point(vertex, 9), 9)
        ownership[row, column] = 1.0 if vertex == "E7" else -1.0
    ownership[0, 7] = 1.0  # H1
    return ownership


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
    assert answer(case, still_won) == "pass"


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
    assert not isinstance(move, Look)
    assert position.is_legal(move, BLACK)
    assert move != PASS


# --- against the search -----------------------------------------------------------------------

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


# --- clean-up ---------------------------------------------------------------------------------


def with_dead_stone(rules: str = "chinese", komi: float = -20) -> Position:
    diagram = HALVES.split("\n")
    diagram[5] = "    . O . X . O . . ."
    return Position.from_diagram("\n".join(diagram), rules=rules_named(rules), komi=komi)


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


# --- resigning --------------------------------------------------------------------------------

LOST = [("E5", 0.05), ("pass", 0.01)]


def played_position(moves: int) -> Position:
    position = halves(60)
    for _ in range(moves // 2):
        position.play(PASS, BLACK)
        position.play(PASS, WHITE)
    position.play(vertex_to_point("E9", 9), WHITE)
    return position


@pytest.mark.parametrize(
    ("moves", "streak", "options", "expected"),
    [
        (40, 3, {}, "resign"),
        (40, 2, {}, "E5"),
        (40, 2, {"resign_moves": 2}, "resign"),
        (6, 3, {}, "E5"),
        (6, 3, {"resign_length": 0.05}, "resign"),
        (40, 9, {"resign": 0.0}, "E5"),
    ],
)
def test_resigning(moves: int, streak: int, options: dict[str, float], expected: str) -> None:
    case = situation(played_position(moves), BLACK, LOST, halves_ownership(), False, **options)
    assert answer(case, low_streak=streak) == expected
    assert (decide(case, streak, {}) == RESIGN) == (expected == "resign")


@pytest.mark.parametrize(
    ("value", "visits", "score", "rate", "lost"),
    [(0.05, 1000, -9, 0.1, True), (0.05, 199, -9, 0.1, False), (0.15, 1000, -9, 0.1, False),
     (0.15, 1000, -9, 0.2, True), (0.05, 1000, -9, 0.0, False), (0.05, 1000, -0.5, 0.1, False),
     (0.05, 1000, 3, 0.1, False), (0.05, 1000, -2, 0.1, True)],
)  # fmt: skip
def test_when_a_game_looks_lost(
    value: float, visits: int, score: float, rate: float, lost: bool
) -> None:
    options = EngineOptions()
    options.assign("resign", rate)
    found = report(BLACK, [("E5", value)], halves_ownership(), visits, score)
    assert looks_lost(Situation(halves(), BLACK, found, options)) == lost


def test_white_is_patient_in_handicap_games() -> None:
    position = Position(9)
    position.set_up([20, 24, 56, 60], [], WHITE, 4)
    assert handicap_stones(position) == 4
    loose = Position(9)
    for point in (20, 24, 56):
        loose.play(point, BLACK)
    loose.play(40, WHITE)
    assert handicap_stones(loose) == 3
    for game in (position, loose):
        for point in range(9, 9 + 18, 2):
            if game.is_legal(point, WHITE):
                game.play(point, WHITE)
            game.play(PASS, BLACK)
    case = situation(position, WHITE, LOST, halves_ownership())
    assert position.move_number > 0.2 * 81
    assert not may_resign(case, 10)
    assert may_resign(dataclasses.replace(case, color=BLACK), 10)


def test_white_needs_a_lower_win_rate_in_handicap_games() -> None:
    position = Position(9)
    position.set_up([20, 24, 56, 60], [], WHITE, 4)
    options = EngineOptions()  # 0.1 * 0.8 ** 4 = 0.041

    def lost(color: int, value: float) -> bool:
        found = report(color, [("E5", value)], halves_ownership())
        return looks_lost(Situation(position, color, found, options))

    assert lost(BLACK, 0.09)
    assert not lost(WHITE, 0.09)
    assert not lost(WHITE, 0.045)
    assert lost(WHITE, 0.035)


@pytest.mark.parametrize(("policy", "first"), [("robust", "E5"), ("max", "E6"), ("secure", "E6")])
def test_the_recommendation_is_a_parameter(policy: str, first: str) -> None:
    moves = [("E5", 0.5), ("E6", 0.7), ("E7", 0.2)]
    case = situation(halves(60), BLACK, moves, halves_ownership(), False)
    case.options.assign("recommendation", policy)
    assert point_to_vertex(rank(case)[0].point, 9) == first


# --- the end ----------------------------------------------------------------------------------


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
