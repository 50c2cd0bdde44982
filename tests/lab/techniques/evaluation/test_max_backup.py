"""Backup by mean and best child: a good reply counts more, the more it was tried."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C = 21, 22, 23


def test_the_value_moves_from_the_mean_to_the_best_reply() -> None:
    search = SearchProbe(SearchParams(max_backup=100.0, rave_equivalence=0.0), Position(9))
    (child,) = search.expand((ROOT,), [A])
    good, bad = search.expand((ROOT, child), [B, C])
    search.update(good, 0.8, times=30)
    search.update(bad, 0.2, times=10)
    search.update(child, 0.4, times=40)
    assert search.score((ROOT,), child) == pytest.approx(0.4, abs=1e-3)
    search.learn((ROOT, child, good))
    # (100 * 0.4 + 30 * (1 - 0.8)) / 130
    assert search.score((ROOT,), child) == pytest.approx(46 / 130, abs=1e-3)
    search.update(good, 0.8, times=9970)
    search.learn((ROOT, child, good))
    assert search.score((ROOT,), child) == pytest.approx(0.2, abs=5e-3)


def test_values_climb_through_the_tree() -> None:
    search = SearchProbe(SearchParams(max_backup=0.001, rave_equivalence=0.0), Position(9))
    (child,) = search.expand((ROOT,), [A])
    (reply,) = search.expand((ROOT, child), [B])
    (answer,) = search.expand((ROOT, child, reply), [C])
    for node, mean in ((child, 0.5), (reply, 0.5), (answer, 0.9)):
        search.update(node, mean, times=100)
    search.learn((ROOT, child, reply, answer))
    assert search.score((ROOT, child), reply) == pytest.approx(0.1, abs=1e-3)
    assert search.score((ROOT,), child) == pytest.approx(0.9, abs=1e-3)
