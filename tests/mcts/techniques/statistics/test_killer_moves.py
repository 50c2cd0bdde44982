"""Killer moves: what the winner played at a depth is tried there again."""

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams

#: Vertices of the 3x3 board, row by row; the second is taken in one test.
A, B, C, D = 21, 22, 23, 41


def probe(position: Position | None = None) -> SearchProbe:
    params = SearchParams(playout_order="killer", killer_moves=1.0, playout_self_atari_rate=0.0)
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
