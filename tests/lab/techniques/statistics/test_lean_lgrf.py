"""Lean LGRF: the last good reply has a bonus in the tree, until it loses."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D = 21, 22, 23, 24


def test_a_good_reply_has_the_bonus_and_a_bad_one_loses_it() -> None:
    search = SearchProbe(SearchParams(lean_lgrf=0.3, rave_equivalence=0.0), Position(9))
    (first,) = search.expand((ROOT,), [A])
    reply, other = search.expand((ROOT, first), [B, C])
    for child in (reply, other):
        search.update(child, 0.5, times=10)
    path = (ROOT, first)
    # White answers A by B and wins; plays B after another move; answers A by B and loses.
    for moves, value, bonus in (([A, B], 0.0, 0.3), ([D, B], 1.0, 0.3), ([A, B], 1.0, 0.0)):
        search.learn((ROOT,), moves, value)
        assert search.score(path, reply) == pytest.approx(0.5 + bonus, abs=1e-3)
        assert search.score(path, other) == pytest.approx(0.5, abs=1e-3)


def test_the_reply_to_two_moves_comes_before_that_to_one() -> None:
    search = SearchProbe(SearchParams(lean_lgrf=0.3, rave_equivalence=0.0), Position(9))
    (first,) = search.expand((ROOT,), [A])
    (second,) = search.expand((ROOT, first), [B])
    to_two, to_one = search.expand((ROOT, first, second), [C, D])
    for child in (to_two, to_one):
        search.update(child, 0.5, times=10)
    search.learn((ROOT,), [A, B, C], 1.0)
    search.learn((ROOT,), [C, B, D], 1.0)  # the last good reply to B alone
    path = (ROOT, first, second)
    assert search.score(path, to_two) == pytest.approx(0.8, abs=1e-3)
    assert search.score(path, to_one) == pytest.approx(0.5, abs=1e-3)
