"""From a network that learned in floats to one in whole numbers.

Batch norms are folded into the convolutions before them. Positions to calibrate on tell how large
each channel of activations becomes, which is the largest byte; what is larger is cut. Weights have
one scale for each output. A channel takes its scale from itself only in part (``BALANCE``), since
its weights are rounded together with the other channels'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gtpengine.network.emulate import FINE, STREAM, convolved
from gtpengine.network.netshape import Arrays, NetShape, arrays

Floats = npt.NDArray[np.float64]
State = Mapping[str, npt.NDArray[Any]]
Position = tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]
"""All planes (planes, size, size) of 0..127, and all numbers."""

SCORE_UNITS: Final = 10.0
"""Points of lead for one unit of the score that was learned."""

MOST_BYTE: Final = 127
EPSILON: Final = 1e-5
"""Of torch's batch norms."""

BALANCE: Final = 0.5
"""How much of a channel's scale is its own; the rest is the largest channel's."""

MOST_BIAS: Final = 1 << 24

ROOM: Final = 2.0
"""How much larger the stream may become than in the positions to calibrate on."""


class FloatNet:
    """The network in floats, batch norms folded: weights by the names of ``netshape.arrays``."""

    def __init__(self, shape: NetShape, state: State) -> None:
        """Fold ``state``, the state_dict of tools/network/learning/models.py as arrays.

        :raises KeyError: when it lacks a layer of the shape.
        """
        self.shape = shape
        self.weights: dict[str, Floats] = {}
        self.bias: dict[str, Floats] = {}
        values = {name: np.asarray(array, np.float64) for name, array in state.items()}
        self._fold("stem", values, "stem", "stem_norm")
        self.whole = values["whole.weight"].T
        self.bias["stem"] = self.bias["stem"] + values["whole.bias"]
        for block in range(shape.blocks):
            name, layers = f"blocks.{block}", f"blocks.{block}.layers"
            for number in range(len(shape.convolutions())):
                at = 3 * number
                self._fold(f"{name}.{number}", values, f"{layers}.{at}", f"{layers}.{at + 1}")
            if shape.pools(block):
                self._take(f"{name}.pool.look", values, f"{name}.pool.look")
                self._take(f"{name}.pool.told", values, f"{name}.pool.tell", linear=True)
        for part in ("weight", "bias"):
            looks = [values[f"{head}_look.{part}"] for head in ("policy", "value")]
            (self.weights if part == "weight" else self.bias)["heads.look"] = np.concatenate(looks)
        self._take("policy.points", values, "policy_points")
        self._take("ownership.points", values, "ownership")
        for name, old in (
            ("policy.told", "policy_tell"),
            ("policy.pass", "policy_pass"),
            ("value.hidden", "value_hidden"),
            ("value.out", "value"),
        ):
            self._take(name, values, old, linear=True)
        units = np.array([1.0, SCORE_UNITS])
        self.weights["value.out"] = self.weights["value.out"] * units
        self.bias["value.out"] = self.bias["value.out"] * units
        self.skip = float(values["policy_skip"])

    def _fold(self, name: str, values: State, convolution: str, norm: str) -> None:
        by = values[f"{norm}.weight"] / np.sqrt(values[f"{norm}.running_var"] + EPSILON)
        self.weights[name] = values[f"{convolution}.weight"] * by[:, None, None, None]
        self.bias[name] = values[f"{norm}.bias"] - values[f"{norm}.running_mean"] * by

    def _take(self, name: str, values: State, old: str, linear: bool = False) -> None:
        weights = values[f"{old}.weight"]
        self.weights[name] = weights.T if linear else weights
        self.bias[name] = values[f"{old}.bias"]

    def _sums(self, name: str, x: Floats) -> Floats:
        return convolved(self.weights[name], x) + self.bias[name][:, None, None]

    def layer(self, name: str, x: Floats) -> Floats:
        """Return the outputs of a linear layer."""
        found: Floats = x @ self.weights[name] + self.bias[name]
        return found

    def outputs(
        self, planes: npt.NDArray[np.uint8], numbers: npt.NDArray[np.float32], seen: ActivationRange
    ) -> dict[str, Any]:
        """Return what ``Emulator.outputs`` returns; ``seen`` notes the activations on the way."""
        head = self.shape.head
        planes, numbers = planes[: self.shape.planes], numbers[: self.shape.numbers]
        told = numbers.astype(np.float64) @ self.whole
        x = np.maximum(self._sums("stem", planes / float(MOST_BYTE)) + told[:, None, None], 0)
        for block in range(self.shape.blocks):
            x = self._block(block, x, seen)
        seen.note("heads", x)
        looked = np.maximum(self._sums("heads.look", x), 0)
        pooled = _pooled(looked[:head])
        points = looked[:head] + self.layer("policy.told", pooled)[:, None, None]
        seen.note("policy.points", np.maximum(points, 0))
        seen.note("ownership.points", looked[head:])
        policy = self._sums("policy.points", np.maximum(points, 0))
        passes = self.layer("policy.pass", pooled)[0]
        pooled = np.concatenate([_pooled(looked[head:]), numbers])
        value, score = self.layer("value.out", np.maximum(self.layer("value.hidden", pooled), 0))
        ownership = self._sums("ownership.points", looked[head:])
        return {
            "policy": policy.reshape(-1),
            "passes": passes,
            "value": value,
            "score": score,
            "ownership": ownership.reshape(-1),
        }

    def _block(self, block: int, stream: Floats, seen: ActivationRange) -> Floats:
        name = f"blocks.{block}"
        seen.note(name, stream)
        x, last = stream, len(self.shape.convolutions()) - 1
        for number in range(last):
            x = np.maximum(self._sums(f"{name}.{number}", x), 0)
            seen.note(f"{name}.{number}", x)
        x = self._sums(f"{name}.{last}", x)
        if self.shape.pools(block):
            seen.note(f"{name}.pool", np.abs(x))
            pooled = _pooled(np.maximum(self._sums(f"{name}.pool.look", x), 0))
            x = x + self.layer(f"{name}.pool.told", pooled)[:, None, None]
        return np.maximum(stream + x, 0)


