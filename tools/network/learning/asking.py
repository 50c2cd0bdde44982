"""Networks as functions from a batch to what they say of it, whatever file they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gtpengine.tools.network.examples.batches import Batch

from gtpengine.learning.samples import BINARY
from gtpengine.network.net import Network
from gtpengine.network.netfile import MAGIC, NetParts, read_net
from gtpengine.network.rawoutputs import Raw, raw_outputs

from .checkpoint import network_of, read_state
from .measure import Told, ask
from .models import EXPECTED_STEPS, FULL, ILLEGAL, PASS_UNITS

SYMMETRIES = 8
"""Of the board."""

Ask = Callable[[Batch], Told]


def read_network(path: Path, size: int, ensemble: bool = False) -> Ask:
    """Return the network of a checkpoint, or of a file of ``gtpengine net export``, for boards of
    ``size``.

    :param ensemble: as in `exported`.
    :raises NetworkError: when the file is missing, or holds no network.
    :raises NetError: when an exported file cannot be used.
    :raises ValueError: when a checkpoint is to be an ensemble.
    """
    if is_exported(path):
        return exported(read_net(path), size, ensemble)
    if ensemble:
        raise ValueError(
            f"{path} is a checkpoint; --ensemble is for files of 'gtpengine net export'"
        )
    device = torch.device("cpu")
    network = network_of(read_state(path, device), device)
    return lambda batch: ask(network, batch, size, device)


def is_exported(path: Path) -> bool:
    """Return whether a file is one of ``gtpengine net export``."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def bytes_of(batch: Batch, size: int) -> npt.NDArray[np.uint8]:
    """Return the planes of a batch as the kernel has them: uint8 (rows, planes, size, size)."""
    area = size * size
    binary = np.unpackbits(batch.bits, axis=1)[:, : BINARY * area] * np.uint8(FULL)
    both = np.concatenate([binary, batch.expected], 1)
    return both.reshape(-1, BINARY + 1, size, size)


def exported(parts: NetParts, size: int, ensemble: bool = False) -> Ask:
    """Return the network in whole numbers, by the kernel that the search has.

    :param ensemble: let it say the mean of its outputs under the symmetries of the board.
    """
    symmetries = range(SYMMETRIES if ensemble else 1)
    network = Network(parts.shape, parts.arrays, parts.provenance)
    skip = float(parts.arrays["policy.skip"][0])

    def asked(batch: Batch) -> Told:
        planes = bytes_of(batch, size)[:, : parts.shape.planes]
        rows = zip(planes, batch.numbers[:, : parts.shape.numbers], strict=True)
        raws = [_mean([raw_outputs(network, p, n, turn) for turn in symmetries]) for p, n in rows]
        model = (batch.expected.astype(np.float32) - FULL) / EXPECTED_STEPS
        points = np.array([raw.policy for raw in raws]) + skip * model
        points[batch.expected == 0] = ILLEGAL
        last = np.array([raw.passes for raw in raws]) + skip * PASS_UNITS * batch.numbers[:, -1]
        logits = np.concatenate([points, last[:, None]], 1)
        policy = np.exp(logits - logits.max(1, keepdims=True))
        return Told(
            (policy / policy.sum(1, keepdims=True)).astype(np.float32),
            _logistic(np.array([raw.value for raw in raws])),
            np.array([raw.score for raw in raws], np.float32),
            _logistic(np.array([raw.ownership for raw in raws])),
        )

    return asked


def _mean(raws: Sequence[Raw]) -> Raw:
    """Return the mean of outputs."""
    return Raw(*(np.mean([getattr(raw, name) for raw in raws], 0) for name in Raw.__slots__))


def _logistic(x: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    return (1 / (1 + np.exp(-x.astype(np.float64)))).astype(np.float32)
