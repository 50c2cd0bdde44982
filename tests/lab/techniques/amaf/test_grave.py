"""GRAVE: RAVE means of an ancestor that knows more."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

A, B, C, D = 21, 22, 23, 24
close = pytest.approx


def started(threshold: int) -> tuple[SearchProbe, int, int]:
    """Return a search in which the root has children A and B, and below A White's C and D."""
    search = SearchProbe(
        SearchParams(rave_equivalence=1e9, rave_distance_levels=1, grave_threshold=threshold),
        Position(9),
    )
    first, _ = search.expand((ROOT,), [A, B])
    white, _ = search.expand((ROOT, first), [C, D])
    return search, first, white


def score(search: SearchProbe, path: tuple[int, ...], child: int) -> float:
    """Walk down a path, and return the score of a child of its end."""
    for length in range(1, len(path)):
        search.choose(path[:length])
    return float(search.score(path, child))


def test_the_other_side_has_means_at_an_ancestor_too() -> None:
    """White's C won 3 of 4 games below the root, Black's C the other way round."""
    search, first, white = started(50)
    for value in (0.0, 0.0, 0.0, 1.0):  # for Black
        search.back_up((ROOT,), [B, C], value)
    search.back_up((ROOT,), [C], 1.0)
    assert score(search, (ROOT, first), white) == close(0.75)


def test_a_node_with_visits_enough_uses_its_own_means() -> None:
    search, first, white = started(50)
    for _ in range(4):
        search.back_up((ROOT,), [B, C], 0.0)
    search.update_amaf(white, 0.0, times=2)
    assert score(search, (ROOT, first), white) == close(1.0)
    search.update(first, 0.5, times=50)
    assert score(search, (ROOT, first), white) == close(0.0)


def test_the_last_ancestor_with_visits_enough_stands_in() -> None:
    search, first, white = started(3)
    [black] = search.expand((ROOT, first, white), [D])
    for _ in range(3):  # at the root D loses for Black, below A it wins
        search.back_up((ROOT,), [D], 0.0)
    assert score(search, (ROOT, first, white), black) == close(0.0)
    for _ in range(3):
        search.back_up((ROOT, first), [C, D], 1.0)
    assert score(search, (ROOT, first, white), black) == close(1.0)


def test_of_two_moves_on_a_point_the_first_counts() -> None:
    search, first, white = started(50)
    search.back_up((ROOT,), [C, B, A, C], 1.0)  # Black's C, then White's
    search.back_up((ROOT,), [B, C, A, D, C], 0.0)  # White's C, then Black's
    assert score(search, (ROOT, first), white) == close(1.0)


def searched(threshold: int, threads: int = 1) -> SearchReport:
    params = SearchParams(network="none", grave_threshold=threshold)
    searcher = Searcher(params, threads=threads, memory_mb=64)
    position = Position(9)
    searcher.set_position(position)
    searcher.search(Limits(simulations=500))
    position.play(40)
    searcher.set_position(position)
    return searcher.search(Limits(simulations=1_000))


def test_a_search_differs_repeats_and_bears_threads() -> None:
    """Records of the root before are void; two threads make records beside each other."""
    ways = [[(m.point, m.visits) for m in searched(t).moves] for t in (0, 50, 50)]
    assert ways[0] != ways[1] == ways[2]
    assert searched(50, threads=2).simulations >= 1_000
