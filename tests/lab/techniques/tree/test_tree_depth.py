"""A limit of the tree's depth, and the searches without a tree that it makes."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def test_a_simulation_leaves_the_tree_at_the_limit() -> None:
    search = SearchProbe(SearchParams(tree_depth=2), Position(9))
    (child,) = search.expand((ROOT,), [21])
    (below,) = search.expand((ROOT, child), [22])
    assert not search.stops((ROOT,))
    assert not search.stops((ROOT, child))
    assert search.stops((ROOT, child, below))


@pytest.mark.parametrize("depth", [1, 3])
def test_no_leaf_is_deeper(depth: int) -> None:
    searcher = Searcher(SearchParams(tree_depth=depth, expand_visits=1), memory_mb=32)
    searcher.set_position(Position(5))
    report = searcher.search(Limits(simulations=2000))
    assert len(report.pv) == depth
    assert depth - 0.1 < report.mean_depth <= depth
    assert report.visits == 2000
