"""The findings of a search as frozen values; nothing above ``mcts`` sees a node."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class MoveStats(NamedTuple):
    """One move of the side to move. Values and scores are from its point of view.

    ``value`` and ``rave_value`` are means in [0, 1] of the simulations alone, 0.5 without any;
    ``prior`` is the value the move started with; ``score`` is the mean final lead in points, komi
    included; ``score_stdev`` is the standard deviation of the leads of this search's simulations.
    ``proven`` says whether the move is known to win (True) or to lose (False) with best play;
    ``bounds`` are the least and the greatest lead in points, komi included, that best play can
    bring after it, None where nothing is known. ``policy`` is the probability of the move by a
    network that leads the search, 0 without one.
    """

    point: int
    visits: int
    value: float
    rave_visits: int
    rave_value: float
    prior: float
    prior_weight: float
    score: float
    score_stdev: float = 0.0
    proven: bool | None = None
    bounds: tuple[float, float] | None = None
    policy: float = 0.0

    def is_cut(self, sure: float) -> bool:
        """Return whether this move cannot bring more than ``sure`` points and may bring less."""
        return self.bounds is not None and self.bounds[1] <= sure and self.bounds[0] < sure


@dataclass(frozen=True, slots=True, eq=False)
class SearchReport:
    """The root after (or during) a search.

    ``visits`` counts the simulations kept from earlier searches too, ``simulations`` only the
    simulations of this one; ``seconds`` is the time of this search. ``value`` and ``score`` are for
    ``to_play``; ``value`` is a win rate to which the score adds a little (parameter
    ``score_weight``). ``ownership`` has shape (size, size), row 0 at the bottom: +1 a point that
    was Black's at the end of every simulation of this search, -1 White's, 0 without simulations.
    ``pv`` starts with the most visited move. ``stopped_by`` names the limit that ended the search.
    ``score_stdev`` is the standard deviation of the leads of this search's simulations.
    ``criticality`` says how much more often than by chance the winner of a simulation of this
    search owned each point (Coulom 2009): in [-0.5, 0.5], shaped like ``ownership``, empty where
    nobody counted.
    """

    to_play: int
    size: int
    moves: tuple[MoveStats, ...]
    visits: int
    value: float
    score: float
    simulations: int
    seconds: float
    ownership: npt.NDArray[np.float32]
    pv: tuple[int, ...]
    nodes: int
    memory_bytes: int
    mean_depth: float
    mean_length: float
    tree_full: bool
    stopped_by: str
    score_stdev: float = 0.0
    criticality: npt.NDArray[np.float32] = field(
        default_factory=lambda: np.zeros((0, 0), np.float32)
    )

    def sure_lead(self) -> float:
        """Return the greatest lead that a move is known to bring with best play; -inf for none."""
        return max((m.bounds[0] for m in self.moves if m.bounds is not None), default=-math.inf)

    def stats_of(self, point: int) -> MoveStats | None:
        """Return the statistics of a move, None when it is not among the moves searched."""
        return next((stats for stats in self.moves if stats.point == point), None)

    def after(self, earlier: SearchReport) -> SearchReport:
        """Return this report of a search that went on from ``earlier`` as the report of both.

        Simulations, seconds, ownership and the spread of the score are then of both;
        ``moves`` keep the spreads of this one, and ``criticality`` is this one's.
        """
        simulations = earlier.simulations + self.simulations
        share = self.simulations / max(1, simulations)
        ownership = (1.0 - share) * earlier.ownership + share * self.ownership
        ownership.flags.writeable = False
        variance = (1.0 - share) * earlier.score_stdev**2 + share * self.score_stdev**2
        return replace(
            self,
            simulations=simulations,
            seconds=earlier.seconds + self.seconds,
            ownership=ownership,
            score_stdev=math.sqrt(variance),
        )
