"""An evolution strategy with self-adaptation of its step size.

A (mu/mu, lambda) strategy (Schwefel; Beyer and Schwefel, Evolution strategies, a comprehensive
introduction, 2002). Each offspring changes the step size by a log-normal factor, and then each
number by a normal step of this size. The mu best offspring are the next parents; offspring begin at
the mean of these, and at the geometric mean of their step sizes.

It keeps no state. What it proposes depends on its seed and on the fitness of the generations before
alone, so a run that was killed goes on as if nothing had happened.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Evolution:
    """A strategy for vectors of ``dimensions`` numbers that begins at zeros.

    ``step`` is the first step size; ``parents`` is mu, ``offspring`` lambda.
    """

    dimensions: int
    parents: int
    offspring: int
    step: float
    seed: int

    def __post_init__(self) -> None:
        """Check the numbers.

        :raises ValueError: when there is nothing to choose from.
        """
        if not 1 <= self.parents < self.offspring:
            raise ValueError(
                f"{self.parents} parents of {self.offspring} offspring choose nothing: give fewer"
                " parents, at least one"
            )

    def ask(self, history: Sequence[Sequence[float]]) -> Vector:
        """Return the offspring after these generations, shape (offspring, dimensions).

        ``history`` has the fitness of the offspring of each generation before, the greater the
        better.
        """
        middle, step = self._state(history)
        return self._offspring(len(history), middle, step)[0]

    def middle(self, history: Sequence[Sequence[float]]) -> Vector:
        """Return the mean of the last parents, shape (dimensions,)."""
        return self._state(history)[0]

    def step_size(self, history: Sequence[Sequence[float]]) -> float:
        """Return the geometric mean of the last parents' step sizes."""
        return self._state(history)[1]

    def _state(self, history: Sequence[Sequence[float]]) -> tuple[Vector, float]:
        middle, step = np.zeros(self.dimensions), self.step
        for generation, fitness in enumerate(history):
            made, steps = self._offspring(generation, middle, step)
            # A stable sort: of equals the first is taken, on every machine.
            best = np.argsort(-np.asarray(fitness), kind="stable")[: self.parents]
            middle, step = made[best].mean(axis=0), float(np.exp(np.log(steps[best]).mean()))
        return middle, step

    def _offspring(self, generation: int, middle: Vector, step: float) -> tuple[Vector, Vector]:
        rng = np.random.default_rng([self.seed, generation])
        rate = 1.0 / math.sqrt(self.dimensions)
        steps = step * np.exp(rate * rng.standard_normal(self.offspring))
        changes = rng.standard_normal((self.offspring, self.dimensions))
        return middle + steps[:, np.newaxis] * changes, steps
