"""A batch as tensors, seen through a symmetry, and the losses of what a network says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from gtpengine.tools.network.examples.batches import Batch
from torch import Tensor
from torch.nn import functional

from gtpengine.learning.samples import BINARY

from .models import FULL, NetOutput
from .settings import Weights

SCORE_SCALE: Final = 10.0
"""Points of lead by which an error of the score counts as one."""

NAMES: Final = ("policy", "value", "score", "ownership")


@dataclass(slots=True)
class Wanted:
    """A batch on the device: what the network sees, and what it should say (see ``Batch``)."""

    planes: Tensor
    numbers: Tensor
    policy: Tensor
    value: Tensor
    score: Tensor
    ownership: Tensor
    weights: Tensor


def turned(x: Tensor, symmetry: int) -> Tensor:
    """Return boards (rows, any, size, size) seen through one of eight symmetries."""
    if symmetry & 1:
        x = x.flip(2)
    if symmetry & 2:
        x = x.flip(3)
    if symmetry & 4:
        x = x.transpose(2, 3)
    return x


def on_device(batch: Batch, size: int, symmetry: int, device: torch.device) -> Wanted:
    """Return a batch on the device, seen through a symmetry; its planes are unpacked there."""

    def moved(column: object) -> Tensor:
        return torch.from_numpy(column).to(device, non_blocking=True)

    bits, rows, area = moved(batch.bits), len(batch.bits), size * size
    shifts = torch.arange(7, -1, -1, device=device, dtype=torch.uint8)
    binary = ((bits[:, :, None] >> shifts) & 1).reshape(rows, -1)[:, : BINARY * area]
    expected = moved(batch.expected).float() / FULL
    planes = torch.cat([binary.float(), expected], 1).reshape(rows, BINARY + 1, size, size)
    policy = moved(batch.policy)
    points = policy[:, :-1].reshape(rows, 1, size, size)
    ownership = moved(batch.ownership).reshape(rows, 1, size, size)
    return Wanted(
        turned(planes, symmetry).contiguous(memory_format=torch.channels_last),
        moved(batch.numbers),
        torch.cat([turned(points, symmetry).flatten(1), policy[:, -1:]], 1),
        moved(batch.value),
        moved(batch.score),
        turned(ownership, symmetry).flatten(1),
        moved(batch.weights),
    )


def losses_of(answer: NetOutput, wanted: Wanted) -> Tensor:
    """Return the mean losses in the order of ``NAMES``, each over the rows where it is known.

    Cross entropies of policy, value and (mean of the points) ownership, a Huber loss of the score
    in units of ``SCORE_SCALE`` points. Rows with soft targets: the entropy of the target is taken
    off, so that 0 is perfect.
    """
    logs = functional.log_softmax(answer.policy, 1)
    policy = torch.special.xlogy(wanted.policy, wanted.policy).sum(1) - (wanted.policy * logs).sum(
        1
    )
    value = functional.binary_cross_entropy_with_logits(
        answer.value, wanted.value, reduction="none"
    ) - _entropy(wanted.value)
    score = functional.smooth_l1_loss(
        answer.score / SCORE_SCALE, wanted.score / SCORE_SCALE, reduction="none"
    )
    owned = functional.binary_cross_entropy_with_logits(
        answer.ownership, wanted.ownership, reduction="none"
    ) - _entropy(wanted.ownership)
    rows = torch.stack([policy, value, score, owned.mean(1)], 1)
    counts = wanted.weights.sum(0).clamp(min=1)
    return (rows * wanted.weights).sum(0) / counts


def _entropy(share: Tensor) -> Tensor:
    rest = 1 - share
    return -torch.special.xlogy(share, share) - torch.special.xlogy(rest, rest)


def weighed(losses: Tensor, weights: Weights) -> Tensor:
    """Return the sum of losses by their weights."""
    of = (weights.policy, weights.value, weights.score, weights.ownership)
    return (losses * torch.tensor(of, device=losses.device)).sum()
