"""An evaluator that knows nothing: all moves are alike, and so is who wins.

    gtpengine --evaluator docs/samples/uniform_evaluator.py

It is a pattern for a network of your own, and what a simulation costs with it is what the way
through Python costs. ``docs/guides/reinforcement.md`` explains it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import gtpengine

Array = npt.NDArray[np.float64]
Evaluator = Callable[[list[gtpengine.Position]], tuple[Array, Array]]


def evaluator() -> Evaluator:
    """Return the function that a search asks; words behind the file's name are arguments here."""

    def evaluate(positions: list[gtpengine.Position]) -> tuple[Array, Array]:
        """Return (n, size * size + 1) policies, the pass last, and (n,) values from 0 to 1."""
        n, size = len(positions), positions[0].size
        return np.ones((n, size * size + 1)), np.full(n, 0.5)

    return evaluate
