"""From an exported network back to floats that learning can begin from.

The inverse of tools/network/learning/quantize.py, up to rounding. A file does not say how large the
activations inside the trunk were in floats. That is free: what a channel gains in size, its readers
lose. So fixed sizes are taken (``STREAM_REACH``, ``BYTES_REACH``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gtpengine.tools.network.learning.quantize import EPSILON, MOST_BYTE, SCORE_UNITS

from gtpengine.network.emulate import STREAM
from gtpengine.network.netfile import NetParts

STREAM_REACH: Final = 16.0
"""What the largest number of the stream stands for."""
BYTES_REACH: Final = 4.0
"""What the largest byte inside a block stands for."""

Floats = npt.NDArray[np.float64]
State = dict[str, npt.NDArray[np.float32]]


def floats_of(parts: NetParts) -> State:
    """Return the state_dict of learning/models.py, as arrays, that says what an exported network
    says, within rounding.

    What a batch norm had measured is not in a file: its mean is 0 and its variance 1, and its
    weight and bias do the rest.
    """
    return _Reader(parts).state()


class _Reader:
    def __init__(self, parts: NetParts) -> None:
        self._shape = parts.shape
        self._arrays: dict[str, Floats] = {
            name: array.astype(np.float64) for name, array in parts.arrays.items()
        }
        self._unit = STREAM_REACH / STREAM
        self._state: dict[str, Any] = {}

    def state(self) -> State:
        shape, arrays, unit = self._shape, self._arrays, self._unit
        full = np.full(shape.planes, 1.0 / MOST_BYTE)
        steps = self._normed("stem", "stem", "stem_norm", full, unit)
        self._state["whole.weight"] = (arrays["whole.weights"] * steps).T
        self._state["whole.bias"] = np.zeros(shape.channels)
        for block in range(shape.blocks):
            self._block(f"blocks.{block}", shape.pools(block))
        weights, bias, steps = self._convolution("heads.look", self._byte("heads"), 1.0)
        head = shape.head
        for name, rows in (("policy", slice(head)), ("value", slice(head, None))):
            self._state[f"{name}_look.weight"] = weights[rows]
            self._state[f"{name}_look.bias"] = bias[rows]
        self._linear("policy.told", "policy_tell", steps[:head])
        self._linear("policy.pass", "policy_pass")
        self._linear("value.hidden", "value_hidden")
        self._linear("value.out", "value", np.array([1.0, 1.0 / SCORE_UNITS]))
        self._points("policy.points", "policy_points", steps[:head])
        self._points("ownership.points", "ownership", steps[head:])
        self._state["policy_skip"] = arrays["policy.skip"][0]
        return {name: np.array(array, np.float32) for name, array in self._state.items()}

    def _byte(self, name: str) -> Floats:
        """Return the worth of one step of the bytes that are made of the stream, by channel."""
        return _divided(np.array(self._unit), self._arrays[f"{name}.scale"])

    def _block(self, name: str, pools: bool) -> None:
        byte = self._byte(name)
        last = len(self._shape.convolutions()) - 1
        for number in range(last + 1):
            after = self._unit if number == last else BYTES_REACH / MOST_BYTE
            at = f"{name}.layers.{3 * number}"
            norm = f"{name}.layers.{3 * number + 1}"
            self._normed(f"{name}.{number}", at, norm, byte, after)
            byte = np.full(self._shape.convolutions()[number].outputs, after)
        if pools:
            look = f"{name}.pool.look"
            weights, bias, steps = self._convolution(look, self._byte(f"{name}.pool"), 1.0)
            # Its bytes are 64 too large.
            bias = bias + 64 * steps * self._arrays[f"{look}.weights"].sum((1, 2, 3))
            self._state[f"{look}.weight"], self._state[f"{look}.bias"] = weights, bias
            self._linear(f"{name}.pool.told", f"{name}.pool.tell", self._unit)

    def _convolution(self, name: str, byte: Floats, after: float) -> tuple[Floats, Floats, Floats]:
        """Return weights and bias in floats, and the worth of a step of the sums: inputs have steps
        worth ``byte``, outputs become steps worth ``after``."""
        whole = self._arrays[f"{name}.weights"]
        steps = self._arrays[f"{name}.gain"] * after
        own = whole.shape[1] == 1 and len(byte) > 1
        by = byte[:, None, None, None] if own else byte[None, :, None, None]
        weights = _divided(whole * steps[:, None, None, None], by)
        return weights, self._arrays[f"{name}.bias"] * steps, steps

    def _normed(self, name: str, to: str, norm: str, byte: Floats, after: float) -> Floats:
        """Read a convolution with a batch norm behind it; return the worth of a step of sums."""
        weights, bias, steps = self._convolution(name, byte, after)
        self._state[f"{to}.weight"] = weights
        self._state[f"{norm}.weight"] = np.ones(len(bias))
        self._state[f"{norm}.bias"] = bias
        self._state[f"{norm}.running_mean"] = np.zeros(len(bias))
        self._state[f"{norm}.running_var"] = np.full(len(bias), 1.0 - EPSILON)
        return steps

    def _linear(self, name: str, to: str, factor: Floats | float = 1.0) -> None:
        self._state[f"{to}.weight"] = (self._arrays[f"{name}.weights"] * factor).T
        self._state[f"{to}.bias"] = self._arrays[f"{name}.bias"] * factor

    def _points(self, name: str, to: str, steps: Floats) -> None:
        gains = self._arrays[f"{name}.scale"] * self._arrays[f"{name}.gain"]
        weights = _divided(self._arrays[f"{name}.weights"] * gains, steps)
        self._state[f"{to}.weight"] = weights[None, :, None, None]
        self._state[f"{to}.bias"] = self._arrays[f"{name}.bias"]


def _divided(x: Floats, by: Floats) -> Floats:
    """Return ``x / by``, and 0 where ``by`` is 0: what has no size says nothing."""
    x, by = np.broadcast_arrays(x, by)
    found: Floats = np.divide(x, by, out=np.zeros(x.shape), where=by != 0)
    return found
