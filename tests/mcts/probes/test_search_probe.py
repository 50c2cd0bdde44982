"""A tree that a test builds by hand is what it was built as."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B = 21, 22


def probe() -> SearchProbe:
    return SearchProbe(SearchParams(rave_equivalence=0.0), Position(9))


def test_the_score_is_the_mean_of_the_rewards() -> None:
    search = probe()
    (child,) = search.expand((ROOT,), [A])
    search.update(child, 1.0, times=300)
    search.update(child, 0.0, times=100)
    assert search.score((ROOT,), child) == pytest.approx(0.75, abs=0.02)


def test_the_better_child_scores_more() -> None:
    search = probe()
    worse, better = search.expand((ROOT,), [A, B])
    search.update(worse, 0.2, times=200)
    search.update(better, 0.8, times=200)
    assert search.score((ROOT,), better) > search.score((ROOT,), worse)
    assert search.choose((ROOT,)) == 0  # no technique is on that would choose


def test_a_reroot_gives_the_children_of_the_new_root() -> None:
    search = probe()
    left, right = search.expand((ROOT,), [A, B])
    grandchildren = search.expand((ROOT, left), [B])
    search.update(grandchildren[0], 0.9, times=50)
    (moved,) = search.reroot(left)
    assert search.score((ROOT,), moved) == pytest.approx(0.9, abs=0.02)
    assert right != left
