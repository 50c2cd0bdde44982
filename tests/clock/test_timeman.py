"""Time settings, and what reports and moves do to a clock."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.clock.timeman import (
    KATA_TIME_KINDS,
    UNLIMITED,
    Clock,
    TimeSettings,
    TimeSystem,
    byoyomi_settings,
    fischer_settings,
    gtp_settings,
    parse_time_settings,
)


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


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("none", UNLIMITED),
        ("absolute 600", TimeSettings(TimeSystem.ABSOLUTE, 600)),
        ("absolute 0", UNLIMITED),
        ("byoyomi 300 30 5", TimeSettings(TimeSystem.BYOYOMI, 300, 30, periods=5)),
        ("byoyomi 300 30 0", TimeSettings(TimeSystem.ABSOLUTE, 300)),
        ("byoyomi 300 0 5", TimeSettings(TimeSystem.ABSOLUTE, 300)),
        ("Canadian 300 30.5 25", TimeSettings(TimeSystem.CANADIAN, 300, 30.5, 25)),
        ("fischer 120 10", TimeSettings(TimeSystem.FISCHER, 120, increment=10)),
        ("fischer 120 0", TimeSettings(TimeSystem.ABSOLUTE, 120)),
        ("fischer-capped 120 10 -1 -1", TimeSettings(TimeSystem.FISCHER, 120, increment=10)),
        (
            "fischer-capped 120 10 300 60 left over",
            TimeSettings(TimeSystem.FISCHER, 120, increment=10, main_limit=300, move_limit=60),
        ),
        ("fischer 0 0", UNLIMITED),
    ],
)
def test_time_settings_of_kgs_and_kata(text: str, settings: TimeSettings) -> None:
    kind, *args = text.split()
    assert parse_time_settings(kind, args) == settings
    assert kind.lower() in KATA_TIME_KINDS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hourglass 60", "expected one of none, absolute"),
        ("byoyomi 300 30", "byoyomi MAIN_TIME PERIOD_TIME PERIODS"),
        ("absolute", "absolute MAIN_TIME"),
        ("canadian 300 x 5", "PERIOD_TIME must be a number, not 'x'"),
        ("fischer nan 3", "MAIN_TIME must be a number"),
        ("fischer 1_0 3", "MAIN_TIME must be a number"),
    ],
)
def test_wrong_settings_are_refused_with_what_is_expected(text: str, expected: str) -> None:
    kind, *args = text.split()
    with pytest.raises(ValueError, match=expected):
        parse_time_settings(kind, args)


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


def test_byoyomi_loses_the_periods_that_are_used_up() -> None:
    clock = Clock.start(byoyomi_settings(10, 5, 4))
    clock = clock.spend(9)
    assert (clock.left, clock.periods_left) == (1, 0)
    clock = clock.spend(4)  # 3 s into the first period, which begins anew
    assert (clock.left, clock.periods_left) == (5, 4)
    clock = clock.spend(4.9)
    assert (clock.left, clock.periods_left) == (5, 4)
    clock = clock.spend(11)
    assert (clock.left, clock.periods_left) == (5, 2)
    assert clock.in_overtime


def test_fischer_adds_after_the_move_up_to_the_limit() -> None:
    clock = Clock.start(fischer_settings(10, 3, 11))
    assert clock.left == 10
    clock = clock.spend(1)
    assert clock.left == 11
    assert clock.spend(5).left == 9
    assert Clock.start(fischer_settings(0, 3)).left == 3
    # A report above the limit stands; the limit only takes increments.
    assert clock.report(20.5, 0).spend(2).left == 18.5


def test_reports_replace_what_was_counted() -> None:
    clock = Clock.start(gtp_settings(600, 300, 25)).report(17.5, 3)
    assert (clock.left, clock.stones_left) == (17.5, 3)
    assert clock.report(-2, 0) == Clock(clock.settings, 0, 0)
    japanese = Clock.start(byoyomi_settings(600, 30, 5)).report(12.5, 3)
    assert (japanese.left, japanese.stones_left, japanese.periods_left) == (12.5, 0, 3)
    assert japanese.report(50.5, 0).in_overtime is False
    # A period that is used up, or more than that, is followed by the next one.
    for seconds in (0, -1):
        late = japanese.report(seconds, 3)
        assert (late.left, late.periods_left) == (30, 2)
    assert japanese.report(-1, 1).left == 0
    assert Clock.start(fischer_settings(60, 5)).report(42.5, 0).left == 42.5


def test_whole_seconds_are_not_trusted_where_the_own_count_is_lower() -> None:
    clock = Clock.start(gtp_settings(600, 0, 0)).spend(589.4)
    assert clock.left == pytest.approx(10.6)
    assert clock.report(11, 0).left == pytest.approx(10.6)
    assert clock.report(10, 0).left == 10
    assert clock.report(10.9, 0).left == 10.9
    assert clock.report(20, 0).left == 20


def test_a_report_without_settings_is_a_limit() -> None:
    assert Clock.start(UNLIMITED).report(0, 0) == Clock.start(UNLIMITED)
    absolute = Clock.start(UNLIMITED).report(60, 0)
    assert absolute.settings.system is TimeSystem.ABSOLUTE
    canadian = Clock.start(UNLIMITED).report(60, 5)
    assert (canadian.left, canadian.stones_left) == (60, 5)
    overtime = absolute.report(30, 2)
    assert (overtime.settings.system, overtime.stones_left) == (TimeSystem.CANADIAN, 2)


@given(
    kind=st.sampled_from(KATA_TIME_KINDS),
    numbers=st.lists(st.floats(-10, 1e4), min_size=4, max_size=4),
    moves=st.lists(st.floats(0, 500), max_size=20),
)
def test_no_clock_ever_shows_a_wrong_time(
    kind: str, numbers: list[float], moves: list[float]
) -> None:
    settings = parse_time_settings(kind, [str(number) for number in numbers])
    clock = Clock.start(settings)
    for seconds in moves:
        clock = clock.spend(seconds)
        assert 0 <= clock.left < math.inf
        assert clock.settings == settings
        assert 0 <= clock.stones_left <= settings.stones
        assert 0 <= clock.periods_left <= settings.periods
