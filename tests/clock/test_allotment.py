"""How much of a clock a move may take."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.clock.allotment import (
    MAX_SECONDS,
    MIN_SECONDS,
    TimeBudget,
    TimePolicy,
    allot,
    own_moves_left,
    share_of_move,
    weight,
)
from gtpengine.clock.timeman import (
    KATA_TIME_KINDS,
    UNLIMITED,
    Clock,
    TimeSystem,
    byoyomi_settings,
    fischer_settings,
    gtp_settings,
    parse_time_settings,
)
from gtpengine.config.options import EngineOptions

POLICY = TimePolicy(EngineOptions(), lag=0.1, lag_each=0.02)


def policy_with(**values: float) -> TimePolicy:
    return dataclasses.replace(POLICY, options=EngineOptions(**values))


def budget_of(clock: Clock, size: int = 19, move_number: int = 0) -> TimeBudget:
    budget = allot(clock, size, move_number, POLICY)
    assert budget is not None
    return budget


def flag(clock: Clock) -> float:
    """Seconds until the player of ``clock`` has lost, moving once."""
    limits = clock.settings
    if clock.stones_left:
        return clock.left
    if clock.periods_left:
        return clock.left + (clock.periods_left - 1) * limits.period
    periods = limits.periods if limits.system is TimeSystem.BYOYOMI else 1
    return min(clock.left + periods * limits.period, limits.move_limit)


def test_no_limit_no_budget() -> None:
    assert allot(Clock.start(UNLIMITED), 19, 0, POLICY) is None


def test_one_stone_gets_nearly_the_whole_period_but_not_the_main_time() -> None:
    limits = gtp_settings(3600, 10, 1)
    budget = budget_of(Clock(limits, 10, 1), 19, 100)
    assert 9.8 < budget.aim == budget.most < 10
    assert not budget.saves
    early = budget_of(Clock.start(limits))
    assert early.aim > 10
    assert early.most < 200
    assert early.saves


def test_a_move_takes_no_more_than_a_day() -> None:
    for limits in (gtp_settings(1e300, 0, 0), gtp_settings(0, 1e12, 1), fischer_settings(1e9, 1e9)):
        budget = budget_of(Clock.start(limits))
        assert budget.aim <= budget.most == MAX_SECONDS


def test_a_few_stones_share_what_is_left() -> None:
    budget = budget_of(Clock(gtp_settings(600, 60, 5), 60, 5), 19, 100)
    assert 11 < budget.aim < 12
    assert budget.aim < budget.most < 60


def test_a_spare_period_may_be_spent_but_not_in_the_opening() -> None:
    clock = Clock(byoyomi_settings(600, 30, 3), 30, periods_left=3)
    hard = budget_of(clock, 19, 100)
    assert 29 < hard.aim < 30
    assert 59 < hard.most < 60
    assert budget_of(clock, 19, 4).most < 30
    last = dataclasses.replace(clock, periods_left=1)
    assert budget_of(last, 19, 100).most < 30


def test_main_time_is_spent_before_a_slow_overtime_and_saved_for_a_fast_one() -> None:
    slow = budget_of(Clock.start(byoyomi_settings(300, 60, 5)))
    fast = budget_of(Clock.start(byoyomi_settings(300, 1, 5)))
    absolute = budget_of(Clock.start(gtp_settings(300, 0, 0)))
    assert slow.aim == pytest.approx(2.7 * 59.9)
    assert absolute.aim * 0.9 < fast.aim < 4
    # The end of the main time is no obstacle.
    ending = budget_of(Clock(byoyomi_settings(300, 60, 5), 5.0), 19, 100)
    assert ending.aim == pytest.approx(64.9)


def test_fischer_spends_what_it_gets_and_more_while_there_is_more() -> None:
    limits = fischer_settings(300, 10)
    assert budget_of(Clock(limits, 300.0), 19, 80).aim > 10
    assert 8 < budget_of(Clock(limits, 10.5), 19, 200).aim < 10.45
    tiny = budget_of(Clock(fischer_settings(300, 0.01), 5.0), 19, 200)
    assert tiny.most < 3


def test_a_capped_fischer_clock_wastes_no_increment() -> None:
    limits = fischer_settings(300, 30, 300, 60)
    full = budget_of(Clock(limits, 300.0), 19, 300)
    assert full.aim >= 30
    assert not full.saves
    assert full.most < 60
    long = fischer_settings(36000, 30, -1, 20)
    assert budget_of(Clock(long, 36000.0)).aim == pytest.approx(19.9)


def test_short_periods_are_used() -> None:
    policy = TimePolicy(EngineOptions(), lag=1.0, lag_each=1.0)
    budget = allot(Clock.start(gtp_settings(0, 0.2, 1)), 9, 0, policy)
    assert budget is not None
    assert budget.aim == budget.most == pytest.approx(0.1)
    assert not budget.saves


def test_the_middle_game_gets_more() -> None:
    clock = Clock.start(gtp_settings(600, 0, 0))
    flat = policy_with(time_middle=1.0)
    assert weight(19, 0, POLICY) == 1.0
    assert weight(19, 80, POLICY) == 1.5
    assert weight(19, 300, POLICY) == 1.0
    first, even = allot(clock, 19, 0, POLICY), allot(clock, 19, 0, flat)
    middle, flat_middle = allot(clock, 19, 80, POLICY), allot(clock, 19, 80, flat)
    assert first is not None
    assert even is not None
    assert middle is not None
    assert flat_middle is not None
    assert first.aim < even.aim
    assert middle.aim > flat_middle.aim


@given(
    size=st.integers(2, 19),
    move_number=st.integers(0, 1000),
    middle=st.floats(1, 10),
    begin=st.floats(0, 1),
    end=st.floats(0, 1),
)
def test_shares_are_parts(
    size: int, move_number: int, middle: float, begin: float, end: float
) -> None:
    policy = policy_with(time_middle=middle, time_middle_from=begin, time_middle_to=end)
    assert own_moves_left(size, move_number, policy) >= 4
    assert 0 < share_of_move(size, move_number, policy) < 1
    assert 1 <= weight(size, move_number, policy) <= middle


clocks = st.builds(
    lambda kind, numbers: Clock.start(parse_time_settings(kind, [str(n) for n in numbers])),
    st.sampled_from(KATA_TIME_KINDS),
    st.tuples(
        st.one_of(st.just(0.0), st.floats(0.01, 1e5)),
        st.floats(0, 1e3),
        st.one_of(st.integers(1, 50), st.just(500)),
        st.floats(1, 1e3),
    ),
)
policies = st.builds(
    TimePolicy,
    options=st.builds(
        EngineOptions,
        time_lag_share=st.floats(0.1, 0.9),
        time_game_length=st.floats(0.2, 2),
        time_middle=st.floats(1, 5),
        time_stretch=st.floats(1, 10),
        time_overtime_ratio=st.floats(1, 5),
    ),
    lag=st.floats(0, 1),
    lag_each=st.floats(0, 0.5),
)


@given(
    clock=clocks,
    policy=policies,
    size=st.integers(2, 19),
    moves=st.lists(st.floats(0, 1), max_size=60),
)
def test_no_budget_reaches_the_flag(
    clock: Clock, policy: TimePolicy, size: int, moves: list[float]
) -> None:
    """Each move takes any part of the hard limit, or nearly the whole of it."""
    for number, part in enumerate(moves):
        budget = allot(clock, size, 2 * number, policy)
        if budget is None:
            assert clock.settings.system is TimeSystem.NONE
            return
        assert 0 <= budget.aim <= budget.most
        allowed = flag(clock)
        reserve = min(policy.lag, policy.options.time_lag_share * clock_unit(clock))
        assert budget.most <= max(allowed - reserve, MIN_SECONDS) * (1 + 1e-9)
        clock = clock.spend(min(budget.most * part, allowed))


def clock_unit(clock: Clock) -> float:
    """The time that the lag is taken from: the smallest that runs."""
    if clock.in_overtime:
        return clock.left
    limits = clock.settings
    return min(limits.period or clock.left, limits.move_limit)


@given(size=st.integers(5, 19), main=st.floats(5, 1e5), lag=st.floats(0, 0.05))
def test_absolute_time_outlasts_any_game_and_is_used(size: int, main: float, lag: float) -> None:
    policy = TimePolicy(EngineOptions(), lag=0.1, lag_each=lag)
    clock = Clock.start(gtp_settings(main, 0, 0))
    length = int(policy.options.time_game_length * size * size)
    for move_number in range(0, 2 * size * size, 2):
        if move_number in (length, length + 1):
            reserve = policy.lag + lag * size * size / 2
            assert clock.left < 0.2 * main + reserve
        budget = allot(clock, size, move_number, policy)
        assert budget is not None
        clock = clock.spend(budget.aim)
    assert clock.left > 0
