"""The searches behind a review: of a position, and of two of its moves against each other.

Every search begins with an empty tree and a seed of its own. So what is found depends on the
position and the settings alone, with a budget in simulations: not on threads, nor on what was
searched before. That is why a review can go on where it was killed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from board_ext.position import Position as CorePosition
from gtpengine.base.text.language import Text, later
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.report import MoveReport, Report
from gtpengine.library.searches.search import Search
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.review.searching.model import CandidateMove, packed

VERSION: Final = 2
"""The version of what is searched and how it is kept; a new version makes old caches useless."""

HALVES: Final = 2
"""Searches of each pair of moves; how far apart they are says how sure one can be."""

ROUNDS: Final = (0.5, 1.5, 5.0)
"""The budget of each search of a pair, as a multiple of a position's: the next round comes
when a move still looks like a mistake, because fights often look otherwise in a deeper search."""

DEEP: Final = 8.0
"""The budget of a second search of a position whose value its neighbours contradict."""

KEPT: Final = 6
"""Candidates kept of a search."""

LONGEST: Final = 12
"""Moves of a line that are kept."""


@dataclass(frozen=True, slots=True)
class ReviewLimits:
    """The limit of the search of a position: simulations, or seconds. One of them is None."""

    simulations: int | None = 1000
    seconds: float | None = None

    def limits(self, share: float) -> Limits:
        """Return the limits of a search that may take ``share`` times the budget."""
        if self.simulations is not None:
            return Limits(simulations=max(1, round(share * self.simulations)))
        assert self.seconds is not None
        return Limits(seconds=share * self.seconds)

    @property
    def words(self) -> Text:
        """The limit in words."""
        if self.simulations is not None:
            return later("{number:,} simulations a position", number=self.simulations)
        return later("{seconds:g} seconds a position", seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search of a position found; win rate and lead are the mover's."""

    win_rate: float
    lead: float
    candidates: tuple[CandidateMove, ...]
    ownership: str

    @classmethod
    def of(cls, report: Report) -> Self:
        """Return what a report says."""
        return cls(
            report.win_rate,
            report.score_lead,
            tuple(_candidate(move) for move in report.moves[:KEPT]),
            packed(report.ownership.ravel().tolist()),
        )


@dataclass(frozen=True, slots=True)
class MoveSearch:
    """A move searched alone: win rates and leads of the mover, one for each half."""

    move: str
    win_rates: tuple[float, ...]
    leads: tuple[float, ...]
    line: tuple[str, ...]
    ownership: str


Pair = tuple[MoveSearch, MoveSearch]
"""What was played and what was best, searched alike from the same position."""


def _candidate(move: MoveReport) -> CandidateMove:
    rate, lead = round(move.win_rate, 5), round(move.score_lead, 4)
    return CandidateMove(move.move, move.visits, rate, lead, move.pv[:LONGEST])


class ReviewSearcher:
    """This engine, searching positions for a review, one at a time."""

    judge = ""

    def __init__(self, budget: ReviewLimits, memory: int = 256) -> None:
        self._budget = budget
        self._search = Search(memory=memory)

    def position(self, core: CorePosition, share: float = 1.0) -> SearchResult:
        """Search a position with ``share`` times the budget."""
        self._search.begin_anew(1)
        limits = self._budget.limits(share)
        return SearchResult.of(self._search.run(Position.from_core(core), limits=limits))

    def pair(self, core: CorePosition, played: str, best: str, share: float) -> Pair:
        """Search two moves of a position alike, in ``HALVES`` of their own random numbers."""
        position, limits = Position.from_core(core), self._budget.limits(share)
        reports: dict[str, list[Report]] = {played: [], best: []}
        for half in range(HALVES):
            self._search.begin_anew(2 + half)
            for move, found in reports.items():
                found.append(self._search.run(position, limits=limits, only=move))
        return _side(played, reports[played]), _side(best, reports[best])

    def stop(self) -> None:
        """End the search that runs; callable from any thread."""
        self._search.stop()

    def close(self) -> None:
        """Give the memory back."""
        self._search.close()


def _side(move: str, reports: list[Report]) -> MoveSearch:
    searched = [report.moves[0] for report in reports]
    ownership = np.mean([report.ownership for report in reports], axis=0)
    return MoveSearch(
        move,
        tuple(round(one.win_rate, 5) for one in searched),
        tuple(round(one.score_lead, 4) for one in searched),
        searched[0].pv[:LONGEST],
        packed(ownership.ravel().tolist()),
    )
