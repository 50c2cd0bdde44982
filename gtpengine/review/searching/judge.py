"""Another engine as the judge of a review, and what happens to positions left by that engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from board_ext.coords import point_to_vertex, vertex_to_point
from board_ext.position import Position
from gtpengine.base.text.language import Text, _, joined, later
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.programs.judgement import JudgedMove, JudgedPosition
from gtpengine.programs.other_engine import OtherEngine
from gtpengine.programs.session_judge import SessionJudge
from gtpengine.review.searching.model import CandidateMove, packed
from gtpengine.review.searching.options import JudgeOptions
from gtpengine.review.searching.searches import (
    HALVES,
    KEPT,
    LONGEST,
    MoveSearch,
    Pair,
    ReviewLimits,
    ReviewSearcher,
    SearchResult,
)


class JudgeSearcher:
    """The other engine, searching positions for a review in the place of ours.

    :raises ProgramError: from its searches, where the engine does not judge a position or has
        failed.
    """

    def __init__(self, engine: OtherEngine, budget: ReviewLimits) -> None:
        self._engine = engine
        self._budget = budget
        self._stopped = False
        self.judge = engine.name

    def position(self, core: Position, share: float = 1.0) -> SearchResult:
        """Search a position with ``share`` times the budget."""
        found = self._judged(core, share)
        candidates = tuple(_candidate(move, core.size) for move in found.moves[:KEPT])
        return SearchResult(found.win_rate, found.lead, candidates, packed(list(found.ownership)))

    def pair(self, core: Position, played: str, best: str, share: float) -> Pair:
        """Search two moves of a position alike, ``HALVES`` times."""
        found: dict[str, list[JudgedPosition]] = {played: [], best: []}
        for _half in range(HALVES):
            for move, searched in found.items():
                searched.append(self._judged(core, share, vertex_to_point(move, core.size)))
        return _side(played, found[played], core.size), _side(best, found[best], core.size)

    def stop(self) -> None:
        """End the search that runs; callable from any thread."""
        self._stopped = True

    def close(self) -> None:
        """Nothing: the engine judges for others, too."""

    def _judged(self, core: Position, share: float, only: int | None = None) -> JudgedPosition:
        visits, seconds = self._budget.simulations, self._budget.seconds
        return self._engine.judge(
            core,
            visits=None if visits is None else max(2, round(share * visits)),
            seconds=None if seconds is None else share * seconds,
            only=only,
            halted=lambda: self._stopped,
        )


PositionSearcher = ReviewSearcher | JudgeSearcher
"""Whoever searches positions for a review, one at a time: this engine, or another engine."""


@contextmanager
def other_judge(
    options: JudgeOptions, say: Callable[[str], object]
) -> Iterator[tuple[OtherEngine | None, str]]:
    """Run the other engine, where wanted; yield that engine, or None and why it does not start."""
    if options.engine is None:
        yield None, ""
        return
    with SessionJudge(options.engine, "--engine", options.engine_patience) as session:
        try:
            judge = session.started()
        except ProgramError as error:
            ours = _("gtpengine judges all positions")
            say(f"{error}; {ours}")
            yield None, str(error)
        else:
            say(_("{name} judges", name=judge.name))
            yield judge, ""


def _vertices(line: Sequence[int], size: int) -> tuple[str, ...]:
    return tuple(point_to_vertex(point, size) for point in line[:LONGEST])


def _candidate(move: JudgedMove, size: int) -> CandidateMove:
    name, rate, lead = point_to_vertex(move.point, size), round(move.win_rate, 5), move.lead
    return CandidateMove(name, move.visits, rate, round(lead, 4), _vertices(move.line, size))


def _side(move: str, found: Sequence[JudgedPosition], size: int) -> MoveSearch:
    searched = [one.moves[0] for one in found]
    owners = zip(*(one.ownership for one in found), strict=True)
    return MoveSearch(
        move,
        tuple(round(one.win_rate, 5) for one in searched),
        tuple(round(one.lead, 4) for one in searched),
        _vertices(searched[0].line, size),
        packed([sum(values) / len(values) for values in owners]),
    )


def judges_note(judges: Sequence[str], name: str, reasons: Sequence[str]) -> Text:
    """Return who judged which positions, for the reader of a review.

    :param judges: for each position who judged it, an empty text for this engine.
    :param name: the other engine; ``reasons`` are why it left positions to this engine.
    """
    ours = [number for number, judge in enumerate(judges) if not judge]
    if not ours:
        return later("{name} judged all positions.", name=name)
    why = f" ({'; '.join(reasons)})" if reasons else ""
    if len(ours) == len(judges):
        name = f"gtpengine{why}"
        return later("{name} judged all positions.", name=name)
    return later(
        "{name} judged {count} of {all} positions; gtpengine judged those after move {moves}.{why}",
        name=name,
        count=len(judges) - len(ours),
        all=len(judges),
        moves=joined(_spans(ours)),
        why=why,
    )


def _spans(numbers: Sequence[int]) -> Iterator[str]:
    """Yield runs of rising numbers as ``3`` or ``5-9``."""
    begin = last = numbers[0]
    for number in [*numbers[1:], -1]:
        if number != last + 1:
            yield str(begin) if begin == last else f"{begin}-{last}"
            begin = number
        last = number
