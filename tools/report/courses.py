"""What changes over a test or over its games: the LLR, Elo, ratings, win rates, seconds a move."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev

from gtpengine.tools.matches.sprt import Sequential
from gtpengine.tools.matches.tournament import rate_event
from gtpengine.tools.statistics.stats import Z95, Estimate, SprtBounds, paired_games
from gtpengine.tools.storage.store import Event, Result
from gtpengine.tools.storage.store_rows import numbers

#: Moves to a bucket.
BUCKET = 10
#: A mean over fewer games is drawn as a weak one, and without its band.
FEWEST_GAMES = 5
#: Moments at which the ratings of a tournament are fitted.
FITS = 20

Course = dict[int, list[tuple[int, float]]]
"""By the bucket's first move: the game's number and the value, for each move."""


@dataclasses.dataclass(frozen=True, slots=True)
class CourseInterval:
    """The mean over the games that got to the move ``start``, with its 95 % interval."""

    start: int
    mean: float
    low: float
    high: float
    games: int

    @property
    def thin(self) -> bool:
        return self.games < FEWEST_GAMES


def buckets(course: Course, low: float = -math.inf, high: float = math.inf) -> list[CourseInterval]:
    """Return the buckets of a course, whose values lie between ``low`` and ``high``.

    Moves of one game are no independent samples: the mean of each game's moves is one.
    """
    found = []
    for start in sorted(course):
        games: dict[int, list[float]] = {}
        for game, value in course[start]:
            games.setdefault(game, []).append(value)
        samples = [fmean(values) for values in games.values()]
        mean = fmean(samples)
        half = Z95 * stdev(samples) / math.sqrt(len(samples)) if len(samples) > 1 else 0.0
        bounds = max(low, mean - half), min(high, mean + half)
        if len(samples) < FEWEST_GAMES:
            bounds = mean, mean
        found.append(CourseInterval(start, mean, *bounds, len(samples)))
    return found


def trajectory(event: Event, results: Sequence[Result]) -> Sequential:
    """Return the finished or running test of an ``sprt`` event.

    :raises ValueError: if its bounds are damaged
    """
    test = Sequential(SprtBounds(*numbers("sprt", event.settings["sprt"], 4)))
    test.refresh(results)
    return test


def elo_course(results: Iterable[Result]) -> list[tuple[int, Estimate]]:
    """Return (games, Elo of the first entrant) after each complete pair, in order of the pairs.

    Beginnings with an infinite value are left out.
    """
    pairs: dict[int, list[Result]] = {}
    for result in results:
        if result.termination != "void":
            pairs.setdefault(result.pair, []).append(result)
    counts, course = [0] * 5, []
    for number in sorted(pairs):
        if len(pairs[number]) == 2:
            counts[round(2 * sum(result.points(0) for result in pairs[number]))] += 1
            elo = paired_games(counts).elo()
            if all(map(math.isfinite, (elo.value, elo.low, elo.high))):
                course.append((2 * sum(counts), elo))
    return course


def ratings_course(event: Event, results: Sequence[Result]) -> list[tuple[int, list[Estimate]]]:
    """Return (games, rating of each entrant) at up to ``FITS`` moments, in order of the games."""
    step = max(2, len(results) // FITS)
    counts = sorted({*range(step, len(results), step), len(results)})
    fits = ((count, rate_event(event, results[:count])) for count in counts)
    return [
        (count, [Estimate(float(elo), *fit.interval(i)) for i, elo in enumerate(fit.elo)])
        for count, fit in fits
        if fit
    ]
