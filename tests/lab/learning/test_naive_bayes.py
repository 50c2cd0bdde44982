"""Naive Bayes: posterior odds from counts, by Bayes' rule."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features

from gtpengine.lab.learning.naive_bayes import BayesLearner
from gtpengine.prediction.features import GROUPS
from gtpengine.prediction.movemodel import MoveModel
from tests.patterns.games import random_game
from tests.patterns.models import empty_model, shapes_of_a_game

PASS, CAPTURE, ESCAPE = 0, 2, 15
"""First rows of three groups."""


def rows_of(group: str) -> range:
    start = 0
    for name, count, _ in GROUPS:
        if name == group:
            return range(start, start + count)
        start += count
    raise KeyError(group)


def test_the_groups_begin_where_the_tests_think() -> None:
    assert [rows_of(name).start for name in ("pass", "capture", "escape")] == [
        PASS,
        CAPTURE,
        ESCAPE,
    ]


def test_the_log_odds_are_those_of_bayes_rule() -> None:
    """Forty choices between a pass, a point that captures and escapes, and one that does neither;
    counts are large enough for the virtual ones not to matter."""
    learner = BayesLearner(empty_model())
    both, capture = [CAPTURE, ESCAPE], [CAPTURE]
    plain: list[int] = []
    choices = [([both, plain, plain], 1, 4000), ([capture, both, plain], 1, 2000)]
    choices += [([plain, plain, capture], 1, 1000), ([plain, both, capture], 0, 500)]
    played, others = np.zeros(3), np.zeros(3)  # moves in all, that capture, that escape
    for points, chosen, times in choices:
        for _ in range(times):
            learner.learn_choice([[PASS], *points], chosen)
        for number, point in enumerate(points, 1):
            counts = played if number == chosen else others
            counts += times * np.array([1, CAPTURE in point, ESCAPE in point])
    weights = learner.weights()

    def odds(captures: bool, escapes: bool) -> float:
        """Bayes' rule, with attributes that are independent given the class."""
        found = math.log(played[0] / others[0])
        for attribute, has in ((1, captures), (2, escapes)):
            if has:
                likely, unlikely = played[attribute] / played[0], others[attribute] / others[0]
            else:
                likely = 1 - played[attribute] / played[0]
                unlikely = 1 - others[attribute] / others[0]
            found += math.log(likely / unlikely)
        return found

    neither = odds(False, False)
    assert weights[CAPTURE] == pytest.approx(odds(True, False) - neither, abs=2e-3)
    assert weights[ESCAPE] == pytest.approx(odds(False, True) - neither, abs=2e-3)
    assert weights[CAPTURE] + weights[ESCAPE] == pytest.approx(odds(True, True) - neither, abs=4e-3)
    # 500 passes in 7,500 choices.
    assert weights[PASS] == pytest.approx(math.log(500 / 7000) - neither, abs=4e-3)


def test_attributes_that_are_independent_are_learned_exactly() -> None:
    """The better of two points is drawn by true odds; naive Bayes finds them from the counts."""
    chance = np.random.default_rng(1)
    likely, unlikely = {CAPTURE: 0.6, ESCAPE: 0.3}, {CAPTURE: 0.2, ESCAPE: 0.1}
    learner = BayesLearner(empty_model())
    for _ in range(20_000):
        points = [
            [row for row, share in shares.items() if chance.random() < share]
            for shares in (likely, unlikely)
        ]
        learner.learn_choice([[PASS], *points], 1)
    weights = learner.weights()
    for row in (CAPTURE, ESCAPE):
        true = math.log(likely[row] / unlikely[row] / ((1 - likely[row]) / (1 - unlikely[row])))
        assert weights[row] == pytest.approx(true, abs=0.08)


def test_a_move_has_one_value_of_each_attribute() -> None:
    """So no shape is counted for another family, and the product has each attribute once."""
    game, keys, _ = shapes_of_a_game(9)
    learner = BayesLearner(empty_model(keys))
    learner.learn_game(game.points, 9, 1, 1.0, 0.0)
    attributes = learner.state["attributes"][n_features() :]
    families = len(GROUPS) + np.arange(3)
    assert set(families) <= set(attributes)
    seen = np.isin(attributes, families)
    # What is never the largest shape of a move tells nothing.
    assert not learner.weights()[n_features() :][~seen].any()
    wins = learner.state["wins"][n_features() :]
    moves = int(learner.state["moves"][0])
    for family in families:
        assert wins[attributes == family].sum() <= moves
    assert wins[attributes == families[0]].sum() == moves  # each point has a 3x3 neighbourhood
    assert wins[attributes == families[1]].sum() == moves  # and a shape


def test_the_order_of_the_games_does_not_matter() -> None:
    games = [random_game(9, 30, seed) for seed in range(4)]
    found = []
    for order in (games, games[::-1]):
        learner = BayesLearner(empty_model())
        for game in order:
            assert learner.learn_game(game.points, 9, 1, 1.0, 0.0)[0] == len(game.points)
        found.append(learner.weights())
    assert (found[0] == found[1]).all()
    assert found[0].any()


def test_nothing_learned_is_no_preference() -> None:
    assert not BayesLearner(empty_model()).weights().any()


def test_models_with_several_shapes_for_a_move_are_refused() -> None:
    rows = np.zeros((n_features(), ROW), np.float32)
    with pytest.raises(ValueError, match="summed rows: one shape for each move"):
        BayesLearner(MoveModel(rows, np.zeros(0, np.uint64), 8, summed=False))
