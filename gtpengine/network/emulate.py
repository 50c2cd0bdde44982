"""The arithmetic of a network in numpy, bit for bit as the kernel computes.

It is what tests compare the kernel with, and how the learning side measures what whole numbers cost
without a kernel. One position at a time, some milliseconds each.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gtpengine.network.netshape import Arrays, NetShape

STREAM: Final = 32767
FINE: Final = 4095

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


class Emulator:
    """A network in numpy; ``outputs`` is its answer."""

    def __init__(self, shape: NetShape, arrays: Arrays) -> None:
        self.shape = shape
        self.arrays = arrays

    def outputs(self, planes: npt.NDArray[np.uint8], numbers: Floats) -> dict[str, Any]:
        """Return ``policy`` and ``ownership`` (logits by point), ``passes``, ``value`` (logits) and
        ``score`` for planes (planes, size, size), bytes of 0..127, and numbers."""
        arrays, shape, head = self.arrays, self.shape, self.shape.head
        told = _round(_linear(arrays["whole.weights"], None, numbers))
        sums = self._sums("stem", planes.astype(np.int64)) + told[:, None, None]
        stream = np.clip(self._scaled("stem", sums, 2 * STREAM), 0, STREAM)
        for block in range(shape.blocks):
            stream = self._block(block, stream)
        looked = self._sums("heads.look", _bytes(stream, arrays["heads.scale"]))
        looked = np.maximum(looked, 0)
        gain = arrays["heads.look.gain"]
        seen = _pooled(looked[:head], gain[:head])
        told = _round(self._layer("policy.told", seen))
        policy = self._points("policy.points", looked[:head] + told[:, None, None])
        passes = self._layer("policy.pass", seen)[0]
        seen = np.concatenate([_pooled(looked[head:], gain[head:]), numbers])
        hidden = np.maximum(self._layer("value.hidden", seen), np.float32(0))
        value, score = self._layer("value.out", hidden)
        ownership = self._points("ownership.points", looked[head:])
        return {
            "policy": policy,
            "passes": passes,
            "value": value,
            "score": score,
            "ownership": ownership,
        }

    def _block(self, block: int, stream: Ints) -> Ints:
        name = f"blocks.{block}"
        x = _bytes(stream, self.arrays[f"{name}.scale"])
        last = len(self.shape.convolutions()) - 1
        for number in range(last):
            x = self._scaled(f"{name}.{number}", self._sums(f"{name}.{number}", x), 127, 0)
        change = self._sums(f"{name}.{last}", x)
        if not self.shape.pools(block):
            change = self._scaled(f"{name}.{last}", change, 2 * STREAM)
            return _stream(stream + change)
        change = self._scaled(f"{name}.{last}", change, STREAM)
        seen = _cut(change, self.arrays[f"{name}.pool.scale"], -64, 63) + 64
        looked = np.maximum(self._sums(f"{name}.pool.look", seen), 0)
        pooled = _pooled(looked, self.arrays[f"{name}.pool.look.gain"])
        told = np.clip(self._layer(f"{name}.pool.told", pooled), -STREAM, STREAM)
        return _stream(stream + change + _round(told)[:, None, None])

    def _sums(self, name: str, x: Ints) -> Ints:
        weights = self.arrays[f"{name}.weights"].astype(np.int64)
        bias = self.arrays[f"{name}.bias"].astype(np.int64)
        return convolved(weights, x) + bias[:, None, None]

    def _scaled(self, name: str, sums: Ints, most: int, least: int | None = None) -> Ints:
        return _cut(sums, self.arrays[f"{name}.gain"], -most if least is None else least, most)

    def _layer(self, name: str, x: Floats) -> Floats:
        return _linear(self.arrays[f"{name}.weights"], self.arrays[f"{name}.bias"], x)

    def _points(self, name: str, looked: Ints) -> Floats:
        fine = _cut(looked, self.arrays[f"{name}.scale"], 0, FINE)
        weights = self.arrays[f"{name}.weights"].astype(np.int64)
        sums = np.tensordot(weights, fine, 1).astype(np.float32)
        found: Floats = sums * self.arrays[f"{name}.gain"] + self.arrays[f"{name}.bias"]
        return found.reshape(-1)


def convolved(weights: npt.NDArray[Any], x: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a convolution with zeros around the board: weights (outputs, inputs, width, width), x
    (inputs, size, size). Weights of one input where x has more are depthwise."""
    outputs, inputs, width, _ = weights.shape
    size, edge = x.shape[1], width // 2
    room = np.pad(x, ((0, 0), (edge, edge), (edge, edge)))
    found = np.zeros((outputs, size, size), np.result_type(weights, x))
    for row in range(width):
        for column in range(width):
            seen = room[:, row : row + size, column : column + size]
            tap = weights[:, :, row, column]
            found += tap[:, :, None] * seen if inputs < len(x) else np.tensordot(tap, seen, 1)
    return found


def _cut(x: Ints, scale: Floats, low: float, high: float) -> Ints:
    """Return x times the scale of its channel, cut and rounded."""
    y = x.astype(np.float32) * scale[:, None, None]
    found: Ints = np.rint(np.clip(y, np.float32(low), np.float32(high))).astype(np.int64)
    return found


def _bytes(stream: Ints, scale: Floats) -> Ints:
    return _cut(stream, scale, 0, 127)


def _stream(x: Ints) -> Ints:
    found: Ints = np.clip(x, 0, STREAM)
    return found


def _round(x: Floats) -> Ints:
    found: Ints = np.rint(np.clip(x, np.float32(-1e9), np.float32(1e9))).astype(np.int64)
    return found


def _pooled(looked: Ints, gain: Floats) -> Floats:
    """Return the means, then the maxima, of channels over the board."""
    area = np.float32(looked.shape[1] * looked.shape[2])
    mean = looked.sum((1, 2)).astype(np.float32) / area
    return np.concatenate([mean * gain, looked.max((1, 2)).astype(np.float32) * gain])


def _linear(weights: Floats, bias: Floats | None, x: Floats) -> Floats:
    """Return bias + x weights, the inputs added one after the other."""
    y = np.zeros(weights.shape[1], np.float32) if bias is None else bias.copy()
    for each, row in zip(x, weights, strict=True):
        y += each * row
    return y
