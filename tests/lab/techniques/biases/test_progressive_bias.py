"""Progressive bias: the prior probability, fading with visits."""

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from tests.mcts.two_children import two_children

close = pytest.approx


def test_progressive_bias_fades() -> None:
    tree, first = two_children()
    tree.set_prior(first, 0.5, 0.0, probability=0.5)
    tree.update(first, 0.5, times=4)
    params = SearchParams(rave_equivalence=0.0, progressive_bias=3.0)
    assert tree.score(first, params) == close(0.5 + 3.0 * 0.5 / 5, abs=1e-3)
