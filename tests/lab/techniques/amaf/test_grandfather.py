"""Grandfather heuristic: a new move begins with its mean of two moves before."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D = 21, 22, 23, 24


def test_the_mean_of_the_same_move_two_moves_before() -> None:
    search = SearchProbe(SearchParams(grandfather=10.0), Position(9))
    first, second, third = search.expand((ROOT,), [A, C, D])
    (reply,) = search.expand((ROOT, first), [B])
    search.update(second, 0.75, times=40)
    search.update(third, 0.5, times=4)
    path = (ROOT, first, reply)
    wins, weight = search.prior(path, C)
    assert (wins, weight) == pytest.approx((7.5, 10.0))
    # No more than the visits it has there, and nothing for a move that was no child.
    assert search.prior(path, D) == pytest.approx((2.0, 4.0))
    assert search.prior(path, B) == (0.0, 0.0)


def test_nearer_to_the_root_there_is_none() -> None:
    search = SearchProbe(SearchParams(grandfather=10.0), Position(9))
    (first,) = search.expand((ROOT,), [A])
    search.update(first, 1.0, times=10)
    assert search.prior((ROOT,), A) == (0.0, 0.0)
    assert search.prior((ROOT, first), A) == (0.0, 0.0)
