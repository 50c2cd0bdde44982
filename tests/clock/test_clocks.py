"""Whole games under a clock that is virtual: flags, use of the time, and what is learned."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_ext.coords import BLACK, WHITE
from gtpengine.clock.clocks import Clocks, Delays
from gtpengine.clock.timeman import gtp_settings, parse_time_settings
from gtpengine.config.options import EngineOptions
from gtpengine.programs.game_clock import GameClock as Referee
from gtpengine.programs.game_clock import TimeControl

CONTROLS = ["60", "5", "5+2/10", "60+30/25", "0+5/1", "0+10/10", "4+5x1", "60+5x10", "0+3x2",
            "60+3", "5+0.2", "10+2<12", "2/move", "0.5/move"]  # fmt: skip


def start(control: TimeControl) -> Clocks:
    clocks = Clocks()
    first = control.settings()[0].split()
    if first[0] == "time_settings":
        main, period, stones = (float(word) for word in first[1:])
        clocks.set(gtp_settings(main, period, int(stones)))
    else:
        clocks.set(parse_time_settings(first[1], first[2:]))
    return clocks


def play(text: str, size: int, seed: int, lag: float, late: float, report: str) -> float:
    """One player's moves of a game; the share of the sensible time that was used."""
    control = TimeControl.parse(text)
    clocks, referee, options = start(control), Referee(control), EngineOptions()
    rng = random.Random(seed)
    moves = rng.randint(int(0.25 * size**2), int(0.45 * size**2))
    used = 0.0
    for number in range(moves):
        left = referee.time_left(True)
        if report != "none" and left is not None:
            seconds = left[0] if report == "exact" else float(int(left[0]))
            clocks.report(BLACK, seconds, left[1])
        budget = clocks.budget(BLACK, size, 2 * number, options)
        assert budget is not None
        planned = rng.choice([0.6 * budget.aim if budget.saves else budget.aim, budget.aim,
                              rng.uniform(budget.aim, budget.most), budget.most])  # fmt: skip
        lateness = rng.uniform(0.0, late)
        in_time = referee.spend(planned + lateness + rng.uniform(0.5, 1.0) * lag)
        assert in_time, f"{text}: flag at move {number}, {planned=} {lateness=} {left=}"
        used += planned
        clocks.moved(BLACK, planned + lateness, lateness, options.lag)
    return used / control.sensible(moves, size, options.lag)


@pytest.mark.parametrize("report", ["exact", "whole", "none"])
@pytest.mark.parametrize("text", CONTROLS)
def test_no_flag_falls_and_the_clock_is_used(text: str, report: str) -> None:
    shares = [play(text, 9, seed, 0.01, 0.02, report) for seed in range(40)]
    if report == "exact":
        assert sum(shares) / len(shares) >= 0.8


@pytest.mark.parametrize(
    ("text", "late"), [("2", 0.03), ("5", 0.06), ("1+1/10", 0.06), ("0.5+0.1", 0.1)]
)
def test_what_every_move_loses_is_kept_back(text: str, late: float) -> None:
    """A busy machine takes a part of every move, of a clock of a few seconds as much as half."""
    for seed in range(60):
        play(text, 9, seed, 0.01, late, "exact")


@settings(max_examples=60)
@given(
    text=st.sampled_from(["60", "60+30/25", "60+5x10", "0+3x2", "60+3", "2/move", "0+10/5"]),
    size=st.integers(5, 19),
    seed=st.integers(0, 10**6),
    lag=st.floats(0, 0.05),
    late=st.floats(0, 0.09),
)
def test_delays_within_the_lag_never_cost_the_game(
    text: str, size: int, seed: int, lag: float, late: float
) -> None:
    play(text, size, seed, lag, late, "exact")


def test_the_lag_is_learned_from_reports() -> None:
    delays = Delays()
    assert delays.lag_each(0.2) == pytest.approx(0.2)
    for _ in range(16):
        delays = delays.with_lag(0.0)
    assert delays.lag_each(0.2) == pytest.approx(0.04)
    assert Delays().with_lag(-5.0).lag_each(0.2) == 0.0

    clocks = Clocks()
    clocks.set(gtp_settings(100, 0, 0))
    left = 100.0
    for _ in range(20):
        clocks.report(BLACK, left, 0)
        clocks.report(WHITE, 50.5, 0)
        clocks.moved(BLACK, 1.0, 0.0, 0.15)
        left -= 1.3
    assert clocks.delays.lag_each(0.15) == pytest.approx(0.3, rel=0.1)


