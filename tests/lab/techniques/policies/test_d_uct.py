"""D-UCT: later visits of the parent let a child's count and rewards fade."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def probe(discount: float) -> tuple[SearchProbe, int, int]:
    params = SearchParams(tree_policy="d-uct", d_uct_discount=discount, ucb_exploration=1.0)
    search = SearchProbe(params, Position(9))
    first, second = search.expand((ROOT,), [21, 22])
    # Won, lost, the other move, won.
    for child, value in ((first, 1.0), (first, 0.0), (second, 0.5), (first, 1.0)):
        search.update(child, value)
        search.update(ROOT, 1.0 - value)
        search.learn((ROOT, child), (), value)
    return search, first, second


def test_a_visit_counts_by_how_long_ago_it_was() -> None:
    search, first, second = probe(0.5)
    # Of the four visits of the root: now 1, then 1/2, 1/4, 1/8.
    log_visits = math.log(1 + 1 + 1 / 2 + 1 / 4 + 1 / 8)
    n = 1 + 1 / 4 + 1 / 8
    expected = (1 + 1 / 8) / n + math.sqrt(log_visits / n)
    assert search.score((ROOT,), first) == pytest.approx(expected, abs=1e-4)
    assert search.score((ROOT,), second) == pytest.approx(
        0.5 + math.sqrt(log_visits / 0.5), abs=1e-4
    )


def test_without_a_discount_it_is_ucb1() -> None:
    search, first, _ = probe(1.0)
    expected = 2 / 3 + math.sqrt(math.log(5) / 3)
    assert search.score((ROOT,), first) == pytest.approx(expected, abs=1e-4)
