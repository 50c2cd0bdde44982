"""Progressive history: a move's mean, wherever it was played, is a bonus that losses take away."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C = 21, 22, 23


def test_the_formula() -> None:
    search = SearchProbe(SearchParams(progressive_history=2.0, rave_equivalence=0.0), Position(9))
    first, second = search.expand((ROOT,), [A, B])
    search.update(first, 1.0, times=6)
    search.update(first, 0.0, times=3)
    assert search.score((ROOT,), first) == pytest.approx(6 / 9)
    # Black's A: worth 0.8 at once and 0.4 later; White's A says nothing of Black's.
    search.learn((ROOT,), [A, C], 0.8)
    search.learn((ROOT,), [C, B, A], 0.4)
    search.learn((ROOT,), [C, A], 1.0)
    assert search.score((ROOT,), first) == pytest.approx(6 / 9 + 2.0 * 0.6 / 4)
    # B was White's alone.
    search.update(second, 0.5, times=2)
    assert search.score((ROOT,), second) == pytest.approx(0.5)


def test_each_search_begins_anew() -> None:
    search = SearchProbe(SearchParams(progressive_history=2.0, rave_equivalence=0.0), Position(9))
    (first,) = search.expand((ROOT,), [A])
    search.update(first, 0.5, times=2)
    search.learn((ROOT,), [A], 1.0)
    assert search.score((ROOT,), first) > 0.5
    search.begin()
    assert search.score((ROOT,), first) == pytest.approx(0.5)