class ActivationRange:
    """How large the activations of each channel became, by the name of who sees them."""

    def __init__(self) -> None:
        self._most: dict[str, Floats] = {}

    def note(self, name: str, x: Floats) -> None:
        """Note activations (channels, size, size) of one position."""
        most = x.max((1, 2))
        self._most[name] = np.maximum(self._most.get(name, most), most)

    def most(self, name: str) -> Floats:
        """Return the maximum of each channel."""
        return self._most[name]

    def large(self, name: str) -> Floats:
        """Return what stands for the largest of each channel: between its own maximum and that of
        all, by ``BALANCE``; never 0."""
        own = np.maximum(self._most[name], 1e-3 * max(self._most[name].max(), 1e-6))
        found: Floats = own**BALANCE * own.max() ** (1 - BALANCE)
        return found


def quantized(net: FloatNet, positions: Sequence[Position]) -> Arrays:
    """Return the arrays of the network in whole numbers.

    :param positions: some hundreds of positions of games to calibrate on.
    :raises ValueError: when there are none.
    """
    if not positions:
        raise ValueError("give positions to calibrate on")
    seen = ActivationRange()
    for planes, numbers in positions:
        net.outputs(planes, numbers, seen)
    return _Maker(net, seen).arrays()


class _Maker:
    def __init__(self, net: FloatNet, seen: ActivationRange) -> None:
        self._net = net
        self._seen = seen
        shape = net.shape
        names = [*(f"blocks.{block}" for block in range(shape.blocks)), "heads"]
        largest = max(float(seen.most(name).max()) for name in names)
        self._unit = max(ROOM * largest, 1e-6) / STREAM  # of the stream
        self._made: dict[str, npt.NDArray[Any]] = {}

    def arrays(self) -> Arrays:
        net, made, unit = self._net, self._made, self._unit
        shape = net.shape
        full = np.full(shape.planes, 1.0 / MOST_BYTE)
        steps = self._convolution("stem", full, np.full(shape.channels, unit))
        made["whole.weights"] = net.whole / steps
        for block in range(shape.blocks):
            self._block(f"blocks.{block}", shape.pools(block))
        byte = self._bytes("heads")
        made["heads.scale"] = unit / byte
        steps = self._convolution("heads.look", byte, None)
        self._linear("policy.told", 1.0 / steps[: shape.head])
        self._points("policy.points", steps[: shape.head])
        self._linear("policy.pass", 1.0)
        made["policy.skip"] = np.array([net.skip])
        self._linear("value.hidden", 1.0)
        self._linear("value.out", 1.0)
        self._points("ownership.points", steps[shape.head :])
        return {
            name: made[name].reshape(dimensions).astype(kind)
            for name, (kind, dimensions) in arrays(shape).items()
        }

    def _bytes(self, name: str) -> Floats:
        """Return the worth of one step of the bytes that hold an activation, by channel."""
        return self._seen.large(name) / MOST_BYTE

    def _block(self, name: str, pools: bool) -> None:
        channels, unit = self._net.shape.channels, self._unit
        byte = self._bytes(name)
        self._made[f"{name}.scale"] = unit / byte
        last = len(self._net.shape.convolutions()) - 1
        for number in range(last):
            after = self._bytes(f"{name}.{number}")
            self._convolution(f"{name}.{number}", byte, after)
            byte = after
        self._convolution(f"{name}.{last}", byte, np.full(channels, unit))
        if pools:
            byte = self._seen.large(f"{name}.pool") / 63
            self._made[f"{name}.pool.scale"] = unit / byte
            look = f"{name}.pool.look"
            self._convolution(look, byte, None)
            # Its bytes are 64 too large.
            weights = self._made[f"{look}.weights"]
            self._made[f"{look}.bias"] = self._made[f"{look}.bias"] - 64 * weights.sum((1, 2, 3))
            self._linear(f"{name}.pool.told", 1.0 / unit)

    def _convolution(self, name: str, byte: Floats, after: Floats | None) -> Floats:
        """Make a convolution whose inputs have steps worth ``byte`` and whose outputs become steps
        worth ``after``, or stay sums; return the worth of a step of the sums."""
        weights = self._net.weights[name]
        own = weights.shape[1] == 1 and len(byte) > 1
        weights = weights * (byte[:, None, None, None] if own else byte[None, :, None, None])
        most = np.abs(weights).max((1, 2, 3))
        steps: Floats = np.maximum(most, max(1e-3 * most.max(), 1e-9)) / MOST_BYTE
        # An output whose weights are nearly nothing still has a bias that fits.
        steps = np.maximum(steps, np.abs(self._net.bias[name]) / MOST_BIAS)
        self._made[f"{name}.weights"] = np.rint(weights / steps[:, None, None, None])
        self._made[f"{name}.bias"] = np.rint(self._net.bias[name] / steps)
        self._made[f"{name}.gain"] = steps if after is None else steps / after
        return steps

    def _linear(self, name: str, factor: Floats | float) -> None:
        self._made[f"{name}.weights"] = self._net.weights[name] * factor
        self._made[f"{name}.bias"] = self._net.bias[name] * factor

    def _points(self, name: str, steps: Floats) -> None:
        fine = np.maximum(self._seen.most(name) * ROOM, 1e-6) / FINE
        weights = self._net.weights[name].reshape(-1) * fine
        gain = max(float(np.abs(weights).max()), 1e-12) / 2047
        self._made[f"{name}.scale"] = steps / fine
        self._made[f"{name}.weights"] = np.rint(weights / gain)
        self._made[f"{name}.gain"] = np.array([gain])
        self._made[f"{name}.bias"] = self._net.bias[name]


def _pooled(x: Floats) -> Floats:
    return np.concatenate([x.mean((1, 2)), x.max((1, 2))])
