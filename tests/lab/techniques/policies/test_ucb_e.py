"""UCB-E: the bonus depends on the child's visits alone."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def test_the_bonus_does_not_grow_with_the_parent() -> None:
    search = SearchProbe(SearchParams(tree_policy="ucb-e", ucb_e=2.0), Position(9))
    seen, never = search.expand((ROOT,), [21, 22])
    search.update(seen, 0.25, times=8)
    expected = 0.25 + math.sqrt(2.0 / 8)
    assert search.score((ROOT,), seen) == pytest.approx(expected, abs=1e-4)
    search.update(ROOT, 0.5, times=1000)
    assert search.score((ROOT,), seen) == pytest.approx(expected, abs=1e-4)
    assert search.score((ROOT,), never) == pytest.approx(1.1)  # first_play_urgency
