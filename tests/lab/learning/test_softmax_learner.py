"""Choices of games as the learner of softmax playouts sees them."""

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, WHITE, opponent
from board_ext.position import Position
from gtpengine.lab.learning.softmax_learner import PlayoutLearner
from gtpengine.lab.probes.softmax_probe import SoftmaxProbe
from gtpengine.lab.weights.playoutfile import FACTORS, PlayoutWeights
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_from
from tests.patterns.games import random_game

EVEN = PlayoutWeights(dict.fromkeys(FACTORS, 1.0), {})


def test_the_learner_sees_the_probabilities_that_playouts_use() -> None:
    """With all gammas 1 a move is as likely as any other, in both; weights are rounded."""
    moves, _ = playout_from(Position(9), SearchParams(playout_policy="softmax"), 3)
    points = np.array([point for _, point, _ in moves], dtype=np.int16)
    learner = PlayoutLearner()
    position = Position(9)
    expected = 0.0
    for color, point in zip((BLACK, WHITE) * 300, points.tolist(), strict=False):
        if point != PASS:
            probabilities = SoftmaxProbe(position, EVEN).probabilities()
            # A self-atari now and then is not refused; the learner passes it over.
            expected -= np.log(probabilities.get(point, 1.0))
        position.play(point, color)
    _, loss = learner.learn_game(points, 9, 1, 1.0, 0.0)
    assert loss == pytest.approx(expected, rel=1e-3)


def test_colours_exchanged_teach_the_same() -> None:
    game = random_game(9, 60, 4)
    passed = np.concatenate([np.array([PASS], dtype=np.int16), game.points])
    plain = PlayoutLearner().learn_game(game.points, 9, 1, 1.0, 0.0, BLACK)
    assert PlayoutLearner().learn_game(passed, 9, 1, 1.0, 0.0, opponent(BLACK)) == plain
