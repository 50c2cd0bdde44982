"""What the weights of softmax playouts are changed for: the choices of ``--objective``.

``results``: playouts from a position win as often as a search says (simulation balancing, Silver
and Tesauro 2009; for 9x9 Go Huang, Coulom and Lin 2010). ``values``: the moves that a playout draws
are those that the search found good (Soemers, Piette, Stephenson and Browne 2019).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from gtpengine.lab.learning.softmax_balance import PlayoutBalancer
from gtpengine.lab.learning.softmax_policy import SoftmaxPolicy
from gtpengine.lab.learning.softmax_values import ValuePolicy
from gtpengine.lab.weights.playoutfile import PlayoutWeights

from .targets import KOMI, Target

Vector = npt.NDArray[np.float64]


class Objective(Protocol):
    """Something that the weights of a policy can be better or worse at."""

    measure: str
    """What ``look`` and ``judge`` measure."""

    @property
    def policy(self) -> SoftmaxPolicy: ...

    def look(self, target: Target, seed: int, /) -> tuple[float, Vector]:
        """Return the measure at a position, and the direction in which the log-gammas improve.

        Where nothing can be measured, these are NaN and zeros.
        """

    def judge(self, test: Sequence[Target]) -> Vector:
        """Return the measure at each position, NaN where there is none; shape (positions,)."""


class ResultsObjective:
    """The square of the difference between the win rates of playouts and of the search."""

    measure = "mean square error"

    def __init__(self, weights: PlayoutWeights, playouts: int) -> None:
        self.policy = PlayoutBalancer(weights)
        self._playouts = playouts

    def look(self, target: Target, seed: int, /) -> tuple[float, Vector]:
        value, found = self.policy.gradient(
            target.position, KOMI, target.value, self._playouts, seed
        )
        return (value - target.value) ** 2, found

    def judge(self, test: Sequence[Target]) -> Vector:
        """Return the measure at each position, less what the playouts' noise adds on average."""
        found, count = np.zeros(len(test)), 4 * self._playouts
        for i, target in enumerate(test):
            value, _ = self.policy.gradient(target.position, KOMI, target.value, count, i)
            found[i] = (value - target.value) ** 2 - value * (1.0 - value) / (count - 1)
        return found


class ValuesObjective:
    """The mean result, by the search, of the move that a playout draws."""

    measure = "mean value of the move drawn"

    def __init__(self, weights: PlayoutWeights, _playouts: int) -> None:
        self.policy = ValuePolicy(weights)

    def look(self, target: Target, _seed: int, /) -> tuple[float, Vector]:
        points = np.array([point for point, _ in target.moves], dtype=np.int16)
        values = np.array([value for _, value in target.moves])
        return self.policy.gradient(target.position, points, values)

    def judge(self, test: Sequence[Target]) -> Vector:
        """Return the measure at each position, NaN where a playout may play no visited move."""
        return np.array([self.look(target, 0)[0] for target in test])


OBJECTIVES: Final[dict[str, Callable[[PlayoutWeights, int], Objective]]] = {
    "results": ResultsObjective,
    "values": ValuesObjective,
}
"""Name -> the objective that begins with some weights and plays some games in a position."""
