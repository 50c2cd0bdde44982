"""How fast a slot of this machine is, so that clocks mean the same on each machine.

A time control of a shared run is meant for a machine that makes ``REFERENCE`` simulations a second
in the search below, with all slots of a worker busy. On another machine the clock runs longer or
shorter by the ratio of the speeds, as in fishtest and OpenBench, so that a move gets as many
simulations everywhere.
"""

from __future__ import annotations

import dataclasses
import statistics
import time
from typing import Final

from gtpengine.tools.running.runner import Pool, PoolWorker

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

REFERENCE: Final = 8000.0
"""Simulations a second of a slot for which time controls are meant."""

SIZE: Final = 13
SIMULATIONS: Final = 1000
ROUNDS: Final = 5

FARTHEST: Final = 8.0
"""A machine eight times as fast as the reference, or as slow, plays no shared games."""


@dataclasses.dataclass(frozen=True, slots=True)
class SpeedTask:
    """A search in one slot; the median of its rounds counts, in simulations a second."""

    simulations: int = SIMULATIONS

    def run(self, _worker: PoolWorker) -> float:
        """Search."""
        searcher = Searcher(SearchParams(), threads=1, memory_mb=32, seed=1)
        rates = []
        for _ in range(ROUNDS):
            searcher.set_position(Position(SIZE))
            begun = time.perf_counter()
            searcher.search(Limits(simulations=self.simulations))
            rates.append(self.simulations / (time.perf_counter() - begun))
        return statistics.median(rates)


def measured_speed(pool: Pool) -> float:
    """Return the simulations a second of a slot, with all of the pool's slots busy.

    :raises WorkerError: if a slot ends by itself
    """
    slots = pool.slots
    for _ in range(slots):
        pool.submit(SpeedTask())
    found: list[float] = []
    while len(found) < slots:
        for item in pool.wait(1.0):
            if item.error:
                raise RuntimeError(f"the search that measures the speed failed: {item.error}")
            found.append(item.result)
    return statistics.median(found)


def pace(speed: float) -> float:
    """Return how many times as long clocks run on a machine of this speed."""
    return REFERENCE / speed
