"""Win rate and score along a game, from searches that contradict each other.

A search overrates the side to move, in a ko most of all, so that raw values jump with each move.
Here all values are found at once, by least squares, from what each search says, how far one may
believe it, and what each move was judged to have lost. One thing is known for sure: no move gains.
So where a position turns out better for a player than the searches before had said, without a
mistake of the other side, a loss that they had claimed of this player shrinks. That is what keeps
a ko fight from flipping the verdict at every move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.optimize import lsq_linear

from gtpengine.review.searching.model import ValueWithError

MOST_BIAS: Final = 1.0
"""Expected advantage of the side to move, in errors of a seen value."""


@dataclass(frozen=True, slots=True)
class SearchedValue:
    """A value of a position by a search; ``side`` is +1 where Black was to move in it, else -1."""

    position: int
    value: float
    error: float
    side: int


@dataclass(frozen=True, slots=True)
class Loss:
    """What a move was judged to have lost; ``side`` is +1 for a move of Black, else -1."""

    value: float
    error: float
    side: int


@dataclass(frozen=True, slots=True)
class Course:
    """Black's value in each position, what each move lost, the advantage of the side to move."""

    values: tuple[ValueWithError, ...]
    losses: tuple[float, ...]
    advantage: float


def course_of(seen: Sequence[SearchedValue], losses: Sequence[Loss]) -> Course:
    """Return the course of a game with ``len(losses)`` moves; there must be something seen."""
    count = len(losses)
    # Unknowns: the value at the start, the loss of each move, the advantage of the side to move.
    rows = np.zeros((len(seen) + count + 1, count + 2))
    target = np.zeros(len(rows))
    signs = np.array([-loss.side for loss in losses], float)
    for row, one in enumerate(seen):
        rows[row, 0] = 1.0
        rows[row, 1 : one.position + 1] = signs[: one.position]
        rows[row, count + 1] = one.side
        target[row] = one.value
        rows[row] /= one.error
        target[row] /= one.error
    for k, loss in enumerate(losses):
        rows[len(seen) + k, k + 1] = 1.0 / loss.error
        target[len(seen) + k] = max(0.0, loss.value) / loss.error
    rows[-1, count + 1] = 1.0 / (MOST_BIAS * max(one.error for one in seen))
    low = np.full(count + 2, 0.0)
    low[0] = low[-1] = -np.inf
    found = lsq_linear(rows, target, (low, np.inf), method="trf", tol=1e-8).x
    steps = np.tril(np.ones((count + 1, count)), -1) * signs
    values = found[0] + steps @ found[1:-1]
    # How sure the values are: as of a fit in which losses may have either sign.
    spread = np.linalg.inv(rows.T @ rows)[:-1, :-1]
    whole = np.hstack([np.ones((count + 1, 1)), steps])
    errors = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", whole, spread, whole), 0.0))
    return Course(
        tuple(ValueWithError(float(v), float(e)) for v, e in zip(values, errors, strict=True)),
        tuple(float(loss) for loss in found[1:-1]),
        float(found[-1]),
    )
