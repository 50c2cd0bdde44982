"""LinUCT: ridge regression over the features of moves, and its uncertainty."""

import math

import numpy as np
import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams

A, B = 21, 22
ALPHA = 0.7


def test_without_simulations_all_is_uncertain() -> None:
    search = SearchProbe(SearchParams(lin_ucb=ALPHA, prior_rave_share=0.0), Position(9))
    even, good = search.expand((ROOT,), [A, B], [0.5, 0.9])
    # The features are 1, twice the prior's distance from an even one, and no RAVE.
    assert search.score((ROOT,), even) == pytest.approx(0.5 + ALPHA, abs=1e-3)
    assert search.score((ROOT,), good) == pytest.approx(
        0.5 + ALPHA * math.sqrt(1 + 0.8**2), abs=1e-3
    )


def test_the_regression_of_numpy() -> None:
    params = SearchParams(
        lin_ucb=ALPHA, lin_ucb_visits=50.0, rave_equivalence=0.0, prior_rave_share=0.0
    )
    search = SearchProbe(params, Position(9))
    children = search.expand((ROOT,), [A, B], [0.3, 0.9])
    rows, rewards = [], []
    for child, prior, rave, outcomes in (
        (children[0], 0.3, 0.25, (0.0, 1.0, 0.0, 0.0)),
        (children[1], 0.9, 0.75, (1.0, 1.0, 0.0)),
    ):
        search.update_amaf(child, rave, times=8)
        for value in outcomes:
            search.update(child, value)
            search.learn((ROOT, child), (), value)
            rows.append([1.0, 2 * prior - 1, 2 * rave - 1])
            rewards.append(value - 0.5)
    x, r = np.array(rows), np.array(rewards)
    inverse = np.linalg.inv(np.eye(3) + x.T @ x)
    features = x[-1]
    linear = 0.5 + features @ inverse @ x.T @ r + ALPHA * math.sqrt(features @ inverse @ features)
    # One virtual visit of the prior beside the three.
    mean, share = (0.9 + 2) / 4, math.sqrt(50 / (3 * 3 + 50))
    assert search.score((ROOT,), children[1]) == pytest.approx(
        mean + share * (linear - mean), abs=2e-3
    )
