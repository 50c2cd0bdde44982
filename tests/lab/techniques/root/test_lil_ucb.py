"""lil'UCB: the widest promise is followed, and the search ends when one move is far ahead."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def probe(moves: int = 8) -> tuple[SearchProbe, list[int]]:
    search = SearchProbe(SearchParams(lil_ucb=0.1, lil_ucb_moves=moves), Position(9))
    return search, search.expand((ROOT,), [21, 22, 23])


def sample(search: SearchProbe, child: int, value: float, times: int = 1) -> None:
    for _ in range(times):
        search.learn((ROOT, child), (), value)


def bound(mean: float, n: int) -> float:
    return mean + 1.5 * math.sqrt(0.5 * math.log(math.log(n + 2) / 0.1) / n)


def test_the_greatest_bound_is_followed_at_the_root_alone() -> None:
    search, (first, second, third) = probe()
    sample(search, first, 0.6, times=100)
    assert search.choose((ROOT,)) == second  # never tried
    sample(search, second, 0.5, times=30)
    sample(search, third, 0.4, times=60)
    bounds = {first: bound(0.6, 100), second: bound(0.5, 30), third: bound(0.4, 60)}
    assert search.choose((ROOT,)) == max(bounds, key=lambda child: bounds[child]) == second
    search.expand((ROOT, first), [31, 32])
    assert search.choose((ROOT, first)) == 0


def test_each_move_is_sampled_before_the_search_may_end() -> None:
    search, children = probe()
    for child in children:
        assert search.choose((ROOT,)) == child
        sample(search, child, 1.0)
        assert not search.stopped
    # One sample each is not enough, and two moves that were sampled often wait for the third.
    search, (first, second, _) = probe()
    sample(search, first, 0.9, times=500)
    sample(search, second, 0.1, times=1)
    assert not search.stopped


def test_the_search_ends_when_one_move_has_samples_enough() -> None:
    search, (first, second, third) = probe()
    # Three moves: 1 + (1 + 10 / 3) * 20 is 87.7.
    sample(search, second, 0.5, times=10)
    sample(search, third, 0.5, times=10)
    sample(search, first, 0.9, times=87)
    assert not search.stopped
    sample(search, first, 0.9)
    assert search.stopped


def test_the_best_priors_alone_take_part() -> None:
    search, (first, second, _) = probe(moves=2)
    sample(search, first, 0.0, times=50)
    sample(search, second, 0.1, times=50)
    assert search.choose((ROOT,)) == second


def test_samples_are_those_of_this_search() -> None:
    search, (first, second, third) = probe()
    search.update(first, 0.9, times=500)  # kept from an earlier search
    sample(search, second, 0.5)
    assert search.choose((ROOT,)) == first
    sample(search, first, 0.5)
    sample(search, third, 0.5)
    assert not search.stopped
    search.begin()
    assert search.choose((ROOT,)) == first


@pytest.mark.parametrize("error", [0.01, 0.1])
def test_an_even_position_is_searched_to_the_limit(error: float) -> None:
    searcher = Searcher(SearchParams(lil_ucb=error, network="none"), memory_mb=32)
    position = Position(9)
    for _ in range(2):
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=300))
        assert report.simulations == 300
        position.play(report.moves[0].point)
