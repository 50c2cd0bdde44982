"""What the templates show of each event, below its answer."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from gtpengine.tools.matches.tournament import failure_lines, points_table, rate_event
from gtpengine.tools.statistics.ratings import Ratings
from gtpengine.tools.storage.positions import PositionResult
from gtpengine.tools.storage.store import Entrant, Event, Trial
from gtpengine.tools.tuning.space import Dimension, values_at

from . import charts, texts
from .answers import PlayedGames
from .courses import (
    BUCKET,
    FEWEST_GAMES,
    CourseInterval,
    buckets,
    elo_course,
    ratings_course,
    trajectory,
)
from .engine_stats import LENGTH, EngineStats, collect, opening_table, terminations
from .ratings_over_events import Scale

#: Openings listed for each event.
MAX_OPENINGS = 30
#: Lines in a chart of ratings.
MOST_LINES = 8


@dataclasses.dataclass(frozen=True, slots=True)
class HtmlTable:
    """Cells of text. The first ``words`` columns are words, the others numbers."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1
    title: str = ""
    note: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Rating:
    """A line of a rating table."""

    label: str
    elo: str
    interval: str
    bar: charts.Interval
    score: str
    surer: str


@dataclasses.dataclass(frozen=True, slots=True)
class RatingTable:
    """Ratings, best first; ``zero`` is the place of 0 on the scale of the bars, in per cent."""

    lines: list[Rating]
    zero: float


def played_section(played: PlayedGames) -> dict[str, Any]:
    """Return the parts of a match, test or tournament.

    :raises ValueError: if the event's settings are damaged
    """
    event, rows = played.event, played.rows
    stats = collect(event, rows)
    parts: dict[str, Any] = {"engines": _engines(event.entrants, stats)}
    if not rows:
        return parts
    parts["warnings"] = _warnings(played)
    parts |= {"trajectory": _trajectories(played), "ratings": None, "cross": None}
    if len(event.entrants) != 2:
        ratings = rate_event(event, played.results)
        parts["ratings"] = ratings and _event_ratings(event, played, ratings)
        parts["cross"] = _cross(event, played, ratings)
    parts["course"] = _courses(stats)
    parts["ends"] = terminations(rows)
    parts["tables"] = [table for table in (_by_length(stats), _openings(played)) if table]
    return parts


def _warnings(played: PlayedGames) -> list[str]:
    """Return what the terminal says of the games, too."""
    if len(played.event.entrants) == 2:
        return played.summary().warning_lines()
    names = [entrant.spec.name for entrant in played.event.entrants]
    return [line for line in failure_lines(names, played.results) if line]


def commands(entrants: Sequence[Entrant]) -> list[dict[str, Any]]:
    """Return each engine with its version and commands."""
    lines = []
    for entrant in entrants:
        identity = entrant.identity
        version = " ".join(part for part in (identity.gtp_name, identity.version) if part)
        if identity.revision:
            version += f", revision {identity.revision}"
        spec = entrant.spec
        lines.append(
            {"name": spec.name, "version": version, "command": spec.command, "init": spec.init}
        )
    return lines


def _engines(entrants: Sequence[Entrant], stats: Sequence[EngineStats]) -> list[dict[str, Any]]:
    lines = []
    for known, one in zip(commands(entrants), stats, strict=True):
        seconds = one.all_seconds()
        colors = {
            color: texts.percent(fmean(one.by_color[color]), len(one.by_color[color]))
            if one.by_color[color]
            else texts.NOTHING
            for color in "bw"
        }
        failures = ", ".join(f"{kind} {n}" for kind, n in sorted(one.failures.items()))
        lines.append(
            known
            | {
                "score": f"{texts.points(one.points)}/{one.games}",
                "black": colors["b"],
                "white": colors["w"],
                "seconds": f"{fmean(seconds):.3f}" if seconds else texts.NOTHING,
                "longest": f"{max(seconds):.2f}" if seconds else texts.NOTHING,
                "speed": f"{fmean(one.speeds):,.0f}" if one.speeds else texts.NOTHING,
                "failures": failures or "none",
            }
        )
    return lines


