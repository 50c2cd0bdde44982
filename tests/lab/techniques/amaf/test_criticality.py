"""Criticality: what decides who wins counts more."""

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from tests.mcts.two_children import two_children

close = pytest.approx


def test_criticality_adds_rave_wins() -> None:
    tree, first = two_children()
    tree.update_amaf(first, 0.0, times=40)
    tree.update_amaf(first, 1.0, times=40)
    params = SearchParams(rave_equivalence=1e9, criticality=2.0)
    assert tree.score(first, params) == close(0.5)
    # Owner and winner agree 192 times more often than not, of 256, and each is even: 0.375.
    counted = (256, 0, {11: (0, 192)})
    assert tree.score(first, params, outcomes=counted) == close((40 + 60) / (80 + 60))
    against = (256, 0, {11: (0, -192)})
    assert tree.score(first, params, outcomes=against) == close(0.5)
    elsewhere = (256, 0, {12: (0, 192)})
    assert tree.score(first, params, outcomes=elsewhere) == close(0.5)
