"""What the schedules of RAVE that do not play by default have in common."""

import math

import pytest

from tests.lab.techniques.amaf.rave_shares import share

SCHEDULES = ["hand-selected", "linear", "constant", "max"]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_without_visits_rave_is_all_there_is(schedule: str) -> None:
    assert share(schedule, 200.0, 0, 3) == 1.0


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_no_rave_without_samples_or_with_k_0(schedule: str) -> None:
    assert share(schedule, 200.0, 10, 0) == 0.0
    assert share(schedule, 0.0, 10, 10) == 0.0


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_exploration_comes_on_top(schedule: str) -> None:
    plain = share(schedule, 200.0, 50, 5)
    assert share(schedule, 200.0, 50, 5, exploration=1.0) == pytest.approx(
        plain + math.sqrt(math.log(100.0) / 50)
    )
