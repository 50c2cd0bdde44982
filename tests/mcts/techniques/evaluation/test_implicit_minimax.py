"""Implicit minimax: the best reply below a child changes its score."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

A, B, C, D = 21, 22, 23, 24


def probe(share: float) -> SearchProbe:
    params = SearchParams(implicit_minimax=share, rave_equivalence=0.0)
    return SearchProbe(params, Position(9))


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-3)


def test_a_leaf_has_the_value_of_its_prior() -> None:
    search = probe(0.25)
    left, right = search.expand((ROOT,), [A, B], [0.7, 0.4])
    search.update(left, 0.0, times=9)  # with the prior's weight of one: a mean of 0.07
    assert search.score((ROOT,), left) == close(0.75 * 0.07 + 0.25 * 0.7)
    assert search.score((ROOT,), right) == close(0.4)


def test_values_climb_by_minimax() -> None:
    search = probe(1.0)
    left, right = search.expand((ROOT,), [A, B], [0.7, 0.4])
    replies = search.expand((ROOT, left), [C, D], [0.9, 0.2])
    search.learn((ROOT, left, replies[0]))
    # White's best reply is worth 0.9 to White, so the left move is worth 0.1 to Black.
    assert search.score((ROOT,), left) == close(0.1)
    assert search.score((ROOT,), right) == close(0.4)
    # Two deeper: a good answer of Black's makes the reply worse, so the other one counts.
    search.expand((ROOT, left, replies[0]), [B], [0.95])
    search.learn((ROOT, left, replies[0]))
    assert search.score((ROOT, left), replies[0]) == close(0.05)
    assert search.score((ROOT,), left) == close(0.8)


def test_with_the_whole_share_playouts_count_for_nothing() -> None:
    search = probe(1.0)
    (child,) = search.expand((ROOT,), [A], [0.3])
    search.update(child, 1.0, times=100)
    assert search.score((ROOT,), child) == close(0.3)


def test_it_plays_and_a_kept_tree_keeps_its_values() -> None:
    searcher = Searcher(SearchParams(implicit_minimax=0.3), memory_mb=32)
    position = Position(9)
    searcher.set_position(position)
    best = searcher.search(Limits(simulations=600)).moves[0]
    position.play(best.point)
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=200))
    assert report.visits > 200
    assert searcher.virtual_losses() == 0
