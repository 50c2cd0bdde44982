"""The eight symmetries of the board, and a network that sees positions under them."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.patterns.modelfile import load_shipped

from board_ext.position import Position
from gtpengine.network.rawoutputs import raw_outputs

from .nets import random_network, random_planes

SIZES = (5, 9, 13, 19)
ALL = 8
"""In the place of a symmetry: the mean under all of them."""


def turned(board: np.ndarray, symmetry: int) -> np.ndarray:
    """Turn the last two axes: bit 0 mirrors columns, bit 1 rows, bit 2 then swaps the two."""
    board = board[..., ::-1] if symmetry & 1 else board
    board = board[..., ::-1, :] if symmetry & 2 else board
    return np.ascontiguousarray(board.swapaxes(-1, -2) if symmetry & 4 else board)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symmetry", range(8))
def test_what_is_seen_is_turned_and_what_is_said_is_turned_back(size: int, symmetry: int) -> None:
    network = random_network()
    planes, numbers = random_planes(size, 3)
    found = raw_outputs(network, planes, numbers, symmetry)
    meant = raw_outputs(network, turned(planes, symmetry), numbers)
    assert (found.value, found.score, found.passes) == (meant.value, meant.score, meant.passes)
    for mine, theirs in ((found.policy, meant.policy), (found.ownership, meant.ownership)):
        board = turned(mine.reshape(size, size), symmetry)
        np.testing.assert_array_equal(board.reshape(-1), theirs)


def test_sizes_and_symmetries_may_change_from_one_position_to_the_next() -> None:
    """The places of a symmetry are kept from one position to the next of a search."""
    network, model = random_network(), {size: load_shipped(size).model for size in (9, 19)}
    for size, symmetry in ((9, 5), (19, 5), (9, 0), (9, 5), (19, 0), (9, 6)):
        position = Position(size)
        for point in (2, size + 3, 4):
            position.play(point)
        judged = network.evaluate(position, model[size], symmetry)
        assert judged.policy.sum() == pytest.approx(1.0, abs=1e-5)
        # What is empty and legal has a probability, whichever way the network has seen it.
        plain = network.evaluate(position, model[size])
        np.testing.assert_array_equal(judged.policy > 0, plain.policy > 0)
        assert (judged.value == plain.value) == (symmetry == 0)


def test_an_odd_network_sees_each_symmetry_otherwise() -> None:
    network = random_network()
    planes, numbers = random_planes(9, 4)
    assert (
        len({raw_outputs(network, planes, numbers, symmetry).value for symmetry in range(8)}) == 8
    )


def test_under_all_symmetries_the_network_says_the_mean() -> None:
    network, model = random_network(), load_shipped(9).model
    position = Position(9)
    for point in (2, 12, 4):
        position.play(point)
    mean = network.evaluate(position, model, ALL)
    each = [network.evaluate(position, model, symmetry) for symmetry in range(8)]
    assert mean.score == pytest.approx(np.mean([one.score for one in each]), abs=1e-4)
    odds = np.mean([np.log(one.value / (1 - one.value)) for one in each])
    assert mean.value == pytest.approx(1 / (1 + np.exp(-odds)), abs=1e-5)
    # Means of logits are those of ln p, up to what makes the sum 1.
    legal = mean.policy > 0
    policy = np.exp(np.mean([np.log(one.policy[legal]) for one in each], axis=0))
    np.testing.assert_allclose(mean.policy[legal], policy / policy.sum(), rtol=1e-4)


def test_a_symmetry_that_there_is_not_is_refused() -> None:
    planes, numbers = random_planes(9, 4)
    for symmetry in (-1, 8):
        with pytest.raises(ValueError, match="symmetry"):
            raw_outputs(random_network(), planes, numbers, symmetry)
    for symmetry in (-1, ALL + 1):
        with pytest.raises(ValueError, match="symmetry"):
            random_network().evaluate(Position(9), load_shipped(9).model, symmetry)
