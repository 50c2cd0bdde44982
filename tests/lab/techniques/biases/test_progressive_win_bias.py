"""Progressive win bias: it fades with losses, not with visits."""

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from tests.mcts.two_children import two_children


def bonus(wins: int, losses: int, probability: float = 0.5) -> float:
    """Return what a progressive_win_bias of 2 adds to the score of a child."""
    tree, first = two_children()
    tree.set_prior(first, 0.5, 0.0, probability=probability)
    tree.update(first, 1.0, times=wins)
    tree.update(first, 0.0, times=losses)
    params = SearchParams(progressive_win_bias=2.0, rave_equivalence=0.0)
    return tree.score(first, params) - wins / (wins + losses)


def test_the_formula() -> None:
    # W * h / (losses + 1)
    for wins in (3, 100):
        assert bonus(wins, 4) == pytest.approx(2.0 * 0.5 / 5, rel=1e-3)
    assert bonus(0, 9) == pytest.approx(2.0 * 0.5 / 10, rel=1e-3)
    assert bonus(0, 9, 0.25) == pytest.approx(2.0 * 0.25 / 10, rel=1e-3)
    # A move that keeps winning keeps all of it.
    assert bonus(50, 0) == pytest.approx(2.0 * 0.5, rel=1e-3)
