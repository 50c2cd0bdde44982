"""The measurement of a round trip: what travels is a job, and what is timed is its trip."""

from __future__ import annotations

import pytest
from gtpengine.tools.research.round_trip import BATCHES, DEPTH, job, pickled, simulation, timed


def test_the_job_has_one_simulation_below_the_root() -> None:
    order, answer = job(7)
    assert order.task is not None and len(order.task.moves) == DEPTH
    assert (order.simulations, answer.simulations, answer.number) == (1, 1, order.task.number)
    assert answer.news is not None and answer.news.table()[0]["visits"] == 1


def test_each_batch_does_it_so_often() -> None:
    done = []
    found = timed(lambda: done.append(1), 3)
    assert len(done) == 1 + 3 * BATCHES
    assert 0.0 < found.mean < 1.0 and found.error >= 0.0


@pytest.mark.parametrize("measure", [pickled, simulation])
def test_a_trip_and_a_simulation_take_some_time(measure: object) -> None:
    assert callable(measure)
    found = measure(7, 5)
    assert 1e-7 < found.mean < 1.0
    assert str(found).endswith(" µs")
