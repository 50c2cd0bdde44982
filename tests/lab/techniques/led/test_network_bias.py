"""What a network gets wrong of positions that look alike is taken off what it says of new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from tests.mcts.network_search import counts, midgame, searched, searcher_with

A, B, C, D, E, LAST = 21, 22, 23, 24, 25, 26
SHARE = 0.5


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-4)


def probe(share: float = SHARE) -> SearchProbe:
    params = SearchParams(network_bias=share, score_weight=0.0)
    return SearchProbe(params, Position(9), by_network=True)


def judged(search: SearchProbe, path: tuple[int, ...], move: int, value: float) -> tuple[int, ...]:
    """Expand the end of a path by a move, and the node there, and judge it; return its path."""
    (child,) = search.expand(path, [move])
    search.judge((*path, child), value)
    return (*path, child)


def taken_off(search: SearchProbe, path: tuple[int, ...]) -> float:
    """What is taken off the judgement of the end of a path, which an even game is worth."""
    search.expand(path, [LAST])
    return 0.5 - search.reward(path, points=0.0)


def test_the_mean_error_of_a_kind_is_taken_off() -> None:
    search = probe()
    here = judged(search, (ROOT,), A, 0.8)
    below = judged(search, here, B, 0.3)
    search.learn(below, value=0.3)
    search.learn(below, value=0.5)
    # Errors of 0.5 and 0.3, both of a first visit.
    assert 0.5 - search.reward(here, points=0.0) == close(SHARE * 0.4)


def test_the_leaf_itself_teaches_nothing() -> None:
    search = probe()
    here = judged(search, (ROOT,), A, 0.8)
    search.expand(here, [B])
    search.learn(here, value=0.1)
    assert search.reward(here, points=0.0) == 0.5


def test_what_no_judgement_says_is_left_alone() -> None:
    search = probe()
    here = judged(search, (ROOT,), A, 0.8)
    below = judged(search, here, B, 0.3)
    search.learn(below, value=0.3)
    (other,) = search.expand(below, [C])
    assert search.reward((*below, other), points=0.0) == 0.5


def test_nodes_that_look_alike_share_their_errors() -> None:
    search = probe()
    first, other = search.expand((ROOT,), [A, C])
    here = judged(search, (ROOT, first), B, 0.9)
    search.learn(judged(search, here, D, 0.4), value=0.4)
    # The same last two moves by the same sides, two moves later; and others.
    (white,) = search.expand((ROOT, other), [D])
    (black,) = search.expand((ROOT, other, white), [A])
    there = judged(search, (ROOT, other, white, black), B, 0.6)
    elsewhere = judged(search, there, E, 0.6)
    assert 0.5 - search.reward(there, points=0.0) == close(SHARE * 0.5)
    assert taken_off(search, elsewhere) == close(0.0)


def test_later_simulations_of_a_node_count_less() -> None:
    search = probe()
    here = judged(search, (ROOT,), A, 1.0)
    below = judged(search, here, B, 0.5)
    search.update(here[-1], 0.5)
    search.learn(below, value=0.5)
    search.update(here[-1], 0.5, times=31)
    search.learn(below, value=1.0)
    # The second has the weight 32 ** -0.2, which is a half.
    assert 0.5 - search.reward(here, points=0.0) == close(SHARE * 0.5 / 1.5)


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
