"""PUCT: the prior probability steers exploration."""

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX
from tests.mcts.two_children import two_children

close = pytest.approx


def test_puct() -> None:
    tree, first = two_children()
    tree.set_prior(first, 0.5, 0.0, probability=0.25)
    tree.set_prior(first + 1, 0.5, 0.0, probability=0.5)
    tree.update(first, 1.0, times=3)
    tree.update(first, 0.0, times=1)
    tree.update(ROOT_INDEX, 0.375, times=16)
    params = SearchParams(tree_policy="puct", puct_exploration=2.0)
    assert tree.score(first, params) == close(0.75 + 2.0 * 0.25 * 4 / 5, abs=1e-3)
    # Without visits: the mean of the parent, for the side to move there.
    assert tree.score(first + 1, params) == close(0.625 + 2.0 * 0.5 * 4 / 1, abs=1e-3)


@pytest.mark.parametrize("probability", [1.0, 0.5, 0.07, 0.001, 2.0**-15])
def test_probabilities_are_kept_to_a_few_percent(probability: float) -> None:
    tree, first = two_children()
    tree.set_prior(first, 0.5, 0.0, probability=probability)
    assert tree.node(first)["probability"] == close(probability, rel=0.03)
