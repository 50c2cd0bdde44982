"""Win rate and score along a game, from searches that contradict each other.

A search overrates the side to move, in a ko most of all, so that raw values jump with each move.
Here the values of all positions are found at once, by least squares, from what each search says,
how far one may believe it, and what each move was judged to have lost. It is the Kalman smoother
(Rauch, Tung, Striebel 1965) written as one system of equations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from gtpengine.review.model import Estimate

MOST_BIAS: Final = 1.0
"""Expected advantage of the side to move, in errors of a seen value."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A value of a position by a search; ``side`` is +1 where Black was to move in it, else -1."""

    position: int
    value: float
    error: float
    side: int


def smoothed(
    count: int, seen: Sequence[Seen], changes: Sequence[Estimate], least: float
) -> tuple[list[Estimate], float]:
    """Return Black's value in each of ``count`` positions, and the advantage of the side to move.

    :param changes: by how much each move changed the value, ``count - 1`` of them.
    :param least: the least error of such a change.
    """
    matrix = np.zeros((count + 1, count + 1))  # the last unknown is the advantage
    target = np.zeros(count + 1)
    for one in seen:
        weight = one.error**-2
        k = one.position
        matrix[k, k] += weight
        matrix[k, count] += weight * one.side
        matrix[count, k] += weight * one.side
        matrix[count, count] += weight
        target[k] += weight * one.value
        target[count] += weight * one.side * one.value
    for k, change in enumerate(changes):
        weight = 1.0 / (change.error**2 + least**2)
        matrix[k, k] += weight
        matrix[k + 1, k + 1] += weight
        matrix[k, k + 1] -= weight
        matrix[k + 1, k] -= weight
        target[k] -= weight * change.value
        target[k + 1] += weight * change.value
    usual = max((one.error for one in seen), default=1.0)
    matrix[count, count] += (MOST_BIAS * usual) ** -2
    inverse = np.linalg.inv(matrix)
    values = inverse @ target
    errors = np.sqrt(np.maximum(np.diag(inverse), 0.0))
    found = [Estimate(float(values[k]), float(errors[k])) for k in range(count)]
    return found, float(values[count])
