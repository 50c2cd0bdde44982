"""Logarithmic bias: it fades with the logarithm of the visits."""

import math

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from tests.mcts.two_children import two_children


def bonus(visits: int, probability: float = 0.5) -> float:
    """Return what a logarithmic_bias of 2 adds to the score of a child."""
    tree, first = two_children()
    tree.set_prior(first, 0.5, 1.0, probability=probability)
    tree.update(first, 0.5, times=visits)
    params = SearchParams(logarithmic_bias=2.0, rave_equivalence=0.0)
    return tree.score(first, params) - 0.5


def test_the_formula() -> None:
    # C * h / ln(n + 2)
    for visits in (0, 1, 10, 1000):
        assert bonus(visits) == pytest.approx(2.0 * 0.5 / math.log(visits + 2), rel=1e-3)
    assert bonus(10, 0.25) == pytest.approx(2.0 * 0.25 / math.log(12), rel=1e-3)
