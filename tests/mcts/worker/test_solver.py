"""Bounds on the score: what gives them, how they climb, and what is proven by them."""

import math
import random

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX, TreeProbe, sure_bounds_of
from gtpengine.mcts.report.recommend import RECOMMENDATIONS, recommend
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

MAX_POINTS = 361


def test_one_move_raises_what_is_sure() -> None:
    tree = TreeProbe(5_000)
    child = tree.add_children(ROOT_INDEX, [11, 12])
    grandchild = tree.add_children(child, [21, 22])
    # Black is to move at the root, so White at the child.
    assert tree.tighten(grandchild, -81, 5)
    tree.bound_path([ROOT_INDEX, child, grandchild])
    # White can have 5; its other move may be better, and Black may have a better one.
    assert tree.bounds(child) == (-MAX_POINTS, 5)
    assert tree.bounds(ROOT_INDEX) is None
    assert not tree.tighten(grandchild, -81, 5)


def test_all_moves_together_bound_the_rest() -> None:
    tree = TreeProbe(5_000)
    child = tree.add_children(ROOT_INDEX, [11, 12])
    grandchild = tree.add_children(child, [21, 22])
    tree.tighten(grandchild, 3, 9)
    tree.bound_path([ROOT_INDEX, child, grandchild])
    assert tree.bounds(child) == (-MAX_POINTS, 9)
    tree.tighten(grandchild + 1, 1, 20)
    tree.bound_path([ROOT_INDEX, child, grandchild + 1])
    assert tree.bounds(child) == (1, 9)
    assert tree.bounds(ROOT_INDEX) == (1, MAX_POINTS)


def test_the_other_colour_has_the_same_rules() -> None:
    tree = TreeProbe(5_000)
    child = tree.add_children(ROOT_INDEX, [11, 12])
    grandchild = tree.add_children(child, [21, 22])
    tree.tighten(grandchild, -9, -3)
    tree.bound_path([ROOT_INDEX, child, grandchild], root_side=WHITE)
    assert tree.bounds(child) == (-9, MAX_POINTS)
    tree.tighten(grandchild + 1, -20, -1)
    tree.bound_path([ROOT_INDEX, child, grandchild + 1], root_side=WHITE)
    assert tree.bounds(child) == (-9, -1)
    assert tree.bounds(ROOT_INDEX) == (-MAX_POINTS, -1)


def test_moves_behind_a_link_may_be_better() -> None:
    tree = TreeProbe(5_000)
    child = tree.add_children(ROOT_INDEX, [11])
    more = tree.add_link(child, [21], [22])
    first = tree.node(child)["children"]
    tree.tighten(first, 4, 4)
    tree.bound_path([ROOT_INDEX, child, first])
    assert tree.bounds(child) == (-MAX_POINTS, 4)
    tree.tighten(more, 6, 6)
    tree.bound_path([ROOT_INDEX, child, more])
    assert tree.bounds(child) == (4, 4)


def test_bounds_only_become_tighter() -> None:
    tree = TreeProbe(5_000)
    assert tree.tighten(ROOT_INDEX, -10, 10)
    assert not tree.tighten(ROOT_INDEX, -20, 20)
    assert tree.tighten(ROOT_INDEX, -20, 7)
    assert tree.bounds(ROOT_INDEX) == (-10, 7)
    assert not tree.tighten(ROOT_INDEX, -MAX_POINTS, MAX_POINTS)


def test_bounds_move_with_their_nodes() -> None:
    tree = TreeProbe(10_000)
    dropped = tree.add_children(tree.add_children(ROOT_INDEX, [1, 2]), list(range(1, 90))) + 50
    second = int(tree.node(ROOT_INDEX)["children"]) + 1
    first = tree.add_children(second, [11, 12, 13])
    tree.tighten(second, -7, 7)
    tree.tighten(first + 2, -3, 3)
    tree.tighten(dropped, 0, 0)
    assert tree.reroot(second)
    first = int(tree.node(ROOT_INDEX)["children"])
    assert tree.bounds(ROOT_INDEX) == (-7, 7)
    assert [tree.bounds(first + i) for i in range(3)] == [None, None, (-3, 3)]
    # What was dropped leaves nothing behind for nodes that come to lie there.
    below = tree.add_children(first, list(range(1, 300)))
    assert below <= dropped < below + 299
    assert tree.tighten(dropped, -1, 1)
    assert tree.bounds(dropped) == (-1, 1)
    tree.clear()
    first = tree.add_children(ROOT_INDEX, list(range(1, 300)))
    assert {tree.bounds(i) for i in range(ROOT_INDEX, first + 299)} == {None}
    assert tree.tighten(dropped, -2, 2)
    assert tree.bounds(dropped) == (-2, 2)


