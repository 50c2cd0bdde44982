"""A situation to decide about, with the looks made so far, and the questions that rules ask of it.

A *look* is a search of the position after an answer of which the search itself has seen too little.
A rule asks for a look, and is asked again with its result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from board_ext.coords import PASS
from gtpengine.judge import open_borders
from gtpengine.judge.plainmove import useful_points
from gtpengine.judge.situation import (
    Situation,
    dead_opponents,
    flat_ownership,
    is_ahead,
    rank,
    sure_margin,
)
from gtpengine.mcts.report.recommend import CREDIBLE
from gtpengine.mcts.report.report import MoveStats, SearchReport

HOPELESS: Final = 0.03
"""Win rate below which no move helps any more."""

CONTENT: Final = 0.9
"""Win rate from which a player may stop looking for more."""

PASS_MARGIN: Final = 0.05
"""Largest loss of win rate against the search's choice that another answer may have."""

ENOUGH: Final = 100
"""Visits from which a move, or a search of the position after it, is believed."""

NOTHING_SEEN: Final = 8
"""Visits of the search's choice below which the search has seen nothing."""


@dataclass(frozen=True, slots=True)
class SearchAfter:
    """A request: search the position after ``point``, an own move or PASS, before deciding.

    ``least`` simulations are wanted although the move has used up its own. ``offset``: points to
    add to komi for this look alone, in place of the offset of the other searches of the move; then
    the values of the look do not say who wins.
    """

    point: int
    least: int = 0
    offset: float | None = None


Seen = Mapping[SearchAfter, SearchReport | None]
"""Look -> search of the position after its point, with the opponent to move; None when there was no
time for the look."""


class EndgameCase:
    """A situation, and the questions that the rules ask about it."""

    def __init__(self, situation: Situation, low_streak: int, seen: Seen) -> None:
        self.situation = situation
        self.low_streak = low_streak
        self.seen = seen
        self.ranked = rank(situation)
        self.useful = useful_points(situation.position, situation.color)
        self.choice = _own_choice(situation, self.ranked)
        self.won = sure_margin(situation, situation.report) > 0
        self.must_clean = bool(situation.options.cleanup) and bool(dead_opponents(situation))
        #: Whether the game may end now: we are ahead on the board, or dead stones come off.
        self.may_end = self.won or not situation.all_stones_count
        #: Whether a move in settled territory costs a point.
        self.by_points = situation.territory and not situation.all_stones_count

    def stats(self, point: int) -> MoveStats | None:
        """Return the statistics of a move; None when it has no visit."""
        return next((move for move in self.ranked if move.point == point and move.visits), None)

    def is_choice(self, point: int) -> bool:
        """Return whether ``point`` is the search's choice."""
        return self.choice is not None and self.choice.point == point

    def believed(self, point: int, offset: float | None = None) -> SearchReport | None:
        """Return the searches of the position after ``point``, if long enough to believe."""
        after = None
        for look, found in self.seen.items():
            if look.point == point and look.offset == offset and found is not None:
                after = found if after is None else found.after(after)
        return None if after is None or after.visits < ENOUGH else after

    def is_seen_to_lose(self, point: int) -> bool:
        """Return whether a look, or else the visits so far, speak against this answer.

        Few visits are enough for a move. Searches seldom visit a pass, so a pass deserves a look.
        """
        if self.choice is None:
            return False
        floor = min(CONTENT, self.choice.value - PASS_MARGIN)
        after = self.believed(point)
        if after is not None:
            return 1.0 - after.value < floor
        stats = self.stats(point)
        if stats is None or stats is self.choice:
            return False
        if point == PASS and stats.visits < NOTHING_SEEN:
            return False
        return stats.value < floor or (stats.proven is False and self.choice.proven is not False)

    def is_seen_to_hold(self, point: int) -> bool:
        """Return whether a look, or else enough visits, speak for this answer."""
        if self.believed(point) is None:
            stats = self.stats(point)
            most = max((move.visits for move in self.ranked), default=0)
            if stats is None or stats.visits < min(ENOUGH, CREDIBLE * most):
                return False
        return not self.is_seen_to_lose(point)

    def may_look(self, look: SearchAfter) -> bool:
        """Return whether a look is new, and none was refused so far."""
        return look not in self.seen and None not in self.seen.values()

    def tested(self, point: int, least: int = 0) -> int | SearchAfter | None:
        """Return this answer if the search does not speak against it, and None if it does.

        Return the look that is needed where the search has seen too little to say, with this
        ``least``.
        """
        if self.is_seen_to_hold(point):
            return point
        look = SearchAfter(point, least)
        return look if self.may_look(look) and not self.is_seen_to_lose(point) else None

    def best_useful(self) -> MoveStats | None:
        """Return the first useful move that is not seen to lose."""
        return next(
            (
                m
                for m in self.ranked
                if m.point in self.useful and not self.is_seen_to_lose(m.point)
            ),
            None,
        )


def _own_choice(situation: Situation, ranked: Sequence[MoveStats]) -> MoveStats | None:
    """Return the search's choice, but not a pass that would end and lose a game by the count."""
    moves = [move for move in ranked if move.point != PASS]
    if not ranked or ranked[0].point != PASS or not moves:
        return ranked[0] if ranked else None
    ends = situation.opponent_passed and not is_ahead(situation)
    return moves[0] if ends and moves[0].value >= HOPELESS else ranked[0]


def quiet_answer(case: EndgameCase, seen: SearchReport | None = None) -> int:
    """Return PASS, or before it the move that closes an open border of own territory.

    Whose territory it is, the search says, or ``seen``.
    """
    situation = case.situation
    if situation.all_stones_count:
        return PASS
    closing = open_borders.closing_move(
        situation.position,
        situation.color,
        flat_ownership(situation.report if seen is None else seen),
        lambda point: not case.is_seen_to_lose(point),
    )
    return PASS if closing is None else closing


def margin_after(situation: Situation, point: int, after: SearchReport) -> float:
    """Return the :func:`sure_margin` when the game ends after ``point``, as ``after`` sees it."""
    if point != PASS:
        position = situation.position.copy()
        position.play(point, situation.color)
        situation = replace(situation, position=position)
    return sure_margin(situation, after)
