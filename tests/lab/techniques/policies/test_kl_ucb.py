"""KL-UCB: the largest win rate that the results do not rule out."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def bound(wins: int, visits: int, parent: int, factor: float = 1.0) -> float:
    search = SearchProbe(SearchParams(tree_policy="kl-ucb", bonus_factor=factor), Position(9))
    (child,) = search.expand((ROOT,), [21])
    search.update(child, 1.0, times=wins)
    search.update(child, 0.0, times=visits - wins)
    search.update(ROOT, 0.5, times=parent - 1)
    return search.score((ROOT,), child)


@pytest.mark.parametrize(("wins", "visits"), [(3, 10), (50, 100), (0, 5)])
def test_the_divergence_at_the_bound_is_the_logarithm(wins: int, visits: int) -> None:
    q, p = bound(wins, visits, 1000), wins / visits
    divergence = (p * math.log(p / q) if p else 0.0) + (1 - p) * math.log((1 - p) / (1 - q))
    assert visits * divergence == pytest.approx(math.log(1000), rel=1e-2)


def test_it_is_no_higher_than_ucb1_and_never_above_1() -> None:
    for wins in range(0, 21, 5):
        q = bound(wins, 20, 500)
        assert q <= min(1.0, wins / 20 + math.sqrt(0.5 * math.log(500) / 20) + 1e-4)
    assert bound(20, 20, 500) == pytest.approx(1.0, abs=1e-4)


def test_the_factor_widens_the_bonus() -> None:
    q = bound(50, 100, 1000, factor=2.0)
    divergence = 0.5 * math.log(0.5 / q) + 0.5 * math.log(0.5 / (1 - q))
    assert 100 * divergence == pytest.approx(4 * math.log(1000), rel=1e-2)
