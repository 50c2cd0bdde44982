"""What a network gets wrong of positions that look alike is taken off what it says of new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.lab.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from tests.mcts.network_search import counts, midgame, searched, searcher_with

A, B, C, D, E = 21, 22, 23, 24, 25
SHARE = 0.5


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-4)


def probe(share: float = SHARE) -> SearchProbe:
    return SearchProbe(SearchParams(network_bias=share, score_weight=0.0), Position(9))


def judged(search: SearchProbe, path: tuple[int, ...], move: int, value: float) -> tuple[int, ...]:
    """Expand the end of a path by a move, judge the node there; return the path to it."""
    (child,) = search.expand(path, [move])
    search.judge((*path, child), value)
    return (*path, child)


def test_the_mean_error_of_a_kind_is_taken_off() -> None:
    search = probe()
    here = judged(search, (ROOT,), A, 0.8)
    below = judged(search, here, B, 0.3)
    assert search.bias(here) == close(0.0)
    search.learn_bias(below, 0.3)
    search.learn_bias(below, 0.5)
    # Errors of 0.5 and 0.3, both of a first visit.
    assert search.bias(here) == close(SHARE * 0.4)


def test_the_leaf_itself_teaches_nothing() -> None:
    search = probe()
    here = judged(search, (ROOT,), A, 0.8)
    search.learn_bias(here, 0.1)
    assert search.bias(here) == close(0.0)


def test_nodes_that_look_alike_share_their_errors() -> None:
    search = probe()
    first, other = search.expand((ROOT,), [A, C])
    here = judged(search, (ROOT, first), B, 0.9)
    search.learn_bias(judged(search, here, D, 0.4), 0.4)
    # The same last two moves by the same sides, two moves later; and others.
    (white,) = search.expand((ROOT, other), [D])
    (black,) = search.expand((ROOT, other, white), [A])
    there = judged(search, (ROOT, other, white, black), B, 0.6)
    assert search.bias(there) == close(SHARE * 0.5)
    assert search.bias(judged(search, there, E, 0.6)) == close(0.0)


def test_later_simulations_of_a_node_count_less() -> None:
    search = probe()
    here = judged(search, (ROOT,), A, 1.0)
    below = judged(search, here, B, 0.5)
    search.learn_bias(below, 0.5)
    search.update(here[-1], 0.5, times=31)
    search.learn_bias(below, 1.0)
    # The second has the weight 32 ** -0.2, which is a half.
    assert search.bias(here) == close(SHARE * 0.5 / 1.5)


def test_a_search_counts_it_and_0_is_as_without(net: Path) -> None:
    plain, none, some = (
        searched(net, midgame(), 600, network_role="leads", **more)
        for more in ({}, {"network_bias": 0.0}, {"network_bias": 0.35})
    )
    assert counts(plain) == counts(none) != counts(some)
    assert some.simulations == 600


def test_what_was_learned_is_forgotten_with_the_tree(net: Path) -> None:
    searcher = searcher_with(net, network_role="leads", network_bias=0.35)
    reports = []
    for _ in range(2):
        searcher.clear()
        searcher.set_seed(1)
        searcher.set_position(midgame())
        reports.append(counts(searcher.search(Limits(simulations=300))))
    assert reports[0] == reports[1]


def test_threads_share_what_is_learned(net: Path) -> None:
    searcher = searcher_with(net, threads=4, network_role="leads", network_bias=0.35)
    searcher.set_position(midgame())
    report = searcher.search(Limits(simulations=2000))
    assert report.simulations == sum(move.visits for move in report.moves) == 2000
