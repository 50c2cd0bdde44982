"""What a network is worth on positions it has not learned from, beside the move model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from gtpengine.tools.network.examples.batches import Batch

from .losses import on_device
from .models import EXPECTED_STEPS, FULL, PASS_UNITS, NetOutput

ROWS: Final = 1024
"""Positions asked at a time."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Told:
    """What was said of positions, for the side to move: ``policy`` probabilities (n, points + 1),
    ``value`` 0 to 1 (n,), ``score`` points (n,), ``ownership`` 0 to 1 (n, points)."""

    policy: Floats
    value: Floats
    score: Floats
    ownership: Floats


def ask(network: Any, batch: Batch, size: int, device: torch.device) -> Told:
    """Return what a network (planes, numbers -> Answer) says of the positions of a batch."""
    parts: list[tuple[Any, ...]] = []
    for first in range(0, len(batch.value), ROWS):
        rows = slice(first, first + ROWS)
        some = Batch(*(getattr(batch, name)[rows] for name in Batch.__slots__))
        wanted = on_device(some, size, 0, device)
        with torch.no_grad():
            answer: NetOutput = network(wanted.planes, wanted.numbers)
        parts.append(
            (
                torch.softmax(answer.policy, 1).cpu().numpy(),
                torch.sigmoid(answer.value).cpu().numpy(),
                answer.score.cpu().numpy(),
                torch.sigmoid(answer.ownership).cpu().numpy(),
            )
        )
    return Told(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def model_policy(batch: Batch) -> Floats:
    """Return the move model's probabilities as its plane and number hold them: (n, points + 1)."""
    logs = (batch.expected.astype(np.float32) - FULL) / EXPECTED_STEPS
    points = np.where(batch.expected > 0, np.exp(logs), 0)
    last = np.exp(PASS_UNITS * batch.numbers[:, -1:])
    both = np.concatenate([points, last], 1)
    found: Floats = (both / both.sum(1, keepdims=True)).astype(np.float32)
    return found


@dataclass(frozen=True, slots=True)
class PolicyAccuracy:
    """How well moves were guessed: share of first guesses that were right, mean ln p of the right
    move, and how many there were."""

    top: float
    mean_log: float
    moves: int

    @property
    def margin(self) -> float:
        """Half the 95 % interval of ``top``."""
        return 1.96 * float(np.sqrt(self.top * (1 - self.top) / max(1, self.moves)))


def accuracy(policy: Floats, batch: Batch) -> PolicyAccuracy:
    """Return how well a policy guesses the best move of each target."""
    chosen = batch.weights[:, 0] > 0
    policy, wanted = policy[chosen], batch.policy[chosen].argmax(1)
    share = policy[np.arange(len(wanted)), wanted]
    top = (policy.argmax(1) == wanted).mean() if len(wanted) else 0.0
    return PolicyAccuracy(float(top), float(np.log(np.maximum(share, 1e-9)).mean()), len(wanted))


def value_error(value: Floats, batch: Batch) -> tuple[float, int]:
    """Return the mean squared error of the chance to win (0 to 1), and of how many positions."""
    known = batch.weights[:, 1] > 0
    return float(((value - batch.value)[known] ** 2).mean()), int(known.sum())


def score_error(score: Floats, batch: Batch) -> tuple[float, int]:
    """Return the mean absolute error of the lead in points, and of how many positions."""
    known = batch.weights[:, 2] > 0
    return float(np.abs(score - batch.score)[known].mean()), int(known.sum())


def ownership_error(ownership: Floats, batch: Batch) -> tuple[float, int]:
    """Return the mean absolute error of the share in a point (0 to 1), and how many positions."""
    known = batch.weights[:, 3] > 0
    return float(np.abs(ownership - batch.ownership)[known].mean()), int(known.sum())


def calibration(value: Floats, batch: Batch, bins: int = 10) -> Iterator[tuple[float, float, int]]:
    """Yield for each tenth of the expected chances: their mean, the share won, and how many."""
    known = batch.weights[:, 1] > 0
    expected, won = value[known], batch.value[known]
    place = np.minimum((expected * bins).astype(int), bins - 1)
    for number in range(bins):
        chosen = place == number
        if chosen.any():
            yield float(expected[chosen].mean()), float(won[chosen].mean()), int(chosen.sum())