# Black makes two eyes with C1 or with E1 and owns more than half of the board; elsewhere White
# lives by a move at C1 as well.
RACE = """
    . O O O O
    O O . O O
    O O O O O
    X X X X X
    X . . . X
"""


def searcher_at(position: Position, **values: bool | float) -> Searcher:
    searcher = Searcher(SearchParams(**values), memory_mb=64)
    searcher.set_position(position)
    return searcher


@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor"])
def test_a_move_that_decides_is_proven(rules: str) -> None:
    # White lives with two eyes and 15 points. Komi -6 makes that too few once Black lives.
    position = Position.from_diagram(RACE, BLACK, rules_named(rules), komi=-6.0)
    report = searcher_at(position, expand_visits=1).search(Limits(simulations=3000))
    best = recommend(report)
    assert best == vertex_to_point("C1", 5)
    assert report.stats_of(best).proven is True  # type: ignore[union-attr]
    # A move that leaves the choice to White is not proven to win.
    assert report.stats_of(PASS).proven is not True  # type: ignore[union-attr]


@pytest.mark.lab
def test_shared_children_prove_nothing_under_superko() -> None:
    """A move may be illegal on one way to a shared node alone: what is left is not all there is."""
    meeting = {"transpositions": True, "expand_visits": 1}
    position = Position(2, rules_named("cgos"), komi=1.0)
    position.play(vertex_to_point("A1", 2))
    position.play(vertex_to_point("B2", 2))
    report = searcher_at(
        position, widening_children=1, widening_visits=1.0, solver_empty=1.0, explore_interval=3,
        **meeting,
    ).search(Limits(simulations=3000))  # fmt: skip
    # Black wins with A2, so says a search of all games.
    assert report.stats_of(vertex_to_point("A2", 2)).proven is not False  # type: ignore[union-attr]
    for rules, proven in (("chinese", True), ("tromp-taylor", None)):
        position = Position.from_diagram(RACE, BLACK, rules_named(rules), komi=-6.0)
        report = searcher_at(position, **meeting).search(Limits(simulations=3000))
        assert report.stats_of(recommend(report)).proven is proven  # type: ignore[union-attr]


def test_without_the_solver_nothing_is_proven() -> None:
    position = Position.from_diagram(RACE, BLACK, komi=-6.0)
    report = searcher_at(position, expand_visits=1, solver=False).search(Limits(simulations=500))
    assert {move.proven for move in report.moves} == {None}


def test_territory_is_not_proven() -> None:
    position = Position.from_diagram(RACE, BLACK, rules_named("japanese"), komi=-6.0)
    report = searcher_at(position, expand_visits=1).search(Limits(simulations=500))
    assert {move.proven for move in report.moves} == {None}


def test_a_small_board_is_solved() -> None:
    """2x2 with area scoring and positional superko: Black wins by one point, so at komi 1.5 no
    move wins and at komi 0.5 one does (Tromp and Farneback)."""
    position = Position(2, rules_named("tromp-taylor"), komi=1.5)
    report = searcher_at(position, expand_visits=1, solver_empty=1.0).search(
        Limits(simulations=20_000)
    )
    assert {move.proven for move in report.moves} == {False}
    position = Position(2, rules_named("tromp-taylor"), komi=0.5)
    report = searcher_at(position, expand_visits=1, solver_empty=1.0).search(
        Limits(simulations=20_000)
    )
    assert any(move.proven is True for move in report.moves)


def has_ended(position: Position) -> bool:
    return [point for _, point in position.moves[-2:]] == [PASS, PASS]


def all_games(position: Position, alpha: int, beta: int) -> int:
    """The score of best play for Black, between the bounds of alpha-beta search."""
    if has_ended(position):
        return round(position.area_score() + position.komi)
    black = position.to_play == BLACK
    for move in [*position.legal_moves(), PASS]:
        position.play(move)
        score = all_games(position, alpha, beta)
        position.undo()
        alpha, beta = (max(alpha, score), beta) if black else (alpha, min(beta, score))
        if alpha >= beta:
            break
    return alpha if black else beta


