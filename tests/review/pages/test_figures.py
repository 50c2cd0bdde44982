"""The figures that people read: rounded once, and no move better than the best one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gtpengine.review.pages.figures import Figures, ahead, blacks, compared, rounded
from gtpengine.review.searching.model import CandidateMove, MoveReview, Review, ValueWithError
from tests.review.games import short_review

BEST = CandidateMove("B5", 110, 0.65, 2.0, ("B5", "C6"))
LIKED = CandidateMove("G3", 76, 0.69, 2.5, ("G3",))
PLAYED = CandidateMove("C2", 10, 0.46, -0.3, ("C2",))
WORSE = CandidateMove("D1", 5, 0.60, 2.2, ("D1",))


def reviewed(
    *candidates: CandidateMove, color: str = "w", lost: float = 0.288, points: float = 3.03
) -> tuple[Review, MoveReview]:
    """Move 2 of a review in which the graphs give White 64 % and +2.2 before it, 36 % after it."""
    base = short_review()
    move = replace(
        base.moves[1],
        color=color,
        move="C2",
        best="B5",
        candidates=candidates,
        played=("C2", "D4"),
        lost_points=ValueWithError(points, 1.0),
        lost_win_rate=ValueWithError(lost, 0.1),
        grade="blunder",
    )
    moves = (base.moves[0], move, *base.moves[2:])
    values = [ValueWithError(v, 0.04) for v in (0.5, 0.356, 0.644, *([0.5] * 8))]
    leads = [ValueWithError(v, 1.0) for v in (0.0, -2.2, 0.83, *([0.0] * 8))]
    return replace(base, moves=moves, win_rate=tuple(values), lead=tuple(leads)), move


def test_a_loss_smaller_than_that_of_the_graphs_is_told_with_the_reason() -> None:
    review, move = reviewed(BEST, lost=0.2, points=2.0)
    found = compared(review, move)
    assert found.lost == Figures(20, 2.0) and found.rows[-1].figures == Figures(44, 0.2)
    assert found.after == Figures(36, -0.8)


def test_the_best_move_keeps_the_value_and_the_played_one_loses_what_the_text_says() -> None:
    review, move = reviewed(BEST, LIKED, PLAYED, WORSE)
    found = compared(review, move)
    assert found.lost == Figures(28, 3.0)  # 28.8 %, and so the graphs and the table agree
    a, b, c, played = found.rows
    assert (a.name, a.move, a.figures, a.line) == ("A", "B5", Figures(64, 2.2), BEST.line)
    assert (b.name, b.move, b.figures) == ("B", "G3", Figures(64, 2.2))  # liked more, trusted less
    assert (c.name, c.move, c.figures) == ("C", "D1", Figures(59, 2.2))
    assert (played.name, played.move, played.figures) == ("played", "C2", Figures(36, -0.8))
    assert played.line == ("C2", "D4")
    assert found.after is None  # the graphs show the same after it


def test_letters_follow_the_figures() -> None:
    review, move = reviewed(BEST, WORSE, LIKED)
    assert [row.move for row in compared(review, move).rows] == ["B5", "G3", "D1", "C2"]


def test_a_move_that_gains_shows_no_more_than_the_best_one() -> None:
    review, move = reviewed(BEST, lost=-0.05, points=-4.0)
    found = compared(review, move)
    assert found.lost == Figures(0, 0.0) and found.rows[-1].figures == Figures(64, 2.2)
    assert found.after == Figures(36, -0.8)  # and the graphs differ


def test_nothing_falls_below_no_chance() -> None:
    hopeless = replace(BEST, win_rate=0.9)
    review, move = reviewed(hopeless, replace(LIKED, win_rate=0.1))
    assert compared(review, move).rows[1].figures.percent == 0


@pytest.mark.parametrize(
    ("rate", "lead", "percent", "points"),
    [(0.5449, -0.04, 54, 0.0), (0.9951, 2.26, 100, 2.3), (0.0, -0.06, 0, -0.1), (1.0, 0, 100, 0)],
)
def test_figures_are_rounded_once(rate: float, lead: float, percent: int, points: float) -> None:
    found = rounded(rate, lead)
    assert found == Figures(percent, points)
    assert found.percent + found.other.percent == 100 and found.other.other == found
    assert str(found.other.points) != "-0.0" and str(found.points) != "-0.0"


def test_whole_games_are_consistent() -> None:
    review = short_review()
    for move in review.moves:
        value = blacks(review, move.number - 1)
        found = compared(review, move)
        assert found.rows[0].figures == (value if move.color == "b" else value.other)
        assert (found.rows[-1].name == "played") == (move.grade != "best")


def test_who_is_ahead() -> None:
    assert [ahead(lead) for lead in (0.1, -12.5, 0.0)] == ["Black +0.1", "White +12.5", "even"]
