"""Proven values: what decides a position, and how proofs climb."""

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params import SearchParams
from gtpengine.mcts.probe import ROOT_INDEX, TreeProbe
from gtpengine.mcts.recommend import recommend
from gtpengine.mcts.searcher import Searcher
from gtpengine.mcts.stoppers import Limits


def test_one_winning_move_wins() -> None:
    tree = TreeProbe(5_000)
    child = tree.add_children(ROOT_INDEX, [11, 12])
    grandchild = tree.add_children(child, [21, 22])
    tree.prove(grandchild, mover_wins=True)
    tree.prove_path([ROOT_INDEX, child, grandchild])
    # The side that moved to the child has lost; its other move is still open.
    assert tree.node(child)["proven"] is False
    assert tree.node(ROOT_INDEX)["proven"] is None


def test_all_moves_must_lose() -> None:
    tree = TreeProbe(5_000)
    child = tree.add_children(ROOT_INDEX, [11, 12])
    grandchild = tree.add_children(child, [21, 22])
    tree.prove(grandchild, mover_wins=False)
    tree.prove_path([ROOT_INDEX, child, grandchild])
    assert tree.node(child)["proven"] is None
    tree.prove(grandchild + 1, mover_wins=False)
    tree.prove_path([ROOT_INDEX, child, grandchild + 1])
    assert tree.node(child)["proven"] is True
    assert tree.node(ROOT_INDEX)["proven"] is False


def test_moves_behind_a_link_may_win_yet() -> None:
    tree = TreeProbe(5_000)
    child = tree.add_children(ROOT_INDEX, [11])
    more = tree.add_link(child, [21], [22])
    first = tree.node(child)["children"]
    tree.prove(first, mover_wins=False)
    tree.prove_path([ROOT_INDEX, child, first])
    assert tree.node(child)["proven"] is None
    tree.prove(more, mover_wins=False)
    tree.prove_path([ROOT_INDEX, child, more])
    assert tree.node(child)["proven"] is True


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