@pytest.mark.parametrize("jump", [-600.0, 600.0])
def test_a_clock_that_is_set_by_hand_teaches_no_lag(jump: float) -> None:
    clocks = Clocks()
    clocks.set(gtp_settings(1000, 0, 0))
    clocks.report(BLACK, 1000, 0)
    clocks.moved(BLACK, 5.0, 0.0, 0.15)
    clocks.report(BLACK, 994.7 + jump, 0)
    assert clocks.delays.lag_each(0.15) == 0.15
    assert clocks[BLACK].left == 994.7 + jump


def test_without_reports_the_lag_is_taken_from_the_clock() -> None:
    clocks = Clocks()
    clocks.set(gtp_settings(100, 0, 0))
    clocks.moved(BLACK, 2.0, 0.0, 0.5)
    assert clocks[BLACK].left == pytest.approx(97.5)
    assert clocks[WHITE].left == 100


def test_a_late_machine_gets_shorter_searches() -> None:
    clocks, options = Clocks(), EngineOptions()
    clocks.set(gtp_settings(0, 5, 1))
    before = clocks.budget(BLACK, 9, 10, options)
    clocks.moved(BLACK, 4.0, 0.8, options.lag)
    after = clocks.budget(BLACK, 9, 10, options)
    assert before is not None
    assert after is not None
    assert after.most == pytest.approx(before.most - 0.8)
    for _ in range(60):
        clocks.moved(BLACK, 4.0, 0.0, options.lag)
    calm = clocks.budget(BLACK, 9, 10, options)
    assert calm is not None
    assert calm.most == pytest.approx(before.most, abs=0.01)


@pytest.mark.parametrize("text", ["absolute 600", "byoyomi 0 30 5", "canadian 0 30 1"])
def test_one_stop_of_the_machine_does_not_spoil_what_follows(text: str) -> None:
    """A laptop that slept, Ctrl-Z, a paused virtual machine: a move that is ten minutes late."""
    kind, *words = text.split()
    clocks, options = Clocks(), EngineOptions()
    clocks.set(parse_time_settings(kind, words))
    clocks.moved(BLACK, 2.0, 0.0, options.lag)
    before = clocks.budget(BLACK, 19, 40, options)
    clocks.moved(BLACK, 602.0, 600.0, options.lag)
    if kind == "absolute":
        clocks.report(BLACK, 596.0, 0)  # the controller was asleep as well
    elif kind == "byoyomi":
        clocks.report(BLACK, 30.0, 5)
    clocks.moved(BLACK, 2.0, 0.0, options.lag)
    after = clocks.budget(BLACK, 19, 44, options)
    assert before is not None and after is not None
    assert after.aim >= 0.7 * before.aim
    # Nor the next game, on a small clock.
    clocks.set(gtp_settings(60, 0, 0))
    blitz = clocks.budget(BLACK, 9, 0, options)
    assert blitz is not None and blitz.aim > 0.3


def test_periods_that_are_whole_again_teach_no_lag() -> None:
    clocks = Clocks()
    clocks.set(parse_time_settings("byoyomi", ["0", "30", "3"]))
    for _ in range(50):
        clocks.report(BLACK, 30, 3)
        clocks.moved(BLACK, 20.0, 0.0, 0.15)
    assert clocks.delays.lag_each(0.15) == 0.15
    clocks.set(gtp_settings(0, 10, 1))
    for _ in range(50):
        clocks.report(BLACK, 10, 1)
        clocks.moved(BLACK, 5.0, 0.0, 0.15)
    assert clocks.delays.lag_each(0.15) == 0.15


@pytest.mark.parametrize("report", [(0.0, 1), (0.0, 25), (-2.0, 25)])
def test_an_absolute_clock_at_zero_stays_a_clock(report: tuple[float, int]) -> None:
    """Some controllers count stones where there is no overtime."""
    clocks, options = Clocks(), EngineOptions()
    clocks.set(gtp_settings(10, 0, 0))
    clocks.report(BLACK, *report)
    budget = clocks.budget(BLACK, 9, 40, options)
    assert budget is not None and budget.most <= 0.01
    clocks.report(BLACK, 4.0, 0)
    assert clocks[BLACK].left == 4.0


def test_a_new_game_keeps_what_was_learned() -> None:
    clocks = Clocks()
    clocks.set(gtp_settings(100, 0, 0))
    clocks.moved(BLACK, 1.0, 0.4, 0.1)
    clocks.restart()
    assert clocks[BLACK].left == 100
    assert clocks.delays.lateness == 0.4
