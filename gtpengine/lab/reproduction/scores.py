"""What was found: the score of each match of a claim, and how it compares with the paper's.

The *effect* of a claim is the Elo won with it less that won without it; where both sides play each
other, the Elo of the one over the other. Shares would not do: near 0 and 1 a few games in a hundred
are worth as much Elo as many near one half. Its interval is made of the two intervals, in the way
of Newcombe (1998, method 10), which holds for any two values with bounds that need not be even
(Zou and Donner 2008).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from gtpengine.lab.study.figures.stored import (
    as_text,
    date_of,
    estimate_of,
    events_of,
    failures_of,
    newest,
)
from gtpengine.lab.study.tables import rowfile
from gtpengine.tools.statistics.stats import Estimate, single_games
from gtpengine.tools.storage.store import Event, Store

from .claims import Claim, Point

KIND: Final = "reproduction"
"""The kind of the events in the store."""

SHIPPED: Final = Path(__file__).with_name("data") / "scores.tsv"

REPEATED, AGREES = "repeated", "not contradicted"
SMALLER, LARGER = "smaller", "larger"
OPEN, OTHER = "open", "the other way"


@dataclasses.dataclass(frozen=True, slots=True)
class Score:
    """The result of one match: share of games won by the first engine, with its 95 % interval.

    ``settings`` are the settings of its ``Point``, which tell it from other matches.
    """

    settings: str
    games: int
    score: float
    low: float
    high: float
    failures: int
    date: str
    commit: str

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.score, self.low, self.high)

    def shown(self) -> str:
        """Return the share with its interval, in per cent."""
        low, high = 100 * self.low, 100 * self.high
        return f"{100 * self.score:.1f} % ({low:.1f} to {high:.1f}) of {self.games} games"


Scores = Mapping[str, Score]
"""The score of each match, by its settings."""


def point_settings(point: Point) -> dict[str, str]:
    """Return what the store keeps about a match, besides its engines and games."""
    return {"settings": point.settings}


def scores(store: Store, points: Sequence[Point], least: int) -> dict[str, Score]:
    """Return the score of each match: the newest with games enough, or else the newest.

    :raises StoreError: when the store cannot be read
    """
    events = events_of(store, KIND)
    found = {}
    for point in points:
        mine = events.get(as_text(point_settings(point)), [])
        if one := newest(mine, partial(_score_of, store, point), least):
            found[point.settings] = one
    return found


def _score_of(store: Store, point: Point, event: Event) -> Score | None:
    games, score = estimate_of(store.results(event))
    if not games:
        return None
    return Score(
        settings=point.settings,
        games=games,
        score=round(score.value, 4),
        low=round(score.low, 4),
        high=round(score.high, 4),
        failures=failures_of(store, event),
        date=date_of(event),
        commit=event.entrants[0].identity.revision,
    )


def published(claim: Claim) -> Estimate:
    """Return the effect that the paper has, in Elo; a single value without a number of games.

    Without a share it is above 0, with no bound.
    """
    if claim.published is None:
        return Estimate(math.inf, math.nextafter(0.0, 1.0), math.inf)
    first = _published(claim.published, claim.published_games).elo()
    if claim.published_without is None:
        return first
    return difference(first, _published(claim.published_without, claim.published_games).elo())


def _published(share: float, games: int) -> Estimate:
    return single_games(share * games, games) if games else Estimate(share, share, share)


def effect(claim: Claim, found: Scores) -> Estimate | None:
    """Return the effect found here, in Elo; None while a match has no games."""
    there = [found.get(point.settings) for point in claim.points()]
    estimates = [one.estimate.elo() for one in there if one is not None]
    if len(estimates) < len(there):
        return None
    return difference(*estimates) if len(estimates) == 2 else estimates[0]


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Return how much larger ``one`` is, with an interval from both intervals.

    Where a side lost or won all its games the value has no bound, and the interval begins at the
    least that both intervals allow.
    """
    value = one.value - other.value
    if math.isinf(one.value) or math.isinf(other.value):
        return Estimate(value, one.low - other.high, one.high - other.low)
    below = math.hypot(one.value - one.low, other.high - other.value)
    above = math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - below, value + above)


def verdict(paper: Estimate, here: Estimate) -> str:
    """Return how the effect found here compares with the paper's.

    ``repeated``: the intervals meet, ours does not hold 0, and is narrower than the paper's effect.
    ``not contradicted``: the intervals meet, and ours does not hold 0 unless the paper's does.
    ``smaller``, ``larger``: the same sign for sure, but another size. ``open``: ours holds 0 while
    the paper's does not. ``the other way``: the opposite sign for sure.
    """
    meet = here.low <= paper.high and paper.low <= here.high
    nothing = here.low <= 0.0 <= here.high
    if meet and not nothing and here.high - here.low < abs(paper.value):
        return REPEATED
    if meet and (not nothing or paper.low <= 0.0 <= paper.high):
        return AGREES
    if nothing:
        return OPEN
    if (here.value > 0.0) != (paper.value > 0.0):
        return OTHER
    return LARGER if abs(here.value) > abs(paper.value) else SMALLER


def written(found: Iterable[Score]) -> str:
    """Return scores as a file of columns with tabs between."""
    return rowfile.written(Score, found)


def read_scores(path: Path) -> dict[str, Score]:
    """Read a file that ``written`` made.

    :raises TableError: when the file holds no scores
    :raises OSError: when it cannot be read
    """
    advice = "file of scores; gtpengine reproduce --scores makes one"
    return {score.settings: score for score in rowfile.read_rows(path, Score, advice)}


def current(points: Sequence[Point], found: Scores) -> dict[str, Score]:
    """Return the scores that belong to the matches of a table as it is now."""
    wanted = {point.settings for point in points}
    return {settings: one for settings, one in found.items() if settings in wanted}
