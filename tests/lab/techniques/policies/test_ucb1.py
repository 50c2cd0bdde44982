"""UCB1: means and an exploration bonus."""

import math

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX
from tests.mcts.two_children import two_children

close = pytest.approx


def test_ucb1_begins_with_the_prior() -> None:
    tree, first = two_children()
    tree.set_prior(first, 1.0, 5.0)
    tree.update(first, 0.0, times=15)
    tree.update(ROOT_INDEX, 0.5, times=99)
    params = SearchParams(tree_policy="ucb1", ucb_exploration=1.414)
    bonus = 1.414 * math.sqrt(math.log(100.0) / 20)
    assert tree.score(first, params) == close(5 / 20 + bonus, abs=1e-4)
    # RAVE means are nothing to it.
    tree.update_amaf(first, 1.0, times=1000)
    assert tree.score(first, params) == close(5 / 20 + bonus, abs=1e-4)
