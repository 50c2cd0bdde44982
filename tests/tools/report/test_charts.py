"""Charts: axes, lines, bands, and how little data is drawn."""

from __future__ import annotations

import re

import pytest
from gtpengine.tools.report import charts
from gtpengine.tools.report.courses import buckets, elo_course
from gtpengine.tools.statistics.stats import paired_games
from gtpengine.tools.storage.store import Result


def test_ticks_are_round() -> None:
    assert charts.ticks(0, 100) == [0, 20, 40, 60, 80, 100]
    assert charts.ticks(-0.13, 0.21) == pytest.approx([-0.1, 0.0, 0.1, 0.2])
    assert charts.ticks(3, 3) == [3]
    assert charts.ticks(0, 2, 8, 1.0) == [0, 1, 2]


def test_equal_values_have_a_wide_axis() -> None:
    """Scores of 50 % in all trials are no range from 49.5 to 50.5."""
    series = [charts.Series("a", [0, 1, 2], [50, 50, 50])]
    chart = charts.line_chart("t", series, "x", least_span=40, limits=(0, 100))
    places = {tick.text: tick.at for tick in chart.y_ticks}
    assert places["40"] > 0 and places["60"] < 100
    assert [tick.text for tick in chart.x_ticks] == ["0", "1", "2"]


def test_the_axis_keeps_its_limits() -> None:
    series = [charts.Series("a", [1, 2], [1, 99], [0, 90], [5, 100])]
    chart = charts.line_chart("t", series, "x", limits=(0, 100))
    assert [tick.text for tick in chart.y_ticks] == ["0", "25", "50", "75", "100"]
    assert 0 < chart.y_ticks[0].at < 5 and 95 < chart.y_ticks[-1].at < 100


def test_one_point_is_a_dot_and_nothing_is_nan() -> None:
    chart = charts.line_chart("t", [charts.Series("a", [1], [2])], "x")
    (line,) = chart.lines
    assert len(line.dots) == 1 and line.solid == "" and line.band == ""
    assert "nan" not in repr(chart)
    empty = charts.line_chart("t", [], "x")
    assert empty.lines == [] and "nan" not in repr(empty)


def test_a_line_with_its_band() -> None:
    series = charts.Series("a", [0, 1], [0, 10], [0, 8], [0, 10])
    (line,) = charts.line_chart("t", [series], "x", levels=[(5, "half", "good")]).lines
    start, end = re.findall(r"([\d.]+),([\d.]+)", line.solid)
    assert float(start[0]) < 20 and float(end[0]) > 980 and float(start[1]) > float(end[1])
    assert line.band.endswith("Z") and len(re.findall(",", line.band)) == 4


def test_weak_points_are_dashed_and_have_no_band() -> None:
    x = [0, 1, 2, 3]
    thin = [False, False, False, True]
    series = charts.Series("a", x, x, x, x, ["n"] * 4, thin, dots=True)
    (line,) = charts.line_chart("t", [series], "x").lines
    assert line.solid.count(",") == 3 and line.dashed.count(",") == 2
    assert line.band.count(",") == 6
    assert [dot.thin for dot in line.dots] == thin


def test_a_long_line_is_thinned_and_keeps_its_end() -> None:
    kept = charts.thin(range(10_000))
    assert len(kept) <= charts.MOST_POINTS + 1 and kept[0] == 0 and kept[-1] == 9_999
    assert charts.thin(range(3)) == [0, 1, 2] and charts.thin(range(0)) == []


def test_intervals_share_one_scale() -> None:
    bars, zero = charts.intervals([100, -100], [(50, 150), (-150, -50)])
    assert bars[0].left > zero > bars[1].left + bars[1].width
    assert bars[0].width == bars[1].width and zero == pytest.approx(50, abs=0.1)
    assert all(bar.left >= 0 and bar.left + bar.width <= 100 for bar in bars)


def test_games_are_the_samples_of_a_bucket() -> None:
    """Ten moves of one game are one sample; fewer than five games are weak, without a band."""
    course = {
        0: [(game, value) for game in range(5) for value in [0.1 * game] * 10],
        10: [(game % 4, 0.1) for game in range(40)],
    }
    first, second = buckets(course, 0, 1)
    assert (first.games, first.thin) == (5, False) and first.mean == pytest.approx(0.2)
    assert first.low < 0.2 - 0.1 and first.high > 0.2 + 0.1
    assert (second.games, second.thin) == (4, True) and second.low == second.high == second.mean


def test_elo_over_the_games_ends_at_the_elo_of_the_match() -> None:
    def result(number: int, winner: str, termination: str = "score") -> Result:
        black = number % 2
        return Result(number, number // 2, 0, black, 1 - black, winner, termination)

    # Pairs of 2, 1 and 0 points, a void one, and half a pair.
    winners = ["b", "w", "b", "b", "w", "b"]
    results = [result(number, winner) for number, winner in enumerate(winners)]
    results += [result(6, "", "void"), result(7, "b"), result(8, "b")]
    course = elo_course(results)
    assert [games for games, _ in course] == [4, 6]
    assert course[-1][1] == paired_games([1, 0, 1, 0, 1]).elo()
