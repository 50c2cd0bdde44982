"""The time of a person: how it is drawn, and that the engine takes it and no more."""

from __future__ import annotations

import random
import statistics
import threading
import time

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.rules import CHINESE
from gtpengine.clock import timeman
from gtpengine.clock.allotment import TimeBudget
from gtpengine.session import pace
from gtpengine.session.engine import Engine


def position(moves: int = 20) -> Position:
    found = Position(9, CHINESE, 7.5)
    for k in range(moves):
        found.play(9 * (k % 9) + 2 * (k // 9), BLACK if k % 2 == 0 else WHITE)
    return found


def drawn(one: pace.Pace, count: int = 2000) -> list[float]:
    chance = random.Random(1)
    return [one.seconds(chance) for _ in range(count)]


def test_times_are_log_normal_around_the_median() -> None:
    times = drawn(pace.pace_of(position(), pace.USUAL, None))
    assert statistics.median(times) == pytest.approx(pace.MEDIAN, rel=0.1)
    tenths = statistics.quantiles(times, n=10)
    assert tenths[-1] / tenths[4] == pytest.approx(3.6, rel=0.15)
    assert max(times) <= pace.LONGEST


def test_one_move_in_mind_is_faster_than_many() -> None:
    forced, hard = (pace.pace_of(position(), entropy, None).median for entropy in (0.1, 3.0))
    assert hard > 2 * forced
    first = pace.pace_of(position(0), pace.USUAL, None).median
    assert first < pace.pace_of(position(20), pace.USUAL, None).median


def test_a_ladder_is_surer_than_an_empty_board() -> None:
    atari = Position(9, CHINESE, 7.5)
    for vertex in ("E5", "E6", "D6", "D5", "C5", "F5", "D4"):
        atari.play(vertex_to_point(vertex, 9))
    empty = Position(9, CHINESE, 7.5)
    assert pace.entropy_of(atari, -9.0) < pace.entropy_of(empty, -9.0) - 0.3


def test_a_clock_is_not_overrun() -> None:
    """The mean is what the clock allots, and no move takes longer than it allows."""
    one = pace.pace_of(position(), pace.USUAL, TimeBudget(1.0, 2.5))
    times = drawn(one)
    assert max(times) == 2.5 and statistics.mean(times) < 1.0
    calm = pace.pace_of(position(), pace.USUAL, TimeBudget(100.0, 500.0))
    assert calm == pace.pace_of(position(), pace.USUAL, None)


@pytest.fixture(name="engine")
def engine_fixture(monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setattr(pace, "MEDIAN", 2.0)
    monkeypatch.setattr(pace, "SPREAD", 0.0)
    monkeypatch.setattr(pace, "SHARE", 1.0)
    monkeypatch.setattr(pace, "SLOPE", 0.0)
    monkeypatch.setattr(pace, "OPENING", (0.0, 0.0))
    engine = Engine()
    engine.set_parameter("simulations", "10")
    engine.new_game(9)
    engine.genmove(BLACK)  # reads the network
    return engine


def took(engine: Engine, color: int) -> float:
    begin = time.monotonic()
    assert engine.genmove(color) != PASS
    return time.monotonic() - begin


def test_the_engine_waits_where_it_is_wanted(engine: Engine) -> None:
    assert took(engine, WHITE) < 1.95
    engine.set_parameter("human_pace", "true")
    assert took(engine, BLACK) >= 1.99
    begin = time.monotonic()
    engine.propose(WHITE)  # a hint does not wait
    assert time.monotonic() - begin < 1.95


def test_a_move_that_is_due_does_not_wait_and_the_next_one_searches(engine: Engine) -> None:
    pace.MEDIAN = 30.0  # type: ignore[misc]
    engine.set_parameter("human_pace", "true")
    timer = threading.Timer(0.4, engine.finish_move)
    timer.start()
    assert took(engine, WHITE) < 20.0
    engine.set_parameter("human_pace", "false")
    engine.set_parameter("simulations", "300")
    engine.genmove(BLACK)
    report = engine.last_search
    assert report is not None and report.simulations >= 300
    engine.set_parameter("human_pace", "true")
    engine.finish_quickly()
    assert took(engine, WHITE) < 20.0


def test_the_clock_bounds_the_wait(engine: Engine) -> None:
    pace.MEDIAN = 30.0  # type: ignore[misc]
    engine.set_time(timeman.byoyomi_settings(0.0, 1.0, 3))
    engine.set_parameter("human_pace", "true")
    assert took(engine, WHITE) < 1.0


def test_moves_of_a_book_take_time_too(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    engine.set_parameter("human_pace", "true")
    engine.new_game(9)
    monkeypatch.setattr(engine, "_book_move", lambda *_: vertex_to_point("E5", 9))
    assert took(engine, BLACK) >= 1.99


def test_damaged_data_cost_no_move(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> float:
        raise ValueError("damaged")

    monkeypatch.setattr(pace, "entropy_of", damaged)
    engine.set_parameter("human_pace", "true")
    assert took(engine, WHITE) < 20.0
