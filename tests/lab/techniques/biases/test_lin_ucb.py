"""LinUCT: ridge regression over the features of moves, and its uncertainty."""

import math

import numpy as np
import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C = 21, 22, 23
ALPHA = 0.7


def test_without_simulations_all_is_uncertain() -> None:
    params = SearchParams(lin_ucb=ALPHA, lin_ucb_visits=1e9, prior_rave_share=0.0)
    search = SearchProbe(params, Position(9))
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
    rows, rewards, outcomes_so_far = [], [], []
    mean = 0.5
    for child, prior, rave, outcomes in (
        (children[0], 0.3, 0.25, (0.0, 1.0, 0.0, 0.0)),
        (children[1], 0.9, 0.75, (1.0, 1.0, 0.0)),
    ):
        search.update_amaf(child, rave, times=8)
        for value in outcomes:
            search.update(child, value)
            search.update(ROOT, 1.0 - value)
            search.learn((ROOT, child), (), value)
            # Features and rewards are distances from the mean of the node at that time.
            outcomes_so_far.append(value)
            mean = sum(outcomes_so_far) / len(outcomes_so_far)
            rows.append([1.0, 2 * prior - 1, 2 * (rave - mean)])
            rewards.append(value - mean)
    x, r = np.array(rows), np.array(rewards)
    inverse = np.linalg.inv(np.eye(3) + x.T @ x)
    features = x[-1]
    linear = mean + features @ inverse @ x.T @ r + ALPHA * math.sqrt(features @ inverse @ features)
    # One virtual visit of the prior beside the three.
    plain, share = (0.9 + 2) / 4, math.sqrt(50 / (3 * 4 + 50))
    assert search.score((ROOT,), children[1]) == pytest.approx(
        plain + share * (linear - plain), abs=2e-3
    )


def test_a_move_without_a_rave_mean_is_an_average_one() -> None:
    params = SearchParams(lin_ucb=1e-6, lin_ucb_visits=1e9, prior_rave_share=0.0)
    for level in (0.1, 0.9):
        search = SearchProbe(params, Position(9))
        worse, better, unknown = search.expand((ROOT,), [A, B, C], [0.5, 0.5, 0.5])
        search.update(ROOT, 1.0 - level, times=100)
        for child, value in ((worse, level - 0.05), (better, level + 0.05)):
            search.update(child, value, times=50)
            search.update_amaf(child, value, times=50)
            for _ in range(50):
                search.learn((ROOT, child), (), value)
        scores = [search.score((ROOT,), child) for child in (worse, unknown, better)]
        # Won or lost, what no playout has tried lies between the good moves and the bad ones.
        assert scores == sorted(scores)
        assert scores[1] == pytest.approx(level, abs=0.02)
