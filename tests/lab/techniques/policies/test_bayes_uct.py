"""Bayesian UCT: the belief about a node is that about the best of its children."""

import math

import numpy as np
import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C = 21, 22, 23


def probe(form: str, c: float = 0.0, prior: float = 2.0, correlation: float = 0.0) -> SearchProbe:
    params = SearchParams(
        bayes_uct=form, ucb_exploration=c, bayes_uct_prior=prior, bayes_uct_correlation=correlation
    )
    return SearchProbe(params, Position(9))


def test_a_leaf_is_beta_by_its_visits_and_what_was_expected() -> None:
    # Ten visits and two of the expected value, which is 0.7: 9.4 of 12.
    mean = 9.4 / 12
    for form, bonus in (
        ("mean", 1 / math.sqrt(10)),
        ("deviation", math.sqrt(mean * (1 - mean) / 13)),
    ):
        search = probe(form, 0.5)
        (child,) = search.expand((ROOT,), [A])
        search.update(child, 0.8, times=10)
        search.update(ROOT, 0.3, times=99)
        wanted = mean + 0.5 * math.sqrt(math.log(100)) * bonus
        assert search.score((ROOT,), child) == pytest.approx(wanted, abs=1e-3)


def test_one_good_reply_is_all_that_counts() -> None:
    search = probe("mean")
    (child,) = search.expand((ROOT,), [A])
    good, bad = search.expand((ROOT, child), [B, C])
    search.update(child, 0.5, times=400)
    search.update(good, 0.9, times=200)
    search.update(bad, 0.1, times=200)
    search.learn((ROOT, child, good))
    # The mean of all simulations is 0.5; White will choose what is worth 0.9 to White.
    assert search.score((ROOT,), child) == pytest.approx(0.1, abs=0.01)


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.9])
def test_the_best_of_two_alike_is_better_than_either(correlation: float) -> None:
    search = probe("mean", correlation=correlation)
    (child,) = search.expand((ROOT,), [A])
    replies = search.expand((ROOT, child), [B, C])
    for reply in replies:
        search.update(reply, 0.5, times=20)
    search.update(child, 0.5, times=40)
    search.learn((ROOT, child, replies[0]))
    rng = np.random.default_rng(1)
    variance = 0.25 / 23
    covariance = variance * np.array([[1.0, correlation], [correlation, 1.0]])
    draws = rng.multivariate_normal([0.5, 0.5], covariance, 200_000)
    best = float(np.mean(np.max(draws, axis=1)))
    assert search.score((ROOT,), child) == pytest.approx(1.0 - best, abs=2e-3)


def test_the_prior_of_a_move_does_not_climb() -> None:
    beliefs = []
    for values in (None, [0.9]):
        search = probe("mean")
        (child,) = search.expand((ROOT,), [A])
        (reply,) = search.expand((ROOT, child), [B], values)
        search.update(reply, 0.5, times=20)
        search.update(child, 0.5, times=20)
        search.learn((ROOT, child, reply))
        beliefs.append((search.score((ROOT,), child), search.score((ROOT, child), reply)))
    (plain, alone), (same, better) = beliefs
    assert same == plain == pytest.approx(0.5, abs=1e-3)
    # In the score of the move itself it is a virtual visit.
    assert better == pytest.approx((0.9 + 20 * alone) / 21, abs=1e-3)
