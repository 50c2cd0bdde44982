"""The move model by rank: scores as defined, interpolated between its knots."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features, shipped_name
from gtpengine.patterns.rankfile import load_shipped

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.prediction.movemodel import MoveModel
from gtpengine.prediction.rankmodel import RankModel

NO_KEYS = np.zeros(0, np.uint64)


def plain(seed: int) -> MoveModel:
    rows = np.random.default_rng(seed).normal(size=(n_features(), ROW)).astype(np.float32)
    return MoveModel(rows, NO_KEYS, 3)


def position(size: int = 9) -> Position:
    made = Position(size)
    for point in (20, 24, 21, 29, 40):
        made.play(point)
    return made


def test_scores_are_those_of_the_base_and_sums_of_effects() -> None:
    base, effects = plain(1), plain(2)
    model = RankModel(base, effects, [-20, -10, 0], [0.5, 0.8, 1.2])
    board = position()
    points, scores, of_knots = model.scores(board)
    assert of_knots.shape == (len(points), 3) and points[0] == PASS
    for i, point in enumerate(points):
        rows = effects.rows[effects.active(board, int(point))][:, :3]
        assert of_knots[i] == pytest.approx(rows.sum(axis=0), abs=1e-5)
    expected = base.probabilities(board)
    softmax = np.exp(scores - scores.max())
    softmax /= softmax.sum()
    assert softmax == pytest.approx([expected[int(point)] for point in points], abs=1e-6)


def test_ranks_are_interpolated_and_constant_beyond_the_knots() -> None:
    model = RankModel(plain(1), plain(2), [-20, -10, 0], [0.5, 0.8, 1.2])
    assert model.weights(-12.5).tolist() == pytest.approx([0.0 + 0.25, 0.75, 0.0])
    assert model.weights(-29).tolist() == [1.0, 0.0, 0.0]
    assert model.weights(7).tolist() == [0.0, 0.0, 1.0]
    board = position()
    _, scores, effects = model.scores(board)
    _, logs = model.log_probabilities(board, [-12.5, -20])
    wanted = (0.25 * 0.5 + 0.75 * 0.8) * scores + 0.25 * effects[:, 0] + 0.75 * effects[:, 1]
    assert logs[0] - logs[0, 0] == pytest.approx(wanted - wanted[0])
    assert np.exp(logs).sum(axis=1) == pytest.approx([1.0, 1.0])


def test_without_effects_it_is_the_base() -> None:
    base = load_shipped(9).base
    nothing = MoveModel(np.zeros((n_features(), ROW), np.float32), NO_KEYS, 3)
    board = position()
    found = RankModel(base, nothing, [0], [1.0]).probabilities(board, -7)
    expected = base.probabilities(board)
    assert dict(found) == pytest.approx(
        {point: expected[81 if point == PASS else point] for point, _ in found}, abs=1e-6
    )
    assert [p for _, p in found] == sorted((p for _, p in found), reverse=True)


def test_illegal_moves_are_left_out() -> None:
    board = position()
    points = [point for point, _ in load_shipped(9).probabilities(board, -10)]
    assert sorted(points) == [PASS, *(p for p in range(81) if board.is_legal(p))]


@pytest.mark.parametrize(
    ("knots", "scales"),
    [([], []), ([0, 0], [1, 1]), ([0, -1], [1, 1]), ([0], [0.0]), ([0], [1, 1]), ([[0]], [1])],
)
def test_knots_that_do_not_fit_are_refused(knots: list[float], scales: list[float]) -> None:
    with pytest.raises(ValueError, match="knots|scales"):
        RankModel(plain(1), plain(2), knots, scales)


def test_the_small_boards_share_a_base() -> None:
    assert shipped_name(9) == shipped_name(7)
    assert load_shipped(9) is load_shipped(7)
