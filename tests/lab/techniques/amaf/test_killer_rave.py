"""Killer RAVE: of a playout the moves that did best so far are credited, for either side."""

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D, E, F = 21, 22, 23, 24, 25, 26


def test_the_best_moves_alone_are_credited() -> None:
    search = SearchProbe(SearchParams(killer_rave=1, rave_distance_levels=1), Position(9))
    children = dict(zip([A, C, E], search.expand((ROOT,), [A, C, E]), strict=True))
    # Black's C won, A and E lost.
    search.learn((ROOT,), [C], 1.0)
    search.learn((ROOT,), [A], 0.0)
    search.learn((ROOT,), [E], 0.25)
    search.back_up((ROOT,), [A, B, C, D, E, F], 1.0)
    assert [search.node(children[move])[2] for move in (A, C, E)] == [0, 1, 0]


def test_each_side_has_its_own_and_the_tree_always_counts() -> None:
    search = SearchProbe(SearchParams(killer_rave=1, rave_distance_levels=1), Position(9))
    first, second = search.expand((ROOT,), [A, C])
    replies = search.expand((ROOT, first), [B, D])
    search.learn((ROOT,), [A, D], 0.0)  # White won with D
    search.learn((ROOT,), [C], 1.0)
    search.back_up((ROOT, first), [B, C, D, E], 1.0)
    assert [search.node(reply)[2] for reply in replies] == [0, 1]
    assert search.node(first)[2] == 1  # of the tree, although C did better
    assert search.node(second)[2] == 1
