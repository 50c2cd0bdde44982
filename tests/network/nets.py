"""Small random networks for tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.network.emulate import Emulator
from gtpengine.network.net import Network
from gtpengine.network.netfile import NetParts
from gtpengine.network.netshape import BOARD_ALONE, NetShape, arrays
from gtpengine.network.planes import NUMBERS, PLANES, planes_at
from gtpengine.network.rawoutputs import raw_outputs
from gtpengine.prediction.movemodel import MoveModel


def planes_of(
    model: MoveModel, points: Iterable[int], size: int, komi: float = 0.0
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Return what a network sees after these moves."""
    position = Position(size, rules_named("chinese"), komi)
    for point in points:
        position.play(int(point))
    return planes_at(model, position)


def a_shape(
    trunk: str = "residual",
    blocks: int = 3,
    channels: int = 16,
    head: int = 8,
    *,
    board_alone: bool = False,
) -> NetShape:
    """Return a shape that sees this program's planes and numbers, or does without the move
    model's."""
    seen = BOARD_ALONE if board_alone else (len(PLANES), len(NUMBERS))
    return NetShape(trunk, blocks, channels, head, *seen)


def random_parts(shape: NetShape, seed: int = 1, reach: float = 1.0) -> NetParts:
    """Return random numbers of a shape, of a size that lets every layer tell positions apart;
    ``reach`` above 1 drives sums into the limits of bytes and streams."""
    random = np.random.default_rng(seed)
    found: dict[str, npt.NDArray[Any]] = {}
    for name, (kind, dimensions) in arrays(shape).items():
        found[name] = _random_array(random, name, kind, dimensions, reach).astype(kind)
    if not shape.sees_model:
        found["policy.skip"][:] = 0
    return NetParts(shape, found, {"made": "at random, for tests"})


def _random_array(
    random: np.random.Generator, name: str, kind: str, dimensions: tuple[int, ...], reach: float
) -> npt.NDArray[Any]:
    if kind == "<i1":
        return random.integers(-127, 128, dimensions)
    if kind == "<i4":
        return random.integers(-3000, 3000, dimensions)
    if kind == "<i2":
        return random.integers(-2047, 2048, dimensions)
    if name.endswith("points.gain"):
        return np.full(dimensions, 1e-6)
    if name.endswith("points.scale"):
        return random.uniform(0.01, 0.2, dimensions)
    if name.endswith(".gain"):
        # Of a look: real units. Inside a block: bytes. Of what is added to the stream: the stream.
        if "look" in name:
            return random.uniform(2e-5, 1e-4, dimensions)
        inner = name.split(".")[-2] != "stem" and name.split(".")[-2] == "0"
        return random.uniform(0.5, 1.0, dimensions) * reach * (2e-3 if inner else 0.1)
    if name.endswith(".scale"):
        return random.uniform(0.005, 0.02, dimensions) * reach
    if name == "whole.weights":
        return random.normal(0, 3000, dimensions)
    if "pool.told" in name:
        return random.normal(0, 300 * reach, dimensions)
    if name.startswith("policy.told"):
        return random.normal(0, 2000, dimensions)
    if name == "policy.skip":
        return np.full(dimensions, 0.75)
    return random.normal(0, 0.5, dimensions)


def random_network(
    shape: NetShape | None = None, seed: int = 1, path: str | None = None
) -> Network:
    """Return a random network."""
    parts = random_parts(shape or a_shape(), seed)
    return Network(parts.shape, parts.arrays, parts.provenance, path)


def random_planes(size: int, seed: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Return planes and numbers such as no position has, with bytes of 0 to 127."""
    random = np.random.default_rng(seed)
    planes = 127 * random.integers(0, 2, (len(PLANES), size, size))
    planes[-1] = random.integers(0, 128, (size, size))
    return planes.astype(np.uint8), random.normal(0, 1, len(NUMBERS)).astype(np.float32)


def random_state(shape: NetShape, seed: int = 1) -> dict[str, npt.NDArray[Any]]:
    """Return what learning/models.py of tools/network would have as a random state_dict."""
    random = np.random.default_rng(seed)
    state: dict[str, npt.NDArray[Any]] = {}

    def layer(name: str, *dimensions: int, bias: bool = True) -> None:
        spread = np.sqrt(2 / np.prod(dimensions[1:]))
        state[f"{name}.weight"] = random.normal(0, spread, dimensions).astype(np.float32)
        if bias:
            state[f"{name}.bias"] = random.normal(0, 0.1, dimensions[0]).astype(np.float32)

    def norm(name: str, channels: int) -> None:
        state[f"{name}.weight"] = random.uniform(0.5, 1.5, channels).astype(np.float32)
        state[f"{name}.bias"] = random.normal(0, 0.2, channels).astype(np.float32)
        state[f"{name}.running_mean"] = random.normal(0, 0.2, channels).astype(np.float32)
        state[f"{name}.running_var"] = random.uniform(0.5, 2.0, channels).astype(np.float32)

    channels, head, numbers = shape.channels, shape.head, shape.numbers
    layer("stem", channels, shape.planes, 3, 3, bias=False)
    norm("stem_norm", channels)
    layer("whole", channels, numbers)
    for block in range(shape.blocks):
        for number, convolution in enumerate(shape.convolutions()):
            at = f"blocks.{block}.layers.{3 * number}"
            layer(at, *convolution.weights, bias=False)
            norm(f"blocks.{block}.layers.{3 * number + 1}", convolution.outputs)
        if shape.pools(block):
            layer(f"blocks.{block}.pool.look", shape.pool_width, channels, 1, 1)
            layer(f"blocks.{block}.pool.tell", channels, 2 * shape.pool_width)
    for name in ("policy", "value"):
        layer(f"{name}_look", head, channels, 1, 1)
    layer("policy_tell", head, 2 * head)
    layer("policy_points", 1, head, 1, 1)
    layer("policy_pass", 1, 2 * head)
    state["policy_skip"] = np.array(0.9 if shape.sees_model else 0.0, np.float32)
    layer("value_hidden", 2 * head, 2 * head + numbers)
    layer("value", 2, 2 * head)
    layer("ownership", 1, head, 1, 1)
    return state


def outputs_equal(network: Network, emulator: Emulator, size: int, seed: int) -> None:
    """Check that the kernel gives the emulator's bits for random planes."""
    planes, numbers = random_planes(size, seed)
    planes, numbers = planes[: network.shape.planes], numbers[: network.shape.numbers]
    raw, wanted = raw_outputs(network, planes, numbers), emulator.outputs(planes, numbers)
    for name, value in wanted.items():
        np.testing.assert_array_equal(getattr(raw, name), value, err_msg=f"{name} on {size}")