# Without the seeds whose games take long to play out in Python: 2, 6, 7.
@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5, 8, 9])
def test_bounds_hold_what_all_games_say(seed: int) -> None:
    rng = random.Random(seed)
    position = Position(2, rules_named("tromp-taylor"), komi=0.5)
    for _ in range(rng.randint(6, 9)):
        moves = position.legal_moves()
        position.play(rng.choice(moves) if moves else PASS)
        if has_ended(position):
            position.undo()
    searcher = searcher_at(position, expand_visits=1, solver_empty=1.0)
    report = searcher.search(Limits(simulations=4000))
    sign = 1 if position.to_play == BLACK else -1
    exact = 0
    for move in report.moves:
        if move.bounds is not None:
            low, high = sorted(round(sign * bound + position.komi) for bound in move.bounds)
            position.play(move.point)
            # A score outside is seen as the nearest one outside.
            score = all_games(position, max(low - 1, -5), min(high + 1, 5))
            position.undo()
            assert low <= score <= high
            exact += low == high
    assert exact


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_what_is_sure_is_reached_against_any_play(color: int) -> None:
    """The side that is sure of a score plays what it recommends, the other at random."""
    rng = random.Random(color)
    tested = 0
    for _ in range(6):
        position = Position(5, rules_named("tromp-taylor"), komi=0.5)
        searcher = Searcher(SearchParams(expand_visits=1), memory_mb=64)
        sure = -math.inf
        while not has_ended(position) and position.move_number < 80:
            if position.to_play != color:
                position.play(rng.choice([*position.legal_moves(), PASS]))
                continue
            searcher.set_position(position)
            report = searcher.search(Limits(simulations=400))
            best = recommend(report)
            bounds = report.stats_of(best).bounds  # type: ignore[union-attr]
            if bounds is not None:
                tested += bounds[0] > -20
                assert bounds[1] >= sure
                sure = max(sure, bounds[0])
            position.play(best)
        lead = position.area_score() * (1 if color == BLACK else -1)
        assert not has_ended(position) or lead >= sure
    assert tested


@pytest.mark.fuzz
@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor"])
def test_threads_agree_on_bounds(rules: str) -> None:
    position = Position.from_diagram(RACE, BLACK, rules_named(rules), komi=-6.0)
    single = searcher_at(position, expand_visits=1).search(Limits(simulations=4000))
    searcher = Searcher(SearchParams(expand_visits=1), threads=4, memory_mb=64)
    for _ in range(3):
        searcher.clear()
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=4000))
        assert any(move.bounds is not None for move in report.moves)
        for move in report.moves:
            known = single.stats_of(move.point)
            assert known is not None
            if move.bounds is not None and known.bounds is not None:
                # Both hold, so they have something in common.
                assert max(move.bounds[0], known.bounds[0]) <= min(move.bounds[1], known.bounds[1])
        assert recommend(report) == recommend(single)


# White's stone at C2 is dead, but counts as long as it stands; without it Black has 25 points.
DEAD_STONE = """
    X X X X X
    X . X X X
    X X X X X
    X . O . X
    X X X X X
"""


@pytest.mark.parametrize(("passes", "low"), [(0, 25), (1, 21)])
def test_who_passes_with_dead_stones_on_the_board_is_not_sure_of_them(
    passes: int, low: int
) -> None:
    position = Position.from_diagram(DEAD_STONE, BLACK, rules_named("tromp-taylor"))
    for _ in range(passes):
        position.play(PASS)
    assert sure_bounds_of(position, area_after_passes=True)[0] == low
    assert sure_bounds_of(position, area_after_passes=False)[0] == 25


@pytest.mark.parametrize("policy", sorted(RECOMMENDATIONS))
def test_the_better_score_is_found_among_won_moves(policy: str) -> None:
    """Black has won whatever happens, so it is about the score alone."""
    position = Position.from_diagram(RACE, BLACK, rules_named("tromp-taylor"), komi=-20.5)
    report = searcher_at(position, expand_visits=1).search(Limits(simulations=3000))
    best = report.stats_of(recommend(report, policy))
    assert best is not None and best.bounds is not None
    assert best.bounds[0] == report.sure_lead()


def test_without_score_bounds_nothing_is_cut() -> None:
    position = Position.from_diagram(RACE, BLACK, rules_named("tromp-taylor"), komi=-6.0)
    with_cuts = searcher_at(position, expand_visits=1).search(Limits(simulations=3000))
    without = searcher_at(position, expand_visits=1, score_bounds=False).search(
        Limits(simulations=3000)
    )
    assert any(move.is_cut(with_cuts.sure_lead()) for move in with_cuts.moves)
    assert recommend(with_cuts) == recommend(without) == vertex_to_point("C1", 5)


def test_a_decided_game_is_played_for_the_score() -> None:
    board = """
        . O . O X
        O O O O X
        X X X X X
        X . X . X
        X X X X X
    """
    position = Position.from_diagram(board, WHITE, komi=0.5)
    report = searcher_at(position).search(Limits(simulations=300))
    assert {move.proven for move in report.moves} == {None}
