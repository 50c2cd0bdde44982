"""Killer moves: what the winner played at a depth is tried there again."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Vertices of the 3x3 board, row by row; the second is taken in one test.
A, B, C, D = 21, 22, 23, 41


def probe(position: Position | None = None, rate: float = 1.0) -> SearchProbe:
    params = SearchParams(playout_order="killer", killer_moves=rate, playout_self_atari_rate=0.0)
    return SearchProbe(params, position or Position(3))


def test_the_winner_s_last_move_of_the_depth_is_played() -> None:
    search = probe()
    search.learn((ROOT,), [A, D], 1.0)
    assert set(search.first_moves(100)) == {A}
    search.learn((ROOT,), [C, D], 1.0)
    assert set(search.first_moves(100)) == {C}
    # What lost is no killer; nor is what Black played at another depth.
    search.learn((ROOT,), [D], 0.0)
    search.learn((ROOT,), [C, B, D], 1.0)
    assert set(search.first_moves(100)) == {C}


def test_the_one_before_is_played_where_the_last_cannot() -> None:
    position = Position(3)
    position.play(1)
    search = probe(position)
    search.learn((ROOT,), [A], 1.0)
    search.learn((ROOT,), [B], 1.0)  # there is a stone
    assert set(search.first_moves(100)) == {A}


def test_the_rate_says_how_often_and_moves_of_the_tree_count() -> None:
    search = probe(rate=0.4)
    (child,) = search.expand((ROOT,), [A])
    # Black's A in the tree won; C, two moves deeper, is a killer of another depth.
    search.learn((ROOT, child), [D, C], 1.0)
    counts = search.first_moves(10_000)
    assert counts[A] / 10_000 == pytest.approx(0.4 + 0.6 / 9, abs=0.02)
    assert counts[C] / 10_000 == pytest.approx(0.6 / 9, abs=0.01)
