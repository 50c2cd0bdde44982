"""UCB1-tuned: the bonus follows the variance."""

import math

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX
from tests.mcts.two_children import two_children

close = pytest.approx


def test_ucb1_tuned_explores_less_what_varies_less() -> None:
    tree, first = two_children()
    tree.update(first, 1.0, times=380)
    tree.update(first, 0.0, times=20)
    tree.update(ROOT_INDEX, 0.5, times=999)
    params = SearchParams(tree_policy="ucb1-tuned", bonus_factor=1.0)
    ratio = math.log(1000.0) / 400
    variance = 0.95 * 0.05 + math.sqrt(2 * ratio)
    assert variance < 0.25
    assert tree.score(first, params) == close(0.95 + math.sqrt(ratio * variance), abs=1e-4)
    tree.update(first + 1, 0.5, times=4)  # few visits: the bound of a quarter
    expected = 0.5 + math.sqrt(math.log(1000.0) / 4 / 4)
    assert tree.score(first + 1, params) == close(expected, abs=1e-4)
