"""Selection: RAVE schedules, priors as virtual visits, exploration, first-play urgency."""

import math

import pytest

from gtpengine.mcts.params import SearchParams
from gtpengine.mcts.probe import ROOT_INDEX, TreeProbe, rave_share_of

close = pytest.approx


def test_hand_selected_schedule() -> None:
    params = SearchParams(rave_schedule="hand-selected", rave_equivalence=1000.0)
    # beta = sqrt(k / (3 n + k)): a half at n = k by definition.
    assert rave_share_of(params, 1000.0, 50.0) == close(0.5)
    assert rave_share_of(params, 0.0, 1.0) == close(1.0)


def test_minimum_mse_schedule() -> None:
    params = SearchParams(rave_schedule="minimum-mse", rave_equivalence=1000.0)
    assert rave_share_of(params, 10.0, 30.0) == close(30 / (30 + 10 + 10 * 30 / 1000))
    assert rave_share_of(params, 0.0, 5.0) == close(1.0)


def test_linear_schedule() -> None:
    params = SearchParams(rave_schedule="linear", rave_equivalence=200.0)
    assert rave_share_of(params, 50.0, 1.0) == close(0.75)
    assert rave_share_of(params, 500.0, 1.0) == 0.0


@pytest.mark.parametrize("schedule", ["hand-selected", "minimum-mse", "linear"])
def test_no_rave_without_samples_or_with_k_0(schedule: str) -> None:
    assert rave_share_of(SearchParams(rave_schedule=schedule), 10.0, 0.0) == 0.0
    off = SearchParams(rave_schedule=schedule, rave_equivalence=0.0)
    assert rave_share_of(off, 10.0, 10.0) == 0.0


def two_children() -> tuple[TreeProbe, int]:
    tree = TreeProbe(5_000)
    return tree, tree.add_children(ROOT_INDEX, [11, 12])


def test_without_rave_the_mean_decides() -> None:
    tree, first = two_children()
    tree.update(first, 1.0, times=6)
    tree.update(first, 0.0, times=4)
    tree.update(first + 1, 1.0, times=7)
    tree.update(first + 1, 0.0, times=3)
    params = SearchParams(rave_equivalence=0.0)
    assert tree.score(first, params) == close(0.6)
    assert tree.select(ROOT_INDEX, params) == first + 1


def test_rave_mixes_in() -> None:
    tree, first = two_children()
    tree.update(first, 1.0, times=10)
    tree.update_amaf(first, 0.0, times=40)
    params = SearchParams(rave_schedule="minimum-mse", rave_equivalence=100.0)
    share = 40 / (40 + 10 + 10 * 40 / 100)
    assert tree.score(first, params) == close(1.0 - share)


def test_weighted_rave_samples_count_as_many() -> None:
    tree, first = two_children()
    tree.update_amaf(first, 1.0, weight=3)
    tree.update_amaf(first + 1, 1.0, times=3)
    params = SearchParams()
    assert tree.score(first, params) == close(tree.score(first + 1, params))


def test_the_prior_counts_as_visits() -> None:
    tree, first = two_children()
    tree.set_prior(first, 0.8, 10.0)
    tree.update(first, 0.0, times=10)
    params = SearchParams(rave_equivalence=0.0)
    assert tree.score(first, params) == close(0.4, abs=1e-4)


def test_the_rave_side_of_the_prior_has_its_own_strength() -> None:
    tree, first = two_children()
    tree.set_prior(first, 1.0, 10.0)
    tree.update_amaf(first, 0.0, times=30)
    none = SearchParams(prior_rave_share=0.0, rave_equivalence=1e9)
    strong = SearchParams(prior_rave_share=3.0, rave_equivalence=1e9)
    # n = 10 prior visits, r = 30 samples, plus 30 of the prior: the means are 0 and a half.
    assert tree.score(first, none) == close(1.0 - 30 / 40, abs=1e-4)
    assert tree.score(first, strong) == close(0.5 * 60 / 70 + 10 / 70, abs=1e-4)


def test_exploration_in_the_one_normalisation() -> None:
    tree, first = two_children()
    tree.update(first, 0.5, times=25)
    params = SearchParams(rave_equivalence=0.0, exploration=1.414)
    parent = math.log(100.0)
    assert tree.score(first, params, parent) == close(0.5 + 1.414 * math.sqrt(parent / 25))


def test_first_play_urgency_decides_for_the_unknown() -> None:
    tree, first = two_children()
    tree.update(first, 1.0, times=5)
    eager = SearchParams(rave_equivalence=0.0, first_play_urgency=1.1)
    lazy = SearchParams(rave_equivalence=0.0, first_play_urgency=0.9)
    assert tree.select(ROOT_INDEX, eager) == first + 1
    assert tree.select(ROOT_INDEX, lazy) == first
