"""A network in the engine: what it says of positions, and which files it refuses."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from gtpengine.patterns.modelfile import load_shipped

from board_ext.position import Position
from gtpengine.network.emulate import Emulator
from gtpengine.network.net import Network
from tests.patterns.models import empty_model

from .nets import a_shape, outputs_equal, random_network, random_parts


def test_network_of_other_planes_is_refused() -> None:
    shape = a_shape()
    odd = type(shape)(shape.trunk, shape.blocks, shape.channels, shape.head, 5, shape.numbers)
    parts = random_parts(odd)
    with pytest.raises(ValueError, match="5 planes"):
        Network(odd, parts.arrays)


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_judgement_of_a_position(size: int) -> None:
    position = Position(size)
    for point in (1, size + 2, 3):
        position.play(point)
    judged = random_network().evaluate(position, load_shipped(size).model)
    legal = set(position.legal_moves()) | {size * size}
    assert {i for i, p in enumerate(judged.policy) if p > 0} <= {
        size * size if point < 0 else point for point in legal
    }
    assert judged.policy.sum() == pytest.approx(1.0, abs=1e-5)
    assert 0 < judged.value < 1 and np.isfinite(judged.score)
    assert ((judged.ownership > 0) & (judged.ownership < 1)).all()


def test_policy_is_the_head_and_the_move_model() -> None:
    position = Position(9)
    model = load_shipped(9).model
    network = random_network()
    probability = model.probabilities(position)
    judged = network.evaluate(position, model)
    ratio = np.log(judged.policy[:-1] / judged.policy[0])
    # The head's share is bounded; the model's part is 0.75 ln p, in steps of an eighth.
    model_part = 0.75 * np.log(probability[:-1] / probability[0])
    spread = np.ptp(ratio - model_part)
    parts = random_parts(a_shape())
    arrays = dict(parts.arrays) | {"policy.points.weights": np.zeros(8, "<i2")}
    without = Network(parts.shape, arrays).evaluate(position, model)
    plain = np.log(without.policy[:-1] / without.policy[0])
    np.testing.assert_allclose(plain, model_part, atol=0.75 / 8 + 1e-4)
    assert spread > 0.75 / 4


def test_a_network_of_the_board_alone_is_told_legal_moves_and_no_more() -> None:
    """What it says does not depend on the move model."""
    position = Position(9)
    for point in (1, 0, 9, 40):
        position.play(point)
    shape = a_shape(board_alone=True)
    parts = random_parts(shape)
    network = Network(shape, parts.arrays)
    said = network.evaluate(position, load_shipped(9).model)
    other = network.evaluate(position, empty_model())
    for name in ("policy", "ownership"):
        np.testing.assert_array_equal(getattr(said, name), getattr(other, name))
    assert (said.value, said.score) == (other.value, other.score)
    legal = {81, *position.legal_moves()} - {-1}
    assert {i for i, p in enumerate(said.policy) if p > 0} == legal
    assert said.policy.sum() == pytest.approx(1.0, abs=1e-5)


def test_a_network_of_the_board_alone_computes_what_the_emulator_does() -> None:
    parts = random_parts(a_shape(board_alone=True))
    outputs_equal(Network(parts.shape, parts.arrays), Emulator(parts.shape, parts.arrays), 9, 1)


@pytest.mark.parametrize(("planes", "numbers"), [(0, 1), (1, 0), (2, 2)])
def test_a_network_lacks_all_of_the_move_model_or_nothing(planes: int, numbers: int) -> None:
    shape = a_shape()
    odd = dataclasses.replace(shape, planes=shape.planes - planes, numbers=shape.numbers - numbers)
    with pytest.raises(ValueError, match="the move model's included"):
        Network(odd, random_parts(odd).arrays)


def test_komi_changes_the_judgement() -> None:
    model, network = load_shipped(9).model, random_network()
    one, other = (network.evaluate(Position(9, komi=komi), model) for komi in (0.5, 12.5))
    assert one.value != other.value
