"""RIDE: differences between two moves, from all nodes where both were tried."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D = 21, 22, 23, 24


def test_a_difference_is_learned_at_one_node_and_used_at_another() -> None:
    search = SearchProbe(SearchParams(ride=30.0, rave_equivalence=0.0), Position(9))
    first, second, third = search.expand((ROOT,), [A, B, C])
    for child, value in ((first, 0.8), (second, 0.5)):
        search.update(child, value, times=10)
    # Black's A wins: one sample of A against B, 1 - 0.5. C was never tried.
    search.learn((ROOT, first), (), 1.0)
    (reply,) = search.expand((ROOT, third), [D])
    path = (ROOT, third, reply)
    good, bad = search.expand(path, [A, B])
    for child in (good, bad):
        search.update(child, 0.5, times=10)
    search.update(reply, 0.6, times=20)  # 0.4 for Black
    # Half a point above or below the mean of the node, at a share of 30 / 40.
    assert search.score(path, good) == pytest.approx(0.25 * 0.5 + 0.75 * 0.9, abs=1e-3)
    assert search.score(path, bad) == pytest.approx(0.25 * 0.5 + 0.75 * -0.1, abs=1e-3)


def test_differences_of_a_side_say_nothing_of_the_other() -> None:
    search = SearchProbe(SearchParams(ride=30.0, rave_equivalence=0.0), Position(9))
    first, second = search.expand((ROOT,), [A, B])
    search.update(second, 0.5, times=10)
    search.learn((ROOT, first), (), 1.0)
    replies = search.expand((ROOT, first), [A, B])
    for reply in replies:
        search.update(reply, 0.5, times=10)
        assert search.score((ROOT, first), reply) == pytest.approx(0.5, abs=1e-3)
