"""The figures of a review as people read them: one measure for all, rounded in one place.

A move is measured from the value of its position in the graphs. The best move keeps that value. The
played move has the value less what it lost. Any other move has the value less the difference that
the search of the position saw between that move and the best one. No move has more than the best
one, as in the graphs: a move with a higher value, but fewer visits, counts as much. So the text,
the table, the letters on the board, the graphs and the SGF file show one figure for one thing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gtpengine.base.text.language import _, number
from gtpengine.review.searching.model import MoveReview, Review

LETTERS: Final = "ABC"
"""The letters of moves on the board, the best one first."""

PLAYED: Final = "played"
"""What the row of the played move is called, where another was better."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A win rate in whole percent and a lead in points with one decimal, of one side."""

    percent: int
    points: float

    @property
    def other(self) -> Figures:
        """The same for the other side."""
        return Figures(100 - self.percent, 0.0 - self.points)

    def less(self, lost: Figures) -> Figures:
        """What is left after a loss."""
        points = round(self.points - lost.points, 1) + 0.0
        return Figures(max(0, self.percent - lost.percent), points)

    def unless_rounded(self, other: Figures) -> Figures:
        """These figures, or ``other``'s where rounding alone can make the difference."""
        percent = abs(self.percent - other.percent) <= 1
        points = round(10 * abs(self.points - other.points)) <= 1
        return Figures(
            other.percent if percent else self.percent, other.points if points else self.points
        )


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move of the table: its letter or ``PLAYED``, its figures for the mover, and its line."""

    name: str
    move: str
    figures: Figures
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the page compares at a move: what was lost, and the rows of the table, best first.

    ``after`` has the mover's figures of the next position where the graphs show others there than
    the row of the played move, because the searches of later positions say so; else None.
    """

    lost: Figures
    rows: tuple[MoveRow, ...]
    after: Figures | None


def rounded(win_rate: float, lead: float) -> Figures:
    """Return a win rate in [0, 1] and a lead in points as figures."""
    return Figures(round(100 * win_rate), round(lead, 1) + 0.0)


def blacks(review: Review, index: int) -> Figures:
    """Return Black's figures of the position after ``index`` moves, as the graphs show them."""
    return rounded(review.win_rate[index].value, review.lead[index].value)


def ahead(points: float) -> str:
    """Return who is ahead by Black's lead: ``Black +3.5`` or ``even``."""
    if points == 0:
        return _("even")
    return f"{_('Black') if points > 0 else _('White')} +{number(abs(points), '.1f')}"


def compared(review: Review, move: MoveReview) -> Comparison:
    """Return what the page compares at a move."""

    def movers(index: int) -> Figures:
        found = blacks(review, index)
        return found if move.color == "b" else found.other

    value, after = movers(move.number - 1), movers(move.number)
    rows = _lettered(move, value)
    if move.grade == "best":
        lost = Figures(0, 0.0)
    else:
        lost = rounded(max(0.0, move.lost_win_rate.value), max(0.0, move.lost_points.value))
        lost = lost.unless_rounded(value.less(after))
        rows.append(MoveRow(PLAYED, move.move, value.less(lost), move.played))
    expected = value.less(lost)
    return Comparison(lost, tuple(rows), None if after == expected else after)


def _lettered(move: MoveReview, value: Figures) -> list[MoveRow]:
    """Return the best move and those that were searched most beside it, but for what was played."""
    best = move.candidates[0]
    shown = [(best.move, value, best.line)]
    for one in move.candidates[1:]:
        if one.move != move.move and len(shown) < len(LETTERS):
            behind = rounded(max(0.0, best.win_rate - one.win_rate), max(0.0, best.lead - one.lead))
            shown.append((one.move, value.less(behind), one.line))
    shown[1:] = sorted(shown[1:], key=lambda one: (-one[1].percent, -one[1].points))
    return [MoveRow(letter, *one) for letter, one in zip(LETTERS, shown, strict=False)]
