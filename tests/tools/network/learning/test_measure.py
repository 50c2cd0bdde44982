"""Figures about networks, by hand; and positions of the test."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.examples.batches import Batch, FromGames  # noqa: E402
from gtpengine.tools.network.examples.games import games_of  # noqa: E402
from gtpengine.tools.network.examples.heldout import at_move, spread_positions  # noqa: E402
from gtpengine.tools.network.learning.measure import (  # noqa: E402
    accuracy,
    ask,
    calibration,
    model_policy,
    ownership_error,
    score_error,
    value_error,
)
from gtpengine.tools.network.learning.models import TorchNetwork  # noqa: E402
from gtpengine.tools.network.learning.shapes import shape_for  # noqa: E402

from board_ext.position import Position  # noqa: E402
from tests.patterns.models import empty_model  # noqa: E402
from tests.tools.network.samples import SIZE, random_games  # noqa: E402

AREA = SIZE * SIZE


def batch_of(rows: int) -> Batch:
    games = random_games(4)
    source = FromGames(games_of(games, SIZE), empty_model())
    return source.at(np.array([(i % 4, i) for i in range(rows)], np.int32))


def test_first_guesses_and_logarithms() -> None:
    batch = batch_of(4)
    policy = np.full((4, AREA + 1), 0.01, np.float32)
    right = batch.policy.argmax(1)
    policy[[0, 1], right[:2]] = 0.5
    policy[[2, 3], (right[2:] + 1) % (AREA + 1)] = 0.5
    batch.weights[3, 0] = 0
    found = accuracy(policy, batch)
    assert found.moves == 3
    assert found.top == pytest.approx(2 / 3)
    assert found.mean_log == pytest.approx((2 * np.log(0.5) + np.log(0.01)) / 3)
    assert 0 < found.margin < 1


def test_errors_of_value_score_and_ownership() -> None:
    batch = batch_of(4)
    batch.value[:] = [1, 0, 1, 1]
    batch.weights[3, 1:] = 0
    batch.weights[:3, 3] = 1
    value, count = value_error(np.array([0.5, 0, 1, 0.1], np.float32), batch)
    assert value == pytest.approx(0.25 / 3)
    assert count == 3
    off, _ = score_error(batch.score + np.array([1, -2, 3, 9], np.float32), batch)
    assert off == pytest.approx(2)
    share, count = ownership_error(batch.ownership + np.float32(0.25), batch)
    assert share == pytest.approx(0.25)
    assert count == 3


def test_calibration_counts_by_tenths() -> None:
    batch = batch_of(6)
    batch.weights[:, 1] = 1
    batch.value[:] = [0, 1, 1, 0, 1, 1]
    found = list(calibration(np.array([0.05, 0.05, 1.0, 0.55, 0.55, 0.95], np.float32), batch))
    assert [n for _, _, n in found] == [2, 2, 2]
    assert [won for _, won, _ in found] == [0.5, 0.5, 1.0]
    assert found[2][0] == pytest.approx(0.975)


def test_the_models_policy_is_read_from_its_plane() -> None:
    batch = batch_of(5)
    games = random_games(4)
    for row in range(5):
        position = Position(SIZE)
        for point in games[row % 4].points[:row].tolist():
            position.play(point)
        wanted = empty_model().probabilities(position)
        assert np.allclose(model_policy(batch)[row], wanted, rtol=0.08, atol=1e-3)


def test_asking_in_parts_says_the_same() -> None:
    batch = batch_of(12)
    network = TorchNetwork(shape_for("residual", 1, 8, 8)).eval()
    device = torch.device("cpu")
    told = ask(network, batch, SIZE, device)
    assert told.policy.shape == (12, AREA + 1)
    assert np.allclose(told.policy.sum(1), 1, atol=1e-5)
    assert ((told.value > 0) & (told.value < 1)).all()
    one = Batch(*(getattr(batch, name)[7:8] for name in Batch.__slots__))
    assert np.allclose(ask(network, one, SIZE, device).policy[0], told.policy[7], atol=1e-5)


def test_positions_of_the_test_are_spread_over_all_games() -> None:
    games = random_games(6)
    batch = spread_positions(games, SIZE, empty_model(), 30)
    assert len(batch.value) == 30
    few = spread_positions(games[:1], SIZE, empty_model(), 1000)
    assert len(few.value) == len(games[0].points)
    with pytest.raises(ValueError, match="no game is kept"):
        spread_positions([], SIZE, empty_model(), 10)


def test_positions_after_a_number_of_moves() -> None:
    games = random_games(6)
    batch = at_move(games, SIZE, empty_model(), 7)
    assert batch is not None
    assert len(batch.value) == 6
    # White is to move: it has won the games of odd number.
    assert batch.value.tolist() == [0, 1] * 3
    assert at_move(games, SIZE, empty_model(), 500) is None
