"""Plans, and the loop that follows them, under a clock that does not run by itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import pytest

from board_ext.coords import BLACK
from gtpengine.clock.allotment import TimeBudget
from gtpengine.clock.thinking import (
    PASS_CHECK,
    ThinkingLimits,
    is_behind,
    make_plan,
    think,
    undecided,
)
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import IsWon, Limits, Stopper

CLOSE = [(40, 0.5), (35, 0.5)]
SPLIT = [(80, 0.5), (20, 0.55)]
CLEAR = [(80, 0.5), (20, 0.45)]


def report_of(moves: Sequence[tuple[int, float]], stopped_by: str = "time") -> SearchReport:
    stats = tuple(
        MoveStats(point, visits, value, 0, 0.5, 0.5, 8.0, 0.0)
        for point, (visits, value) in enumerate(moves)
    )
    return SearchReport(
        to_play=BLACK, size=9, moves=stats, visits=100, value=0.5, score=0.0, simulations=100,
        seconds=0.0, ownership=np.zeros((9, 9), dtype=np.float32), pv=(), nodes=1, memory_bytes=0,
        mean_depth=1.0, mean_length=50.0, tree_full=False, stopped_by=stopped_by,
    )  # fmt: skip


class Searching:
    """A search that takes exactly what it may, and finds one thing after the other."""

    def __init__(self, *found: SearchReport) -> None:
        self.found = list(found)
        self.time = 0.0
        self.simulations = 0
        self.calls: list[Limits] = []
        self.stoppers: list[int] = []

    def __call__(self, limits: Limits, stoppers: Sequence[Stopper]) -> SearchReport:
        self.calls.append(limits)
        self.stoppers.append(len(stoppers))
        seconds = limits.seconds or 0.0
        self.time += seconds
        simulations = limits.simulations or 100
        self.simulations += simulations
        found = self.found.pop(0) if len(self.found) > 1 else self.found[0]
        return dataclasses.replace(found, seconds=seconds, simulations=simulations)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (CLOSE, True),
        (SPLIT, True),
        (CLEAR, False),
        ([(80, 0.5)], False),
        ([(80, 0.5), (7, 0.9)], False),  # too few visits to be believed
        ([], False),
    ],
)
def test_undecided(moves: list[tuple[int, float]], expected: bool) -> None:
    assert undecided(report_of(moves), 1.5) is expected


def test_a_proven_win_is_decided_however_close_the_second_move() -> None:
    report = report_of(CLOSE)
    won = report.moves[0]._replace(proven=True)
    assert undecided(report, 1.5)
    assert not undecided(dataclasses.replace(report, moves=(won, *report.moves[1:])), 1.5)


def test_a_clear_move_takes_the_time_meant_for_it() -> None:
    search = Searching(report_of(CLEAR))
    report = think(search, ThinkingLimits(seconds=2.0, most_seconds=5.0), now=lambda: search.time)
    assert report is not None
    assert search.time == report.seconds == 2.0


def test_an_undecided_move_takes_more_until_it_is_clear() -> None:
    search = Searching(report_of(CLOSE), report_of(SPLIT), report_of(CLEAR))
    report = think(search, ThinkingLimits(seconds=2.0, most_seconds=5.0), now=lambda: search.time)
    assert report is not None
    assert report.seconds == 3.0
    assert report.moves[0].visits == 80


@pytest.mark.parametrize("used", [0.0, 0.7, 4.0, 9.0])
def test_the_hard_limit_includes_what_was_used_before(used: float) -> None:
    search = Searching(report_of(CLOSE))
    think(search, ThinkingLimits(seconds=2.0, most_seconds=5.0), used, now=lambda: search.time)
    assert search.time == pytest.approx(max(0.0, 5.0 - used), abs=0.011)


def test_a_search_that_was_stopped_is_not_continued() -> None:
    for reason in ("stop", "decided"):
        search = Searching(report_of(CLOSE, reason))
        think(search, ThinkingLimits(seconds=2.0, most_seconds=5.0))
        assert len(search.calls) == 1


def test_a_search_that_was_told_to_hurry_is_not_continued() -> None:
    for plan in (
        ThinkingLimits(simulations=1000, most_simulations=2000),
        ThinkingLimits(seconds=1, most_seconds=9),
    ):
        calls: list[Limits] = []

        def hurried(limits: Limits, _stoppers: Sequence[Stopper]) -> SearchReport:
            calls.append(limits)  # noqa: B023
            return dataclasses.replace(report_of(CLOSE, "simulations"), simulations=1)

        think(hurried, plan)
        assert len(calls) == 1


def test_hurry_ends_going_on() -> None:
    done = [1000, 250, 1, 1, 1]
    search = Searching(report_of(CLOSE, "simulations"))

    def hurried(limits: Limits, stoppers: Sequence[Stopper]) -> SearchReport:
        return dataclasses.replace(search(limits, stoppers), simulations=done.pop(0))

    report = think(hurried, ThinkingLimits(simulations=1000, most_simulations=2000))
    assert report is not None
    assert report.simulations == 1251
    assert done == [1, 1]


def test_fixed_simulations_are_kept_and_stretched_on_demand() -> None:
    search = Searching(report_of(CLOSE, "simulations"))
    think(search, ThinkingLimits(simulations=1000, most_simulations=1000), now=lambda: search.time)
    assert search.simulations == 1000
    search = Searching(report_of(CLOSE, "simulations"))
    report = think(
        search, ThinkingLimits(simulations=1000, most_simulations=2000), now=lambda: search.time
    )
    assert search.simulations == 2000
    assert report is not None
    assert report.simulations == 2000


def test_a_search_that_fails() -> None:
    assert (
        think(lambda _limits, _stoppers: None, ThinkingLimits(seconds=1.0, most_seconds=1.0))
        is None
    )
    found: list[SearchReport | None] = [report_of(CLOSE), None]
    report = think(
        lambda _limits, _stoppers: found.pop(0), ThinkingLimits(seconds=1.0, most_seconds=9.0)
    )
    assert report is not None


def test_early_stops_only_where_the_plan_allows() -> None:
    for allowed in (False, True):
        search = Searching(report_of(CLEAR))
        plan = ThinkingLimits(seconds=1.0, most_seconds=1.0, stop_early=allowed)
        think(search, plan, now=lambda: search.time)  # noqa: B023
        assert search.stoppers == [int(allowed)]


def test_a_game_that_looks_lost_is_thought_over_up_to_the_hard_limit() -> None:
    lost = [(80, 0.3), (20, 0.25)]
    for found, behind, expected in ((lost, 0.0, 2.0), (lost, 0.4, 5.0), (CLEAR, 0.4, 2.0)):
        search = Searching(report_of(found))
        plan = ThinkingLimits(seconds=2.0, most_seconds=5.0, behind=behind)
        think(search, plan, now=lambda: search.time)  # noqa: B023
        assert search.time == pytest.approx(expected, abs=0.011)
    # What is proven needs no more thought.
    report = report_of(lost)
    proven = dataclasses.replace(report, moves=(report.moves[0]._replace(proven=False),))
    assert is_behind(report, 0.4)
    assert not is_behind(proven, 0.4)


def test_a_won_game_is_not_thought_over() -> None:
    won = dataclasses.replace(report_of([(80, 0.95), (20, 0.9)]), simulations=1000)
    stop = IsWon(0.9)
    assert stop(won, Limits(seconds=5.0))
    assert not stop(dataclasses.replace(won, simulations=999), Limits(seconds=5.0))
    assert not stop(dataclasses.replace(report_of(CLEAR), simulations=1000), Limits(seconds=5.0))
    search = Searching(won)
    think(search, ThinkingLimits(seconds=1.0, most_seconds=1.0, won=0.9), now=lambda: search.time)
    assert search.stoppers == [1]


@pytest.mark.parametrize("saves", [False, True])
def test_being_behind_or_ahead_counts_where_time_is_saved(saves: bool) -> None:
    options = EngineOptions()
    options.assign("time_behind", 0.4)
    options.assign("time_won", 0.9)
    plan = make_plan(options, TimeBudget(1.0, 2.0, saves=saves), False)
    assert (plan.behind, plan.won) == ((0.4, 0.9) if saves else (0.0, 0.0))
    options.assign("simulations", 1000)
    plan = make_plan(options, None, False)
    assert (plan.behind, plan.won) == (0.0, 0.0)


@pytest.mark.parametrize("found", [CLEAR, CLOSE])
def test_a_fixed_time_is_used_up_unless_a_pass_is_at_stake(found: list[tuple[int, float]]) -> None:
    options = EngineOptions()
    options.assign("time_per_move", 5.0)
    late = make_plan(options, None, True)
    for at_stake, expected in ((False, 5.0), (True, 4.0)):
        search = Searching(report_of(found))
        think(search, late, 0.0, lambda: search.time, lambda _: at_stake)  # noqa: B023
        assert search.time == pytest.approx(expected, abs=0.011)


@pytest.mark.parametrize("found", [CLEAR, CLOSE])
@pytest.mark.parametrize("simulations", [1, 7, 1000, 4001])
def test_fixed_simulations_are_used_up_unless_a_pass_is_at_stake(
    found: list[tuple[int, float]], simulations: int
) -> None:
    options = EngineOptions()
    options.assign("simulations", simulations)
    late = make_plan(options, None, True)
    for at_stake in (False, True):
        search = Searching(report_of(found, "simulations"))
        think(search, late, look_is_needed=lambda _: at_stake)  # noqa: B023
        assert search.simulations == simulations - (late.kept if at_stake else 0)
    assert late.kept == simulations // 5


@pytest.mark.parametrize("for_pass", [False, True])
@pytest.mark.parametrize(
    ("found", "at_stake", "expected"),
    [(CLEAR, False, 10.0), (CLOSE, False, 20.0), (CLEAR, True, 8.0), (CLOSE, True, 8.0)],
)
def test_a_spare_period_goes_for_hard_decisions_only(
    found: list[tuple[int, float]], at_stake: bool, expected: float, for_pass: bool
) -> None:
    plan = make_plan(EngineOptions(), TimeBudget(10.0, 20.0, saves=False), for_pass)
    search = Searching(report_of(found))
    think(search, plan, 0.0, lambda: search.time, lambda _: at_stake)
    if not for_pass and at_stake:
        expected = 20.0 if found is CLOSE else 10.0
    assert search.time == pytest.approx(expected, abs=0.011)


def test_an_answer_to_a_pass_has_time_for_looks() -> None:
    options = EngineOptions()
    options.assign("time_per_move", 0.02)
    plan = make_plan(options, None, True, least=250)
    assert (plan.seconds, plan.aside, plan.most_seconds) == pytest.approx((0.1, 0.4, 0.5))
    options.assign("time_per_move", 10.0)
    plan = make_plan(options, None, True, least=250)
    assert (plan.seconds, plan.aside, plan.most_seconds) == pytest.approx((8.0, 2.0, 10.0))
    clock = make_plan(EngineOptions(), TimeBudget(0.02, 0.06), True, least=250)
    assert (clock.seconds, clock.aside, clock.most_seconds) == pytest.approx((0.03, 0.03, 0.06))


def test_plans() -> None:
    options = EngineOptions()
    options.assign("default_simulations", 77)
    assert make_plan(options, None, False).limits == Limits(77, None)
    assert make_plan(options, None, False, least=250).limits == Limits(250, None)
    assert make_plan(options, None, False, least=50).limits == Limits(77, None)

    plan = make_plan(options, TimeBudget(2.0, 5.0), False)
    assert (plan.seconds, plan.most_seconds, plan.simulations) == (2.0, 5.0, None)
    assert plan.stop_early
    assert not make_plan(options, TimeBudget(2.0, 5.0, saves=False), False).stop_early
    assert make_plan(options, TimeBudget(2.0, 5.0), True).seconds == 2.0
    late = make_plan(options, TimeBudget(2.0, 2.0), True)
    assert late.seconds is not None
    assert late.seconds * (1 + PASS_CHECK) == pytest.approx(2.0)

    # Where time that is left is lost, nothing of it is left.
    lost = make_plan(options, TimeBudget(2.0, 2.0, saves=False), True)
    assert (lost.seconds, lost.whole_seconds) == (late.seconds, 2.0)
    assert late.whole_seconds == late.seconds

    options.assign("early_stop", "off")
    assert not make_plan(options, TimeBudget(2.0, 5.0), False).stop_early
    options.assign("early_stop", "always")
    assert make_plan(options, None, False).stop_early

    for policy, stops in (("max", False), ("secure", False), ("robust", True)):
        options.assign("recommendation", policy)
        assert make_plan(options, None, False).stop_early == stops
        assert make_plan(options, TimeBudget(2.0, 5.0), False).stop_early == stops

    options.assign("time_per_move", 3.0)
    assert make_plan(options, None, False).limits == Limits(None, 3.0)
    cut = make_plan(options, TimeBudget(1.0, 2.5), False)
    assert cut.seconds == cut.most_seconds == 2.5
    # A spare period is not for them.
    cut = make_plan(options, TimeBudget(1.0, 2.5, saves=False), False)
    assert cut.seconds == cut.most_seconds == 1.0
    options.assign("simulations", 500)
    assert make_plan(options, None, False).most_simulations == 500
    options.assign("recommendation", "max-robust")
    assert make_plan(options, None, False).most_simulations == 1000
