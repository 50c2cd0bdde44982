"""The schedules of RAVE that do not play by default: the share of the RAVE mean in the score."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.probe import ROOT_INDEX, TreeProbe
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams

SCHEDULES = ["hand-selected", "linear", "constant", "max"]


def share(schedule: str, k: float, visits: int, rave_visits: int, **values: float) -> float:
    """The score of a child that always lost, and whose RAVE mean is 1."""
    tree = TreeProbe(100)
    first = tree.add_children(ROOT_INDEX, [11])
    tree.update(ROOT_INDEX, 0.5, times=99)  # exploration takes the logarithm of one more
    tree.update(first, 0.0, times=visits)
    tree.update_amaf(first, 1.0, times=rave_visits)
    params = SearchParams(rave_schedule=schedule, rave_equivalence=k, **values)
    return tree.score(first, params)


def test_hand_selected() -> None:
    # sqrt(k / (3 n + k)): a half at n = k by definition.
    assert share("hand-selected", 1000.0, 1000, 50) == pytest.approx(0.5)
    assert share("hand-selected", 1000.0, 10, 1) == pytest.approx(math.sqrt(1000 / 1030))


def test_linear() -> None:
    assert share("linear", 200.0, 50, 1) == pytest.approx(0.75)
    assert share("linear", 200.0, 500, 1) == 0.0


def test_constant() -> None:
    for visits in (1, 10, 10_000):
        assert share("constant", 200.0, visits, 1, amaf_share=0.3) == pytest.approx(0.3)


def test_max_takes_the_greater_of_the_two_means() -> None:
    # A child that always lost, with a RAVE mean of 1; and one that always won, with one of 0.
    assert share("max", 200.0, 1000, 1) == 1.0
    tree = TreeProbe(100)
    first = tree.add_children(ROOT_INDEX, [11])
    tree.update(first, 1.0, times=2)
    tree.update_amaf(first, 0.0, times=1000)
    assert tree.score(first, SearchParams(rave_schedule="max")) == 1.0


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


def test_delta_rave_max_takes_the_greater_mean_at_its_rate() -> None:
    # The greater of the means of the first child is 1; mixed, it is behind the second.
    params = SearchParams(rave_schedule="max", rave_max_rate=0.3, rave_equivalence=100.0)
    search = SearchProbe(params, Position(9))
    first, second = search.expand((ROOT,), [21, 22])
    search.update(first, 0.0, times=1000)
    search.update_amaf(first, 1.0, times=10)
    search.update(second, 0.8, times=1000)
    followed = [search.select((ROOT,), seed) for seed in range(2000)]
    assert followed.count(first) / 2000 == pytest.approx(0.3, abs=0.04)
