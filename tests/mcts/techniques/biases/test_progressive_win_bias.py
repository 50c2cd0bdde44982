"""Progressive win bias: it fades with losses, not with visits."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams


def bonus(wins: int, losses: int) -> float:
    scores = []
    for weight in (0.0, 2.0):
        params = SearchParams(progressive_win_bias=weight, rave_equivalence=0.0)
        search = SearchProbe(params, Position(9))
        (child,) = search.expand((ROOT,), [21])  # a probe's moves have the probability 1
        search.update(child, 1.0, times=wins)
        search.update(child, 0.0, times=losses)
        scores.append(search.score((ROOT,), child))
    return scores[1] - scores[0]


def test_the_formula() -> None:
    assert bonus(3, 4) == pytest.approx(bonus(100, 4))
    assert bonus(0, 9) / bonus(0, 4) == pytest.approx(5 / 10)
    assert bonus(50, 0) == pytest.approx(5 * bonus(0, 4))
