"""UCT-RAVE: the bonus of UCB1 on top of RAVE."""

import math

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX
from tests.mcts.two_children import two_children

close = pytest.approx


def test_exploration_in_the_one_normalisation() -> None:
    tree, first = two_children()
    tree.update(first, 0.5, times=25)
    params = SearchParams(rave_equivalence=0.0, exploration=1.414)
    tree.update(ROOT_INDEX, 0.5, times=99)  # the logarithm is that of one more
    parent = math.log(100.0)
    assert tree.score(first, params) == close(0.5 + 1.414 * math.sqrt(parent / 25))
