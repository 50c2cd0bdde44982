"""Bayesian UCT: the belief about a node is that about the best of its children."""

import math

import numpy as np
import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams

A, B, C = 21, 22, 23


def probe(form: str, c: float = 0.0) -> SearchProbe:
    return SearchProbe(SearchParams(bayes_uct=form, ucb_exploration=c), Position(9))


def test_a_leaf_is_beta_by_its_visits() -> None:
    for form, bonus in (("mean", 1 / math.sqrt(10)), ("deviation", math.sqrt(0.75 * 0.25 / 13))):
        search = probe(form, 0.5)
        (child,) = search.expand((ROOT,), [A])
        search.update(child, 0.8, times=10)
        search.update(ROOT, 0.5, times=99)
        wanted = 0.75 + 0.5 * math.sqrt(math.log(100)) * bonus
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


def test_the_best_of_two_alike_is_better_than_either() -> None:
    search = probe("mean")
    (child,) = search.expand((ROOT,), [A])
    replies = search.expand((ROOT, child), [B, C])
    for reply in replies:
        search.update(reply, 0.5, times=20)
    search.update(child, 0.5, times=40)
    search.learn((ROOT, child, replies[0]))
    rng = np.random.default_rng(1)
    draws = rng.normal(0.5, math.sqrt(0.25 / 23), (2, 200_000))
    best = float(np.mean(np.max(draws, axis=0)))
    assert search.score((ROOT,), child) == pytest.approx(1.0 - best, abs=2e-3)
