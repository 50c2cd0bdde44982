"""UCT+: standard errors of the mean are the bonus."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def probe(width: float) -> tuple[SearchProbe, int, int]:
    search = SearchProbe(SearchParams(tree_policy="uct-plus", uct_plus_width=width), Position(9))
    first, second = search.expand((ROOT,), [21, 22])
    for child, values in ((first, (1.0, 0.0, 0.0, 0.0)), (second, (0.25,))):
        for number in range(40):
            value = values[number % len(values)]
            search.update(child, value)
            search.learn((ROOT, child), (), value)
    return search, first, second


def test_the_bonus_is_the_error_of_the_mean() -> None:
    search, first, second = probe(3.0)
    wanted = 0.25 + 3.0 * math.sqrt(0.25 * 0.75 / 40)
    assert search.score((ROOT,), first) == pytest.approx(wanted, abs=1e-3)
    # Rewards that are all alike leave nothing open.
    assert search.score((ROOT,), second) == pytest.approx(0.25, abs=5e-3)


def test_visits_of_the_siblings_do_not_widen_it() -> None:
    search, first, second = probe(2.0)
    before = search.score((ROOT,), first)
    search.update(second, 0.5, times=10_000)
    search.update(ROOT, 0.5, times=10_000)
    assert search.score((ROOT,), first) == before


def test_a_child_without_visits_has_the_first_play_urgency() -> None:
    search = SearchProbe(SearchParams(tree_policy="uct-plus"), Position(9))
    (child,) = search.expand((ROOT,), [21])
    assert search.score((ROOT,), child) == pytest.approx(1.1)
