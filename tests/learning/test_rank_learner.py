"""The learner of what a rank changes in a model of moves."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features

from gtpengine.learning.rank_learner import RankLearner
from gtpengine.prediction.movemodel import MoveModel

SIZE = 5
GAME = np.array([12, 7, 11, 13, 17, 16, 6, 8], np.int16)
BOTH = np.ones((2, 1))  # the terms of Black and of White


def learner() -> RankLearner:
    def model() -> MoveModel:
        rows = np.zeros((n_features(), ROW), np.float32)
        return MoveModel(rows, np.zeros(0, np.uint64), 3)

    return RankLearner(model(), model(), 1, calm=1.0)


def log_p(learned: RankLearner) -> float:
    return float(learned.judge_game(GAME, SIZE, BOTH)[:, 1].mean())


def test_what_was_played_becomes_likelier_and_the_base_stays() -> None:
    learned = learner()
    before = log_p(learned)
    for _ in range(20):
        count, _ = learned.learn_game(GAME, SIZE, BOTH, 1, 1.0, 0.3)
        assert count == len(GAME)
    assert log_p(learned) > before + 0.5
    assert not learned.base.rows.any()


def test_nothing_is_learned_from_the_other_colour() -> None:
    learned = learner()
    count, _ = learned.learn_game(GAME, SIZE, BOTH, 1, 1.0, 0.3, 1)
    assert count == len(GAME) // 2


def test_learning_ends_at_an_illegal_move() -> None:
    learned = learner()
    count, _ = learned.learn_game(np.array([12, 12, 7], np.int16), SIZE, BOTH, 1, 1.0, 0.3)
    assert count == 1


def test_terms_must_be_as_many_as_it_has() -> None:
    with pytest.raises(ValueError, match="term"):
        learner().judge_game(GAME, SIZE, np.ones((1, 2)))
