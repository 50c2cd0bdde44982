"""Time settings, clocks and budgets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.timeman import (
    MIN_SECONDS,
    UNLIMITED,
    Clock,
    TimeSettings,
    TimeSystem,
    allot,
    gtp_settings,
)

LAG = 0.1


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        ((0, 0, 0), UNLIMITED),
        ((0, 1, 0), UNLIMITED),
        ((600, 30, 0), UNLIMITED),
        ((600, 0, 0), TimeSettings(TimeSystem.ABSOLUTE, 600)),
        ((600, 0, 25), TimeSettings(TimeSystem.ABSOLUTE, 600)),
        ((0, 5, 1), TimeSettings(TimeSystem.CANADIAN, 0, 5, 1)),
        ((600, 300, 25), TimeSettings(TimeSystem.CANADIAN, 600, 300, 25)),
        ((-5, -5, -5), UNLIMITED),
        ((1.5, 0.25, 2), TimeSettings(TimeSystem.CANADIAN, 1.5, 0.25, 2)),
    ],
)
def test_meaning_of_time_settings(
    arguments: tuple[float, float, int], settings: TimeSettings
) -> None:
    assert gtp_settings(*arguments) == settings


def test_canadian_clock_runs_through_its_phases() -> None:
    clock = Clock.start(gtp_settings(10, 30, 3))
    assert (clock.left, clock.stones_left) == (10, 0)
    clock = clock.spend(8)
    assert (clock.left, clock.stones_left) == (2, 0)
    clock = clock.spend(5)  # 2 s of main time, 3 s of the first period
    assert (clock.left, clock.stones_left) == (27, 2)
    clock = clock.spend(20)
    assert (clock.left, clock.stones_left) == (7, 1)
    clock = clock.spend(6)
    assert (clock.left, clock.stones_left) == (30, 3)


def test_one_stone_periods_start_anew_after_each_move() -> None:
    clock = Clock.start(gtp_settings(0, 5, 1))
    for _ in range(3):
        assert (clock.left, clock.stones_left) == (5, 1)
        clock = clock.spend(4.9)


def test_reports_replace_what_was_counted() -> None:
    clock = Clock.start(gtp_settings(600, 300, 25)).report(17.5, 3)
    assert (clock.left, clock.stones_left) == (17.5, 3)
    assert clock.report(-2, 0) == Clock(clock.settings, 0, 0)


def test_a_report_without_settings_is_a_limit() -> None:
    assert Clock.start(UNLIMITED).report(0, 0) == Clock.start(UNLIMITED)
    absolute = Clock.start(UNLIMITED).report(60, 0)
    assert absolute.settings.system is TimeSystem.ABSOLUTE
    canadian = Clock.start(UNLIMITED).report(60, 5)
    budget = allot(canadian, 19, 0, LAG)
    assert budget is not None
    assert 10 < budget.aim < 12


def test_no_limit_no_budget() -> None:
    assert allot(Clock.start(UNLIMITED), 19, 0, LAG) is None


def test_one_stone_gets_nearly_the_whole_period_but_not_the_main_time() -> None:
    settings = gtp_settings(3600, 10, 1)
    budget = allot(Clock(settings, 10, 1), 19, 100, LAG)
    assert budget is not None
    assert 9.8 < budget.aim <= budget.most < 10
    early = allot(Clock.start(settings), 19, 0, LAG)
    assert early is not None
    assert early.aim > 10
    assert early.most < 200


def test_short_periods_are_used() -> None:
    budget = allot(Clock.start(gtp_settings(0, 0.2, 1)), 9, 0, 1.0)
    assert budget is not None
    assert budget.aim == pytest.approx(0.16)


@given(
    size=st.integers(2, 19),
    main=st.floats(0.01, 1e5),
    lag=st.floats(0, 1),
)
def test_absolute_time_outlasts_any_game(size: int, main: float, lag: float) -> None:
    clock = Clock.start(gtp_settings(main, 0, 0))
    for move_number in range(0, 3 * size * size, 2):
        before = clock.left
        budget = allot(clock, size, move_number, lag)
        assert budget is not None
        assert MIN_SECONDS <= budget.aim <= budget.most
        if before * 0.8 > MIN_SECONDS:
            assert budget.most < before
        clock = clock.spend(min(budget.aim, before / 2))
    assert clock.left > 0


@given(
    main=st.floats(0, 1e4),
    period=st.floats(0.1, 1e4),
    stones=st.integers(1, 50),
    lag=st.floats(0, 0.5),
    moves=st.integers(0, 400),
)
def test_canadian_time_is_never_overstepped(
    main: float, period: float, stones: int, lag: float, moves: int
) -> None:
    clock = Clock.start(gtp_settings(main, period, stones))
    for move in range(min(moves, 3 * stones)):
        budget = allot(clock, 19, 2 * move, lag)
        assert budget is not None
        if clock.stones_left:
            assert budget.most <= max(clock.left, MIN_SECONDS)
            assert budget.aim >= min(clock.left / clock.stones_left * 0.75, MIN_SECONDS)
        clock = clock.spend(budget.aim)
        assert clock.left > 0 or clock.stones_left
