"""MOSS: no bonus for a child that had its share of the visits."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def test_the_bonus_ends_at_the_mean_number_of_visits() -> None:
    search = SearchProbe(SearchParams(tree_policy="moss", bonus_factor=1.0), Position(9))
    often, seldom, never = search.expand((ROOT,), [21, 22, 23])
    search.update(often, 0.5, times=80)
    search.update(seldom, 0.5, times=10)
    search.update(ROOT, 0.5, times=90)
    assert search.score((ROOT,), often) == pytest.approx(0.5)
    bonus = math.sqrt(math.log(90 / (3 * 10)) / 10)
    assert search.score((ROOT,), seldom) == pytest.approx(0.5 + bonus, abs=1e-6)
    assert search.score((ROOT,), never) == pytest.approx(1.1)  # first_play_urgency