def _trajectories(played: PlayedGames) -> list[charts.Chart]:
    event, found = played.event, []
    if "sprt" in event.settings:
        test = trajectory(event, played.results)
        if test.trajectory:
            pairs, llr = zip(*test.trajectory, strict=True)
            bounds = test.bounds
            levels = [
                (bounds.upper, f"H1: {bounds.elo1:g} Elo stronger", "good"),
                (bounds.lower, f"H0: {bounds.elo0:g} Elo", "bad"),
            ]
            series = [charts.Series("LLR", [2 * pair for pair in pairs], llr, dots=len(llr) == 1)]
            found.append(charts.line_chart("Log-likelihood ratio", series, "games", levels))
    if len(event.entrants) == 2:
        course = elo_course(played.results)
        if len(course) > 1:
            games, elos = zip(*course, strict=True)
            # The first values swing wildly: they do not set the scale.
            late = elos[len(elos) // 5 :]
            low, high = min(elo.low for elo in late), max(elo.high for elo in late)
            pad = 0.1 * (high - low)
            series = [
                charts.Series(
                    "Elo",
                    games,
                    [elo.value for elo in elos],
                    [elo.low for elo in elos],
                    [elo.high for elo in elos],
                )
            ]
            title = f"Elo of {event.entrants[0].spec.name} and its 95 % interval"
            bars = [(0.0, "", "")]
            limits = (low - pad, high + pad)
            found.append(
                charts.line_chart(title, series, "games", bars, limits=limits, signed=True)
            )
    elif len(event.entrants) <= MOST_LINES:
        fits = ratings_course(event, played.results)
        if len(fits) > 1:
            series = [
                charts.Series(
                    entrant.spec.name,
                    [games for games, _ in fits],
                    [ratings[i].value for _, ratings in fits],
                )
                for i, entrant in enumerate(event.entrants)
            ]
            title = "Ratings over the games"
            found.append(charts.line_chart(title, series, "games", signed=True, least_span=50))
    return found


def _event_ratings(event: Event, played: PlayedGames, ratings: Ratings) -> RatingTable:
    names = [entrant.spec.name for entrant in event.entrants]
    points = points_table(len(names), played.results)
    games = (points + points.T).sum(axis=1)
    scores = [f"{texts.points(float(points[i].sum()))}/{games[i]:.0f}" for i in range(len(names))]
    return rating_table(names, ratings, scores)


def rating_table(names: Sequence[str], ratings: Ratings, scores: Sequence[str]) -> RatingTable:
    """Return the lines of a rating table, best first."""
    order = sorted(range(len(names)), key=lambda i: -float(ratings.elo[i]))
    bounds = [ratings.interval(i) for i in order]
    bars, zero = charts.intervals([float(ratings.elo[i]) for i in order], bounds)
    lines = []
    for place, i in enumerate(order):
        after = order[place + 1] if place + 1 < len(order) else None
        low, high = bounds[place]
        lines.append(
            Rating(
                names[i],
                texts.signed(float(ratings.elo[i])),
                f"{texts.signed(low)} to {texts.signed(high)}",
                bars[place],
                scores[i],
                "" if after is None else f"{100 * ratings.superiority(i, after):.1f} %",
            )
        )
    return RatingTable(lines, zero)


def _cross(event: Event, played: PlayedGames, ratings: Ratings | None) -> HtmlTable:
    names = [entrant.spec.name for entrant in event.entrants]
    points = points_table(len(names), played.results)
    games = points + points.T
    strength = points.sum(axis=1) if ratings is None else ratings.elo
    order = sorted(range(len(names)), key=lambda i: -float(strength[i]))
    rows = [
        [
            f"{place + 1}. {names[i]}",
            *(
                f"{texts.points(float(points[i, j]))}/{games[i, j]:.0f}"
                if games[i, j]
                else texts.NOTHING
                for j in order
            ),
        ]
        for place, i in enumerate(order)
    ]
    heads = ["engine", *(f"{place + 1}." for place in range(len(order)))]
    return HtmlTable(heads, rows, title="Points of each engine against each other")


def _courses(stats: Sequence[EngineStats]) -> list[charts.Chart]:
    found = []
    winrates = [(one.name, buckets(one.winrates, 0, 1)) for one in stats]
    if any(len(course) > 1 for _, course in winrates):
        title = "Win rate that each engine sees for itself, in per cent"
        levels = [(50.0, "", "")]
        found.append(_course(title, winrates, 100, " %", levels, (0, 100), 40))
    seconds = [(one.name, buckets(one.seconds, 0)) for one in stats]
    if any(len(course) > 1 for _, course in seconds):
        found.append(_course("Seconds a move", seconds, 1, " s", [], (0, math.inf), 0))
    return found


def _course(
    title: str,
    named: Sequence[tuple[str, list[CourseInterval]]],
    scale: float,
    unit: str,
    levels: Sequence[tuple[float, str, str]],
    limits: tuple[float, float],
    least_span: float,
) -> charts.Chart:
    """Return means over the moves with bands; below each mark the games that got so far."""
    series = []
    most: dict[int, int] = {}
    for name, course in named:
        for one in course:
            most[one.start] = max(most.get(one.start, 0), one.games)
        series.append(
            charts.Series(
                name,
                [one.start + 1 for one in course],
                [scale * one.mean for one in course],
                [scale * one.low for one in course],
                [scale * one.high for one in course],
                [
                    f"{name}, moves {one.start + 1} to {one.start + BUCKET}:"
                    f" {scale * one.mean:.3g}{unit}"
                    + ("" if one.thin else f" ({scale * one.low:.3g} to {scale * one.high:.3g})")
                    + f", {texts.many(one.games, 'game')}"
                    for one in course
                ],
                [one.thin for one in course],
                dots=True,
            )
        )
    step = -(-len(most) // 8)
    marks = [(start + 1.0, f"{most[start]:,}") for start in sorted(most)[::step]]
    note = (
        f"Means of {BUCKET} moves with 95 % bands over games; below, how many games got there."
        f" Dashed: fewer than {FEWEST_GAMES} games."
    )
    return charts.line_chart(
        title,
        series,
        "move",
        levels,
        marks,
        limits=limits,
        least_span=least_span,
        include=[0.0] if not levels else [],
        note=note,
    )


def _by_length(stats: Sequence[EngineStats]) -> HtmlTable | None:
    lengths = sorted({start for one in stats for start in one.by_length})
    if len(lengths) < 2:
        return None
    rows = [
        [
            f"{start} to {start + LENGTH - 1} moves",
            *(
                texts.percent(fmean(one.by_length[start]), len(one.by_length[start]))
                if start in one.by_length
                else texts.NOTHING
                for one in stats
            ),
        ]
        for start in lengths
    ]
    return HtmlTable(["moves", *(one.name for one in stats)], rows, title="Score by length of game")


def _openings(played: PlayedGames) -> HtmlTable | None:
    openings = opening_table(played.rows)
    if len(openings) < 2:
        return None
    rows = [[name, str(n), texts.percent(share, n)] for name, n, share in openings[:MAX_OPENINGS]]
    more = len(openings) - len(rows)
    note = f"and {texts.many(more, 'other opening')}" if more else ""
    return HtmlTable(["opening", "games", "Black's score"], rows, title="Openings", note=note)


def scale_section(scale: Scale) -> dict[str, Any]:
    """Return ratings over several events of equal conditions."""
    games = [f"{count:,}" for count in scale.games]
    return {
        "conditions": scale.conditions,
        "events": scale.events,
        "ratings": rating_table(scale.labels, scale.ratings, games),
    }


def positions_section(event: Event, results: Sequence[PositionResult]) -> dict[str, Any]:
    """Return the outcomes of a regression run by suite, and its failures."""
    kinds = {
        "pass": "passes",
        "PASS": "passes, a known failure",
        "fail": "fails",
        "FAIL": "known failure",
        "error": "error",
        "skip": "skipped",
    }
    suites: dict[str, dict[str, int]] = {}
    for result in results:
        suite = suites.setdefault(result.suite, dict.fromkeys(kinds, 0))
        suite[result.outcome] += 1
    failed = [
        [one.test, one.expected, one.answer[:60], kinds[one.outcome]]
        for one in results
        if one.outcome in ("fail", "error", "PASS")
    ]
    heads = ["test", "expected", "answer", "outcome"]
    return {
        "engines": commands(event.entrants),
        "suites": [(suite, list(found.items())) for suite, found in sorted(suites.items())],
        "kinds": kinds,
        "tables": [HtmlTable(heads, failed, 4, "Failures and surprises")] if failed else [],
    }


def space_of(event: Event) -> list[Dimension]:
    """Return the parameters of a tuning run.

    :raises ValueError: if the run's settings are damaged
    """
    raw = event.settings.get("space")
    space = [Dimension.from_json(data) for data in raw] if isinstance(raw, list) else []
    if not space:
        raise ValueError("space is missing")
    return space


def trials_section(
    event: Event, space: Sequence[Dimension], trials: Sequence[Trial]
) -> dict[str, Any]:
    """Return the trials of a tuning run."""
    parts: dict[str, Any] = {"engines": commands(event.entrants)}
    if not trials:
        return parts
    shares = [100 * trial.points / trial.games for trial in trials]
    means = [fmean(shares[max(0, i - 9) : i + 1]) for i in range(len(shares))]
    numbers = [trial.number for trial in trials]
    series = [
        charts.Series("trial", numbers, shares, dots=True),
        charts.Series("mean of ten", numbers, means),
    ]
    title = "Score against the incumbent in per cent"
    chart = charts.line_chart(
        title, series, "trial", [(50, "", "")], least_span=40, limits=(0, 100)
    )
    rows = [
        [
            str(trial.number),
            *(f"{value:.6g}" for value in values_at(space, trial.params).values()),
            f"{texts.points(trial.points)}/{trial.games}",
        ]
        for trial in trials
    ]
    heads = ["trial", *(dimension.name for dimension in space), "score"]
    return parts | {"trajectory": [chart], "tables": [HtmlTable(heads, rows, 0, "Trials")]}
