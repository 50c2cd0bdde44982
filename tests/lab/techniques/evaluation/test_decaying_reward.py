"""Decaying reward: each move of the tree takes a share of what a result is worth."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def test_a_win_deep_in_the_tree_counts_less() -> None:
    search = SearchProbe(SearchParams(reward_decay=0.1), Position(9))
    (child,) = search.expand((ROOT,), [21])
    (reply,) = search.expand((ROOT, child), [22])
    assert search.reward((ROOT,)) == pytest.approx(1.0)
    assert search.reward((ROOT, child)) == pytest.approx(0.95)
    assert search.reward((ROOT, child, reply)) == pytest.approx(0.5 + 0.5 * 0.81)
    assert search.reward((ROOT, child, reply), points=-3.0) == pytest.approx(0.5 - 0.5 * 0.81)
    # Moves of the playout do not count.
    assert search.reward((ROOT, child), [23, 24, 25]) == pytest.approx(0.95)
