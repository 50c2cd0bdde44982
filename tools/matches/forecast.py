"""How many games a sequential test takes, and how long: before its first game and while it runs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from gtpengine.tools.running.progress import duration
from gtpengine.tools.statistics.stats import PairsLeft, SprtBounds, pairs_left

ENOUGH: Final = 10
"""Pairs after which a forecast follows the test's own pairs."""


def before(bounds: SprtBounds, most_games: int) -> str:
    """Return how many games a test takes on average, in a sentence."""
    left = pairs_left((), bounds)
    ends = f"{_games(left.if_h0)} games if the difference is {bounds.elo0:g} Elo"
    if _games(left.if_h0) == _games(left.if_h1):
        ends += f" or {bounds.elo1:g}"
    else:
        ends += f", {_games(left.if_h1)} if it is {bounds.elo1:g}"
    return (
        f"such a test takes about {ends}, {_games(left.between)} half-way between; fewer the"
        f" farther outside; it ends at {most_games:,}"
    )


class Forecast:
    """The games and the time that a test still takes; its time begins now, with ``done`` games."""

    def __init__(self, bounds: SprtBounds, most_games: int, done: int) -> None:
        self._bounds = bounds
        self._most = most_games
        self._already = done
        self._begun = time.monotonic()

    def left(self, pairs: Sequence[int], llr: float, done: int) -> str:
        """Return what is left after ``done`` games; empty before the first pairs."""
        if sum(pairs) < ENOUGH:
            return ""
        expected = pairs_left(pairs, self._bounds, llr)
        few, many = (min(2 * count, max(0, self._most - done)) for count in _ends(expected))
        text = f"about {_rounded(few):,} to {_rounded(many):,} games left"
        if done > self._already:
            each = (time.monotonic() - self._begun) / (done - self._already)
            text += f", {duration(each * few)} to {duration(each * many)}"
        return text


def _ends(left: PairsLeft) -> tuple[float, float]:
    three = (left.if_h0, left.if_h1, left.between)
    return min(three), max(three)


def _games(pairs: float) -> str:
    return f"{_rounded(2 * pairs):,}"


def _rounded(games: float) -> int:
    """Return a number of games with two digits that count, even as games of pairs are."""
    step = 2 if games < 100 else 10 ** (len(str(round(games))) - 2)
    return max(2, step * round(games / step))
