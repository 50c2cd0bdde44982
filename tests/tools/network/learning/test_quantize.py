"""A network in whole numbers says what it said in floats, nearly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gtpengine.tools.network.learning.quantize import ActivationRange, FloatNet, quantized

from gtpengine.network.net import Network
from gtpengine.network.netshape import TRUNKS, NetShape
from gtpengine.network.rawoutputs import raw_outputs
from tests.network.nets import a_shape, random_planes, random_state


def answers(shape: NetShape, count: int = 40) -> tuple[dict[str, Any], ...]:
    """Outputs of floats and of whole numbers, of positions that it was not calibrated on."""
    floats = FloatNet(shape, random_state(shape))
    network = Network(shape, quantized(floats, [random_planes(9, i) for i in range(40)]))
    found: tuple[dict[str, list[Any]], ...] = ({}, {})
    for seed in range(100, 100 + count):
        planes, numbers = random_planes(9, seed)
        raw = raw_outputs(network, planes[: shape.planes], numbers[: shape.numbers])
        for name, value in floats.outputs(planes, numbers, ActivationRange()).items():
            found[0].setdefault(name, []).append(value)
            found[1].setdefault(name, []).append(getattr(raw, name))
    wanted, kept = ({n: np.array(v) for n, v in each.items()} for each in found)
    return wanted, kept


@pytest.mark.parametrize("board_alone", [False, True])
@pytest.mark.parametrize("trunk", TRUNKS)
def test_outputs_are_near_those_of_floats(trunk: str, board_alone: bool) -> None:
    floats, whole = answers(a_shape(trunk, 3, 32, 16, board_alone=board_alone))
    for name, wanted in floats.items():
        kept = whole[name]
        error = np.sqrt(np.mean((wanted - kept) ** 2))
        assert error < 0.15 * wanted.std(), name
        assert np.corrcoef(wanted.ravel(), kept.ravel())[0, 1] > 0.99, name


def test_dead_channels_and_zero_weights_do_no_harm() -> None:
    shape = a_shape()
    state = random_state(shape)
    state["stem.weight"][3] = 0
    state["blocks.1.layers.1.weight"][:] = 0
    state["policy_points.weight"][:] = 0
    floats = FloatNet(shape, state)
    network = Network(shape, quantized(floats, [random_planes(9, i) for i in range(10)]))
    planes, numbers = random_planes(9, 50)
    wanted = floats.outputs(planes, numbers, ActivationRange())
    raw = raw_outputs(network, planes, numbers)
    np.testing.assert_allclose(raw.policy, wanted["policy"], atol=1e-5)
    assert raw.value == pytest.approx(wanted["value"], abs=0.2)


def test_positions_are_needed() -> None:
    shape = a_shape()
    with pytest.raises(ValueError, match="calibrate"):
        quantized(FloatNet(shape, random_state(shape)), [])


def test_a_state_that_lacks_a_layer_is_refused() -> None:
    shape = a_shape()
    state = random_state(shape)
    del state["value.bias"]
    with pytest.raises(KeyError, match="value"):
        FloatNet(shape, state)
