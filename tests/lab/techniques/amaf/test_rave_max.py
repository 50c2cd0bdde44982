"""RAVE-max: a child is worth the greater of its mean and its RAVE mean."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX, TreeProbe
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from tests.lab.techniques.amaf.rave_shares import share


def test_max_takes_the_greater_of_the_two_means() -> None:
    # A child that always lost, with a RAVE mean of 1; and one that always won, with one of 0.
    assert share("max", 200.0, 1000, 1) == 1.0
    tree = TreeProbe(5_000)
    first = tree.add_children(ROOT_INDEX, [11])
    tree.update(first, 1.0, times=2)
    tree.update_amaf(first, 0.0, times=1000)
    assert tree.score(first, SearchParams(rave_schedule="max")) == 1.0


def test_delta_rave_max_takes_the_greater_mean_at_its_rate() -> None:
    # The greater of the means of the first child is 1; mixed, it is behind the second.
    params = SearchParams(rave_schedule="max", rave_max_rate=0.3, rave_equivalence=100.0)
    search = SearchProbe(params, Position(9))
    first, second = search.expand((ROOT,), [21, 22])
    search.update(first, 0.0, times=1000)
    search.update_amaf(first, 1.0, times=10)
    search.update(second, 0.8, times=1000)
    followed = [search.select((ROOT,), seed) for seed in range(2000)]
    assert followed.count(first) / 2000 == pytest.approx(0.3, abs=0.04)
