"""A move that loses what better players see: whether it does, the question, the verdict."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from board_ext.coords import PASS, point_to_vertex
from gtpengine.base.text.language import Text, later
from gtpengine.mcts.report.report import MoveStats
from gtpengine.session.rankscale import PlayingStyle

SEEN: Final = 1.5
"""Players see a loss by which they play a move this many times e less often."""

DECIDED: Final = 0.1
"""Win rate below which, or this far below 1, points count, too. The leader may give away twice as
many, because that can be safe."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A move, what it loses (win rate in [0, 1]; points, None where captures win), and a better
    move."""

    point: int
    better: int
    lost_win_rate: float
    lost_points: float | None

    def question(self, size: int, with_verdict: bool) -> Text:
        """Return what the person is asked; the question tells nothing else without the verdict."""
        asked = later("Are you sure about {point}?", point=_name(self.point, size))
        if self.point == PASS:
            asked = later("Are you sure that you want to pass?")
        verdict = self.verdict(size)
        return (
            Text("{asked} {verdict}", {"asked": asked, "verdict": verdict})
            if with_verdict
            else asked
        )

    def verdict(self, size: int, played: bool = True) -> Text:
        """Return what the move loses, and a better move, as a sentence."""
        chance, points = max(0.0, self.lost_win_rate), self.lost_points or 0.0
        lost = later("{points:.1f} points", points=points)
        if points < 0.05:
            lost = later("{chance:.0%} to win", chance=chance)
        elif chance >= 0.005:
            lost = later("{points:.1f} points, {chance:.0%} to win", points=points, chance=chance)
        told = {
            "move": _name(self.point, size),
            "lost": lost,
            "better": _name(self.better, size),
        }
        if played:
            return later("{move}: loses about {lost}; better: {better}.", **told)
        return later("{move}: would have lost about {lost}; better: {better}.", **told)


def doubt_of(
    played: MoveStats, best: MoveStats, eyes: PlayingStyle, by_capture: bool
) -> Doubt | None:
    """Return the doubt that players of a style have about a move; None where they do not doubt."""
    win = best.value - played.value
    points = best.score - played.score
    minded = eyes.win_care * max(0.0, win)
    if not by_capture:
        if best.value < DECIDED:
            minded += eyes.point_care * max(0.0, points)
        elif best.value > 1.0 - DECIDED:
            minded += eyes.point_care * max(0.0, points) / 2
    if minded < SEEN:
        return None
    return Doubt(played.point, best.point, win, None if by_capture else points)


@dataclass(slots=True)
class Questions:
    """The questions of one turn of the person.

    ``proposed`` is a move that is to be looked at, ``open`` the question that waits for an answer.
    """

    proposed: int | None = None
    open: Doubt | None = None
    _asked: list[Doubt] = field(default_factory=list)

    def ask(self, doubt: Doubt) -> None:
        """Let a question wait for an answer."""
        self.open = doubt
        self._asked = [one for one in self._asked if one.point != doubt.point] + [doubt]

    def drop(self) -> bool:
        """Drop the move that is looked at or asked about; return whether there was such a move."""
        dropped = self.proposed is not None or self.open is not None
        self.proposed = self.open = None
        return dropped

    def verdicts(self, point: int, size: int) -> list[Text]:
        """End the turn with a move; return the verdicts on all moves that were asked about."""
        told = [one.verdict(size, one.point == point) for one in self._asked]
        self.proposed = self.open = None
        self._asked.clear()
        return told


def _name(point: int, size: int) -> Text | str:
    return later("pass") if point == PASS else point_to_vertex(point, size)
