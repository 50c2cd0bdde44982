"""Continuous decay: a kept tree begins a search with fewer visits, and the same means."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def after_a_move(**values: float) -> tuple[SearchReport, SearchReport, Searcher, Position]:
    """A search of the empty board, and one of 1 simulation after its best move."""
    searcher = Searcher(SearchParams(**values), memory_mb=64)
    position = Position(5)
    searcher.set_position(position)
    before = searcher.search(Limits(simulations=2_000))
    position.play(before.moves[0].point)
    searcher.set_position(position)
    return before, searcher.search(Limits(simulations=1)), searcher, position


@pytest.mark.parametrize("factor", [0.0, 0.5, 1.0])
def test_visits_are_multiplied_and_means_stay(factor: float) -> None:
    before, after, _, _ = after_a_move(tree_decays=True, tree_decay=factor)
    kept = before.moves[0]
    assert after.visits == pytest.approx(1 + factor * kept.visits, abs=1)
    if factor:
        assert after.value == pytest.approx(1 - kept.value, abs=0.01)


def test_a_search_that_goes_on_does_not_decay() -> None:
    _, after, searcher, position = after_a_move(tree_decays=True, tree_decay=0.5)
    searcher.set_position(position)
    assert searcher.search(Limits(simulations=1)).visits == after.visits + 1
