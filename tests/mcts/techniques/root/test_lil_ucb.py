"""lil'UCB: the widest promise is followed, and the search ends when one move is far ahead."""

import math

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams


def probe(moves: int = 8) -> tuple[SearchProbe, list[int]]:
    search = SearchProbe(SearchParams(lil_ucb=0.1, lil_ucb_moves=moves), Position(9))
    return search, search.expand((ROOT,), [21, 22, 23])


def bound(mean: float, n: int) -> float:
    return mean + 1.5 * math.sqrt(0.5 * math.log(math.log(n + 2) / 0.1) / n)


def test_the_greatest_bound_is_followed_at_the_root_alone() -> None:
    search, (first, second, third) = probe()
    search.update(first, 0.6, times=100)
    assert search.choose((ROOT,)) == second  # never tried
    search.update(second, 0.5, times=30)
    search.update(third, 0.4, times=60)
    bounds = {first: bound(0.6, 100), second: bound(0.5, 30), third: bound(0.4, 60)}
    assert search.choose((ROOT,)) == max(bounds, key=lambda child: bounds[child]) == second
    search.expand((ROOT, first), [31, 32])
    assert search.choose((ROOT, first)) == 0


def test_the_search_ends_when_one_move_has_visits_enough() -> None:
    search, (first, second, third) = probe()
    # Three moves: 1 + (1 + 10 / 3) * 20 is 87.7.
    search.update(second, 0.5, times=10)
    search.update(third, 0.5, times=10)
    search.update(first, 0.9, times=87)
    search.learn((ROOT, first), (), 1.0)
    assert not search.stopped
    search.update(first, 0.9)
    search.learn((ROOT, first), (), 1.0)
    assert search.stopped


def test_the_best_priors_alone_take_part() -> None:
    search, (first, second, _) = probe(moves=2)
    search.update(first, 0.0, times=50)
    search.update(second, 0.1, times=50)
    assert search.choose((ROOT,)) == second
