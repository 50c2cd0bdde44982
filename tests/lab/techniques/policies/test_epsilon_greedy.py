"""Epsilon-greedy: any child at a rate, else the best one."""

from collections import Counter

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


@pytest.mark.parametrize(("rate", "best"), [(0.4, 0.7), (1.0, 0.25)])
def test_the_best_child_and_now_and_then_any(rate: float, best: float) -> None:
    search = SearchProbe(SearchParams(epsilon_greedy=rate, rave_equivalence=0.0), Position(9))
    children = search.expand((ROOT,), [21, 22, 23, 24])
    for child, mean in zip(children, (0.5, 0.9, 0.4, 0.3), strict=True):
        search.update(child, mean, times=10)
    counts = Counter(search.select((ROOT,), seed) for seed in range(8000))
    # The best gets what is left, and its part of the rest.
    assert counts[children[1]] / 8000 == pytest.approx(best, abs=0.02)
    for child in (children[0], children[2], children[3]):
        assert counts[child] / 8000 == pytest.approx(rate / 4, abs=0.02)
