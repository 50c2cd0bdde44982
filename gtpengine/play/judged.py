"""What another engine says of a position, as the advice that a person gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.base.text.language import _
from gtpengine.play.advice import LINE, Halted, Hint, SearchSnapshot, TerritoryEstimate
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.programs.judgement import JudgedPosition
from gtpengine.programs.session_judge import SessionJudge

Advice = TypeVar("Advice", Hint, TerritoryEstimate)

OURS: Final = "gtpengine"


def advised(
    judge: SessionJudge | None,
    seconds: float,
    position: Position,
    halted: Halted,
    look: Callable[[SearchSnapshot], object] | None,
    theirs: Callable[[JudgedPosition, Position, str], Advice],
    ours: Callable[[str, str], Advice | None],
) -> Advice | None:
    """Return the advice of the other engine, else our own advice; None once halted.

    :param theirs: makes advice of what the other engine found; gets that engine's name, too.
    :param ours: searches for advice; gets who is to be named, and why the other engine is silent.
    """
    if judge is None:
        return ours("", "")
    seen = None if look is None else lambda found: look(snapshot_of(found, position, judge.name))
    try:
        found = judge.look(position, seconds, halted, seen)
    except ProgramError as error:
        return ours(OURS, trouble_of(error))
    return None if found is None else theirs(found, position, judge.name)


def trouble_of(error: ProgramError) -> str:
    """Return why another engine does not judge, and who does, as sentences."""
    text = str(error)
    why = f"{text[:1].upper()}{text[1:]}"
    return _("{why}. {name} answers instead.", why=why, name=OURS)


def hint_of(found: JudgedPosition, _: Position, judge: str) -> Hint:
    """Return the hint."""
    best = found.moves[0]
    return Hint(best.point, best.win_rate, best.lead, best.line[:LINE], found.visits, judge)


def estimate_of(found: JudgedPosition, position: Position, judge: str) -> TerritoryEstimate:
    """Return the estimate."""
    rate, lead = _blacks(found, position)
    return TerritoryEstimate(lead, rate, found.ownership, judge)


def snapshot_of(found: JudgedPosition, position: Position, judge: str) -> SearchSnapshot:
    """Return what the judge's running search sees."""
    rate, lead = _blacks(found, position)
    line = found.moves[0].line[:LINE]
    return SearchSnapshot(position.to_play, rate, lead, line, found.visits, judge)


def _blacks(found: JudgedPosition, position: Position) -> tuple[float, float]:
    if position.to_play == BLACK:
        return found.win_rate, found.lead
    return 1.0 - found.win_rate, -found.lead
