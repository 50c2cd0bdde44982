"""What the next position keeps of a tree, and when it begins anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from tests.mcts.network_search import searcher_with


def test_the_tree_is_kept_along_the_game() -> None:
    position = Position(9)
    searcher = Searcher(memory_mb=64)
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=3000))
    best, reply = report.pv[0], report.pv[1]
    position.play(best)
    position.play(reply)
    searcher.set_position(position)
    kept = searcher.snapshot()
    assert kept.visits > 0
    assert kept.to_play == BLACK
    more = searcher.search(Limits(simulations=100))
    assert more.simulations == 100
    assert more.visits == kept.visits + 100
    # The root gets all moves when it is searched.
    assert {m.point for m in more.moves} == {*position.legal_moves(), PASS}


@pytest.mark.parametrize("change", ["komi", "size", "undo", "color", "rules"])
def test_the_tree_is_dropped_when_it_means_something_else(change: str) -> None:
    position = Position(9)
    position.play(40)
    searcher = Searcher(memory_mb=64)
    searcher.set_position(position)
    searcher.search(Limits(simulations=200))
    if change == "komi":
        position.komi = 0.5
    elif change == "size":
        position = Position(7)
    elif change == "undo":
        position.undo()
    elif change == "color":
        position.to_play = BLACK
    else:
        position.rules = rules_named("japanese")
    searcher.set_position(position)
    assert searcher.snapshot().visits == 0


def test_a_small_shift_of_komi_keeps_the_tree_and_a_large_one_does_not() -> None:
    searcher = Searcher(memory_mb=64)
    for offset, kept in ((30.0, 0), (29.0, 100), (27.0, 200), (26.0, 0), (0.0, 0)):
        searcher.set_position(Position(9), None, offset)
        assert searcher.snapshot().visits == kept
        searcher.search(Limits(simulations=100))


def test_other_restrictions_forget_the_tree_and_equal_ones_keep_it() -> None:
    position = Position(9)
    one = Searcher(memory_mb=64)
    one.set_position(position)
    one.search(Limits(simulations=100))
    one.set_position(position, {(BLACK, 40): 1})
    assert one.snapshot().visits == 0
    one.search(Limits(simulations=100))
    one.set_position(position, {(BLACK, 40): 1})
    assert one.snapshot().visits == 100
    one.set_position(position)
    assert one.snapshot().visits == 0
    assert 40 in {move.point for move in one.search(Limits(simulations=10)).moves}


def test_moves_that_are_taken_back_find_the_tree_as_they_left_it() -> None:
    position = Position(9)
    searcher = Searcher(memory_mb=64)
    searcher.set_position(position)
    before = searcher.search(Limits(simulations=1000))
    for point in before.pv[:2]:
        position.play(point)
    searcher.set_position(position)
    below = searcher.search(Limits(simulations=100))
    position.undo(2)
    searcher.set_position(position)
    back = searcher.snapshot()
    # What is searched below a node counts for that node alone.
    assert (back.visits, back.to_play) == (before.visits, BLACK)
    assert {m.point: m.visits for m in back.moves} == {m.point: m.visits for m in before.moves}
    assert back.nodes >= below.nodes


def test_a_move_before_the_first_one_searched_is_not_in_the_tree() -> None:
    position = Position(9)
    position.play(40)
    searcher = Searcher(memory_mb=64)
    searcher.set_position(position)
    searcher.search(Limits(simulations=100))
    position.undo()
    searcher.set_position(position)
    assert searcher.snapshot().visits == 0
    position.play(40)
    searcher.set_position(position)
    assert searcher.snapshot().visits == 0


def test_a_move_out_of_turn_begins_anew() -> None:
    position = Position(9)
    searcher = Searcher(memory_mb=64)
    searcher.set_position(position)
    first = searcher.search(Limits(simulations=500)).pv[0]
    position.play(first, WHITE)
    position.to_play = WHITE
    searcher.set_position(position)
    assert searcher.snapshot().visits == 0


def test_another_set_up_with_the_same_moves_begins_anew() -> None:
    searcher, visits = Searcher(memory_mb=64), []
    for stones in ([0], [0], [8]):
        position = Position(9)
        position.set_up(stones, [])
        searcher.set_position(position)
        visits.append(searcher.snapshot().visits)
        searcher.search(Limits(simulations=100))
    assert visits == [0, 100, 0]


@pytest.mark.parametrize(("simulations", "stays"), [(500, True), (6000, False)])
def test_what_the_root_leaves_behind_goes_when_half_of_the_memory_is_used(
    simulations: int, stays: bool
) -> None:
    position = Position(9)
    searcher = Searcher(SearchParams(expand_visits=1), memory_mb=4)
    searcher.set_position(position)
    before = searcher.search(Limits(simulations=simulations))
    position.play(before.pv[0])
    searcher.set_position(position)
    kept = searcher.snapshot()
    assert kept.visits > 0
    assert kept.nodes == before.nodes if stays else kept.nodes < before.nodes
    # What is dropped is gone: the position before begins anew.
    position.undo()
    searcher.set_position(position)
    assert (searcher.snapshot().visits > 0) is stays


@pytest.mark.parametrize(("rules", "kept"), [("chinese", True), ("tromp-taylor", False)])
def test_what_a_network_led_does_not_serve_a_search_by_playouts(
    net: Path, rules: str, kept: bool
) -> None:
    """Of 81 points 33 are empty, so the network leads. With fewer it does not, where dead stones
    have to be captured."""
    diagram = "\n".join(["X O . X O . X O ."] * 8 + [". . . . . . . . ."])
    position = Position.from_diagram(diagram, rules=rules_named(rules))
    searcher = searcher_with(net, network_role="leads")
    searcher.set_position(position)
    best = max(searcher.search(Limits(simulations=300)).moves, key=lambda move: move.visits)
    position.play(best.point)
    searcher.set_position(position)
    assert (searcher.snapshot().visits > 0) is kept
    # The root has what this search found alone.
    report = searcher.search(Limits(simulations=200))
    assert (report.visits == 200) is not kept
