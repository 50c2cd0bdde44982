"""Learners on choices with known strengths."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features

from gtpengine.learning.learner import Learner
from gtpengine.prediction.movemodel import MoveModel

VALUES = 4
GROUPS = 3
Choices = list[tuple[list[list[int]], int]]


def new_learner(factors: bool) -> Learner:
    rows = np.zeros((n_features(), ROW), dtype=np.float32)
    model = MoveModel(rows, np.zeros(0, dtype=np.uint64), 8, summed=False)
    return Learner(model, factors)


def choices(weights: np.ndarray, n: int, pairs: float = 0.0) -> Choices:
    """Choices between teams of one feature of each group; *pairs*: a bonus that the sum of weights
    cannot express, for values of the first two groups with the same parity."""
    rng = np.random.default_rng(2)
    made: Choices = []
    for _ in range(n):
        values = rng.integers(VALUES, size=(6, GROUPS))
        scores = weights[np.arange(GROUPS), values].sum(axis=1)
        scores = scores + pairs * ((values[:, 0] + values[:, 1]) % 2)
        shares = np.exp(scores) / np.exp(scores).sum()
        teams = (values + VALUES * np.arange(GROUPS)).tolist()
        made.append((teams, int(rng.choice(6, p=shares))))
    return made


def test_minorization_maximization_recovers_known_gammas() -> None:
    weights = np.array([[0.0, 1.0, -1.0, 2.0], [0.5, -0.5, 0.0, 0.0], [0.0, 0.0, -2.0, 1.0]])
    made = choices(weights, 8000)
    learner = new_learner(factors=False)
    likelihood = []
    for turn in range(45):
        learner.mm_forget()
        total = sum(np.log(learner.learn_choice(teams, played)) for teams, played in made)
        likelihood.append(total)
        # One group after the other: then no team has two features that change.
        first = VALUES * (turn % GROUPS)
        change = learner.mm_update(first, first + VALUES, prior=0.01)
    assert change < 0.01
    # The virtual games against gamma 1 are the only reason to lose likelihood.
    assert all(b > a - 0.5 for a, b in itertools.pairwise(likelihood))
    found = learner.model.rows[: GROUPS * VALUES, 0].reshape(GROUPS, VALUES)
    # Only differences within a group are determined.
    found = found - found.mean(axis=1, keepdims=True)
    assert np.abs(found - (weights - weights.mean(axis=1, keepdims=True))).max() < 0.15


def mean_log(learner: Learner, made: Choices) -> float:
    learner.mm_forget()
    return float(np.mean([np.log(learner.learn_choice(*choice)) for choice in made]))


def test_gradient_reaches_what_minorization_maximization_reaches() -> None:
    weights = np.array([[0.0, 1.0, -1.0, 2.0], [0.5, -0.5, 0.0, 0.0], [0.0, 0.0, -2.0, 1.0]])
    made = choices(weights, 4000)
    by_mm, by_gradient = new_learner(factors=False), new_learner(factors=False)
    for turn in range(30):
        mean_log(by_mm, made)
        first = VALUES * (turn % GROUPS)
        by_mm.mm_update(first, first + VALUES, prior=0.01)
    for rate in (0.5, 0.2, 0.05):
        for teams, played in made:
            by_gradient.learn_choice(teams, played, rate)
    assert mean_log(by_gradient, made) == pytest.approx(mean_log(by_mm, made), abs=0.01)
    assert not by_gradient.model.rows[:, 1:].any()


def test_factors_learn_what_sums_cannot() -> None:
    made = choices(np.zeros((GROUPS, VALUES)), 4000, pairs=3.0)
    means = []
    for factors in (False, True):
        learner = new_learner(factors)
        for rate in (0.5, 0.5, 0.2, 0.05):
            for teams, played in made:
                learner.learn_choice(teams, played, rate)
        means.append(mean_log(learner, made))
    linear, with_factors = means
    assert linear < -1.7  # log(1 / 6) is -1.79
    assert with_factors > linear + 0.3


def test_a_rarely_likely_move_is_learned_from_without_bias() -> None:
    """Moves below the threshold are skipped by chance; on average the error is the probability."""
    learner = new_learner(factors=False)
    learner.model.rows[0, 0] = -8.0
    begin = learner.model.rows[0, 0]
    for _ in range(20000):
        learner.learn_choice([[0], [1]], 1, 0.001)
    share = np.exp(-8.0)
    # Each choice moves the row by rate * probability, squares being near 1.
    assert begin - learner.model.rows[0, 0] == pytest.approx(20000 * 0.001 * share, rel=0.5)


def test_arguments_are_checked() -> None:
    learner = new_learner(factors=False)
    with pytest.raises(ValueError, match="move 2 of 2"):
        learner.learn_choice([[0], [1]], 2)
    with pytest.raises(ValueError, match="feature 100000"):
        learner.learn_choice([[0], [100000]], 0)
    with pytest.raises(ValueError, match="49 features"):
        learner.learn_choice([[0], [1] * 49], 0)
    summed = MoveModel(
        np.zeros((n_features(), ROW), dtype=np.float32), np.zeros(0, dtype=np.uint64), 8
    )
    with pytest.raises(ValueError, match="summed"):
        Learner(summed, factors=True)
