"""Knowledge bias: it fades with the visits of the parent."""

import math

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX
from tests.mcts.two_children import two_children


def bonus(parent: int, child_visits: int, probability: float = 0.5, k: float = 300.0) -> float:
    """Return what a knowledge_bias of 2 adds to the score of a child."""
    tree, first = two_children()
    tree.set_prior(first, 0.5, 0.0, probability=probability)
    tree.update(first, 0.5, times=child_visits)
    tree.update(ROOT_INDEX, 0.5, times=parent)
    params = SearchParams(knowledge_bias=2.0, knowledge_bias_visits=k, rave_equivalence=0.0)
    return tree.score(first, params) - 0.5


def test_the_formula() -> None:
    # c * p * sqrt(K / (N + K))
    assert bonus(0, 1) == pytest.approx(2.0 * 0.5, rel=1e-3)
    assert bonus(300, 1) == pytest.approx(2.0 * 0.5 * math.sqrt(0.5), rel=1e-3)
    assert bonus(300, 1, 0.25) == pytest.approx(2.0 * 0.25 * math.sqrt(0.5), rel=1e-3)
    assert bonus(100, 1, k=50.0) == pytest.approx(2.0 * 0.5 * math.sqrt(1 / 3), rel=1e-3)
    # The visits of the child are nothing to it.
    assert bonus(300, 200) == pytest.approx(bonus(300, 1), rel=1e-3)
