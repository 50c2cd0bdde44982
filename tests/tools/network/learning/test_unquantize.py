"""An exported network read back as floats says what the file says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.learning.models import TorchNetwork
from gtpengine.tools.network.learning.quantize import ActivationRange, FloatNet, quantized
from gtpengine.tools.network.learning.unquantize import floats_of

from gtpengine.network.netfile import NetParts
from gtpengine.network.netshape import TRUNKS
from tests.network.nets import a_shape, random_planes, random_state

POSITIONS = 30


def parts_of(trunk: str, state: dict[str, Any] | None = None) -> tuple[FloatNet, NetParts]:
    shape = a_shape(trunk, 3, 32, 16)
    floats = FloatNet(shape, state or random_state(shape))
    arrays = quantized(floats, [random_planes(9, seed) for seed in range(POSITIONS)])
    return floats, NetParts(shape, arrays, {})


@pytest.mark.parametrize("trunk", TRUNKS)
def test_what_was_rounded_comes_back_nearly(trunk: str) -> None:
    floats, parts = parts_of(trunk)
    back = FloatNet(parts.shape, floats_of(parts))
    wanted: dict[str, list[Any]] = {}
    found: dict[str, list[Any]] = {}
    for seed in range(POSITIONS):
        planes, numbers = random_planes(9, seed)
        for outputs, net in ((wanted, floats), (found, back)):
            for name, value in net.outputs(planes, numbers, ActivationRange()).items():
                outputs.setdefault(name, []).append(value)
    for name, values in wanted.items():
        error = np.sqrt(np.mean((np.array(values) - np.array(found[name])) ** 2))
        assert error < 0.1 * np.std(values), name
    assert back.skip == pytest.approx(floats.skip)


@pytest.mark.parametrize("trunk", TRUNKS)
def test_the_arrays_are_those_of_the_framework(trunk: str) -> None:
    _, parts = parts_of(trunk)
    wanted = TorchNetwork(parts.shape).state_dict()
    found = floats_of(parts)
    assert {name for name in wanted if "tracked" not in name} == set(found)
    for name, array in found.items():
        assert array.shape == tuple(wanted[name].shape), name


def test_a_dead_channel_says_nothing() -> None:
    _, parts = parts_of("residual")
    dead = dict(parts.arrays)
    dead["blocks.1.scale"] = np.where(np.arange(32) == 3, 0, dead["blocks.1.scale"]).astype("<f4")
    found = floats_of(NetParts(parts.shape, dead, {}))
    assert all(np.isfinite(array).all() for array in found.values())
    assert not found["blocks.1.layers.0.weight"][:, 3].any()
