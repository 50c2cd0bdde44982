"""Virtual wins: what a simulation under way counts for."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from tests.mcts.two_children import two_children


@pytest.mark.parametrize("worth", [0.0, 0.5, 1.0])
def test_a_thread_below_counts_for_so_much(worth: float) -> None:
    tree, first = two_children()
    tree.update(first, 0.6, times=10)
    tree.add_virtual_losses(first, 2)
    params = SearchParams(virtual_wins=worth, rave_equivalence=0.0)
    assert tree.score(first, params) == pytest.approx((6 + 2 * worth) / 12, abs=1e-4)


def test_one_thread_searches_as_without() -> None:
    reports = []
    for worth in (0.0, 1.0):
        searcher = Searcher(SearchParams(virtual_wins=worth, network="none"), memory_mb=32)
        searcher.set_position(Position(9))
        reports.append(searcher.search(Limits(simulations=300)).moves)
    assert reports[0] == reports[1]
