"""The way down: where it begins, whom it follows, and what makes it repeat."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def searcher_at(position: Position, **params: int | float | str | bool) -> Searcher:
    searcher = Searcher(SearchParams(network="none", **params), 1, 32, seed=3)
    searcher.set_position(position)
    return searcher


def visits(report: SearchReport) -> dict[int, int]:
    return {move.point: move.visits for move in report.moves}


def test_each_choice_of_the_least_visited_child_visits_all_alike() -> None:
    """With an interval of one every choice is that of the least visited child."""
    searcher = searcher_at(Position(5), explore_interval=1, widening_children=0)
    found = visits(searcher.search(Limits(simulations=260)))
    assert len(found) == 26
    assert max(found.values()) - min(found.values()) <= 1


def test_random_streams_depend_on_the_number_of_the_simulation_alone() -> None:
    """A search that is interrupted and goes on finds what an uninterrupted search finds."""
    whole = searcher_at(Position(7)).search(Limits(simulations=600))
    parts = searcher_at(Position(7))
    for simulations in (1, 199, 400):
        report = parts.search(Limits(simulations=simulations))
    assert visits(report) == visits(whole)
    assert report.value == whole.value


@pytest.mark.parametrize("passes", [1, 2])
def test_a_root_after_passes_is_searched_as_a_game_that_goes_on(passes: int) -> None:
    """If two passes before the root ended simulations, none would have a move."""
    position = Position(5)
    for color in (BLACK, WHITE)[:passes]:
        position.play(PASS, color)
    report = searcher_at(position, solver=False).search(Limits(simulations=300))
    assert report.mean_depth > 1.0
    assert report.mean_length > 5.0


def test_a_leaf_gets_children_at_so_many_visits() -> None:
    """Before that all simulations through a move end there: the tree is one move deep."""
    late = searcher_at(Position(5), expand_visits=1000, solver=False)
    report = late.search(Limits(simulations=500))
    assert report.mean_depth == pytest.approx(1.0)
    early = searcher_at(Position(5), expand_visits=1, solver=False)
    assert early.search(Limits(simulations=500)).mean_depth > 1.5
