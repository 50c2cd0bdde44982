"""Successive rejects: after each phase the move of the worst mean leaves."""

from collections import Counter

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def test_four_moves_and_100_simulations() -> None:
    # L = 1/2 + 1/2 + 1/3 + 1/4 = 1.583; 96 / L = 60.6; by phase 60.6 / 4, / 3, / 2, rounded up.
    search = SearchProbe(SearchParams(successive_rejects=4), Position(9), simulations=100)
    children = search.expand((ROOT,), [21, 22, 23, 24])
    worth = dict(zip(children, (0.4, 0.9, 0.2, 0.6), strict=True))
    dealt: Counter[int] = Counter()
    while (child := search.choose((ROOT,))) and sum(dealt.values()) < 200:
        dealt[child] += 1
        search.update(child, worth[child])
    assert [dealt[child] for child in children] == [21, 31, 16, 31]
    assert sum(dealt.values()) <= 100


def test_below_the_root_and_without_a_budget_it_has_no_opinion() -> None:
    search = SearchProbe(SearchParams(successive_rejects=4), Position(9))
    (child,) = search.expand((ROOT,), [21])
    search.expand((ROOT, child), [22, 23])
    assert search.choose((ROOT, child)) == 0
    search = SearchProbe(SearchParams(successive_rejects=4), Position(9), simulations=1 << 40)
    search.expand((ROOT,), [21, 22])
    assert search.choose((ROOT,)) == 0


def test_a_search_with_threads_gives_the_last_two_alike() -> None:
    for threads in (1, 2):
        searcher = Searcher(SearchParams(successive_rejects=8), threads, memory_mb=32)
        searcher.set_position(Position(9))
        report = searcher.search(Limits(simulations=1600))
        visits = [move.visits for move in report.moves]
        assert report.visits == 1600
        assert abs(visits[0] - visits[1]) <= 8 * threads
        assert sum(visit > 10 for visit in visits) == 8
