"""Knowledge bias: it fades with the visits of the parent."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams


def bonus(parent: int, child_visits: int, k: float = 300.0) -> float:
    scores = []
    for weight in (0.0, 2.0):
        params = SearchParams(knowledge_bias=weight, knowledge_bias_visits=k, rave_equivalence=0.0)
        search = SearchProbe(params, Position(9))
        (child,) = search.expand((ROOT,), [21])
        search.update(child, 0.5, times=child_visits)
        search.update(ROOT, 0.5, times=parent)
        scores.append(search.score((ROOT,), child))
    return scores[1] - scores[0]


def test_the_formula() -> None:
    assert bonus(300, 1) / bonus(0, 1) == pytest.approx(math.sqrt(0.5), rel=1e-3)
    assert bonus(100, 1, k=50.0) / bonus(0, 1, k=50.0) == pytest.approx(math.sqrt(1 / 3), rel=1e-3)
    # The visits of the child are nothing to it.
    assert bonus(300, 200) == pytest.approx(bonus(300, 1), rel=1e-3)
