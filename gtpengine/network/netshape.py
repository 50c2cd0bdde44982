"""The shape of a network, and the arrays of numbers that make one of this shape.

A network is what tools/network/learning/models.py describes, with its batch norms folded into the
convolutions and its weights in whole numbers. ``arrays`` names every array of a file, with its type
and dimensions. Of a convolution:

- ``weights``: int8 of -127..127, (outputs, inputs, width, width); of a depthwise one inputs is 1;
- ``bias``: int32, where the sum of an output begins;
- ``gain``: float32, from the sum of an output to the units of what follows.

The stream of the trunk is int16; ``scale`` of a block, or of the heads, makes bytes of it. Linear
layers have float32 weights, (inputs, outputs), and a bias.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gtpengine.network.planes import NUMBERS, PLANES

TRUNKS: Final = ("residual", "bottleneck", "mobile")

POOL_EVERY: Final = 3
"""Each block whose number, from 1 on, is a multiple of this pools."""

MOST: Final = {"blocks": 64, "channels": 256, "head": 128, "planes": 256, "numbers": 64}
"""Largest values of a shape; the kernel's buffers and sums have room for them."""

BOARD_ALONE: Final = (len(PLANES) - 1, len(NUMBERS) - 1)
"""Planes and numbers of a network that does without the move model: all but the last of each, which
the move model fills."""

Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class NetShape:
    """The shape of a network: ``blocks`` of ``channels`` each, ``head`` channels in each head,
    ``planes`` and ``numbers`` seen.

    :raises ValueError: when no such network can be made.
    """

    trunk: str
    blocks: int
    channels: int
    head: int
    planes: int
    numbers: int

    def __post_init__(self) -> None:
        """Check the numbers."""
        if self.trunk not in TRUNKS:
            raise ValueError(f"trunk: give one of {', '.join(TRUNKS)}")
        for name, most in MOST.items():
            value = getattr(self, name)
            if type(value) is not int or not 1 <= value <= most:
                raise ValueError(f"{name}: give a whole number of 1 to {most}")

    @property
    def name(self) -> str:
        """Return a short name: ``residual-6x48``."""
        return f"{self.trunk}-{self.blocks}x{self.channels}"

    @property
    def sees_model(self) -> bool:
        """Return whether it sees what the move model expects of each move."""
        return (self.planes, self.numbers) != BOARD_ALONE

    @property
    def pool_width(self) -> int:
        """Return how many channels a pooling block pools."""
        return max(4, self.channels // 4)

    def pools(self, block: int) -> bool:
        """Return whether a block, numbered from 0, pools."""
        return block % POOL_EVERY == POOL_EVERY - 1

    def convolutions(self) -> list[Convolution]:
        """Return the convolutions of a block, in order."""
        channels = self.channels
        if self.trunk == "residual":
            return [Convolution(channels, channels, 3), Convolution(channels, channels, 3)]
        if self.trunk == "bottleneck":
            half = max(1, channels // 2)
            return [
                Convolution(channels, half, 1),
                Convolution(half, half, 3),
                Convolution(half, half, 3),
                Convolution(half, channels, 1),
            ]
        wide = 2 * channels
        return [
            Convolution(channels, wide, 1),
            Convolution(wide, wide, 3, depthwise=True),
            Convolution(wide, channels, 1),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True)
class Convolution:
    """A convolution: ``width`` is 1 or 3; a ``depthwise`` one sees, for each output, its own
    input."""

    inputs: int
    outputs: int
    width: int
    depthwise: bool = False

    @property
    def weights(self) -> tuple[int, int, int, int]:
        """Return the dimensions of its weights."""
        return self.outputs, 1 if self.depthwise else self.inputs, self.width, self.width


Table = dict[str, tuple[str, tuple[int, ...]]]


def arrays(shape: NetShape) -> Table:
    """Return the arrays of a network: name -> numpy type and dimensions, in the order of a file."""
    channels, head, numbers = shape.channels, shape.head, shape.numbers
    table: Table = {}
    _convolution(table, "stem", Convolution(shape.planes, channels, 3))
    table["whole.weights"] = "<f4", (numbers, channels)
    for block in range(shape.blocks):
        name = f"blocks.{block}"
        table[f"{name}.scale"] = "<f4", (channels,)
        for number, convolution in enumerate(shape.convolutions()):
            _convolution(table, f"{name}.{number}", convolution)
        if shape.pools(block):
            width = shape.pool_width
            table[f"{name}.pool.scale"] = "<f4", (channels,)
            _convolution(table, f"{name}.pool.look", Convolution(channels, width, 1))
            _linear(table, f"{name}.pool.told", 2 * width, channels)
    table["heads.scale"] = "<f4", (channels,)
    _convolution(table, "heads.look", Convolution(channels, 2 * head, 1))
    _linear(table, "policy.told", 2 * head, head)
    _points(table, "policy.points", head)
    _linear(table, "policy.pass", 2 * head, 1)
    table["policy.skip"] = "<f4", (1,)
    _linear(table, "value.hidden", 2 * head + numbers, 2 * head)
    _linear(table, "value.out", 2 * head, 2)
    _points(table, "ownership.points", head)
    return table


def _convolution(table: Table, name: str, convolution: Convolution) -> None:
    table[f"{name}.weights"] = "<i1", convolution.weights
    table[f"{name}.bias"] = "<i4", (convolution.outputs,)
    table[f"{name}.gain"] = "<f4", (convolution.outputs,)


def _linear(table: Table, name: str, inputs: int, outputs: int) -> None:
    table[f"{name}.weights"] = "<f4", (inputs, outputs)
    table[f"{name}.bias"] = "<f4", (outputs,)


def _points(table: Table, name: str, channels: int) -> None:
    """One logit for each point: ``gain`` times the sum of int16 ``weights`` times 12-bit numbers,
    which are the looks times ``scale``; plus ``bias``."""
    table[f"{name}.scale"] = "<f4", (channels,)
    table[f"{name}.weights"] = "<i2", (channels,)
    table[f"{name}.gain"] = "<f4", (1,)
    table[f"{name}.bias"] = "<f4", (1,)


def check(shape: NetShape, found: Arrays) -> None:
    """Check that arrays have a shape's names, types and dimensions, and that no sum can overflow.

    :raises ValueError: when they are not.
    """
    table = arrays(shape)
    if list(found) != list(table):
        odd = sorted(set(found) ^ set(table))
        raise ValueError(f"other arrays than a {shape.name} has: {', '.join(odd[:3]) or 'order'}")
    if not shape.sees_model and np.any(found["policy.skip"]):
        raise ValueError("policy.skip weighs a move model that the network does not see")
    for name, (kind, dimensions) in table.items():
        array = found[name]
        if array.shape != dimensions or array.dtype != np.dtype(kind):
            raise ValueError(f"{name} is {array.dtype} {array.shape}, not {kind} {dimensions}")
        if kind == "<f4" and not (np.isfinite(array).all() and np.abs(array).max() < 1e20):
            raise ValueError(f"{name} has numbers that are not finite, or too large")
        if kind == "<i1" and array.min() < -127:
            raise ValueError(f"{name} has weights below -127")
        if name.endswith((".gain", ".scale")) and array.min() < 0:
            raise ValueError(f"{name} has negative numbers")
        if kind == "<i2" and int(np.abs(array.astype(np.int64)).sum()) * 4095 >= 2**31:
            raise ValueError(f"{name} has weights whose sum overflows")
        if name.endswith("look.bias") or kind == "<i4":
            weights = np.abs(found[name.removesuffix("bias") + "weights"].astype(np.int64))
            # What is pooled is added up over the board; the numbers add to the stem.
            times = 361 if name.endswith("look.bias") else 1
            most = times * (127 * weights.sum((1, 2, 3)) + np.abs(array.astype(np.int64)))
            if int(most.max()) >= (2**31 if times > 1 else 2**30):
                raise ValueError(f"{name} has sums that overflow")
