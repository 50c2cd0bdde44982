"""From searches to a review."""

from __future__ import annotations

import pytest

from gtpengine.review.assembling import resigned_early, review_of
from gtpengine.review.searching.model import CandidateMove, ValueWithError, packed
from gtpengine.review.searching.searched import Searched
from gtpengine.review.searching.searches import MoveSearch, ReviewLimits, SearchResult
from tests.review.games import record

GAME = b"(;GM[1]FF[4]SZ[7]KM[6.5];B[dd];W[cc])"
NOBODY = packed([0.0] * 49)


def found(win_rate: float, move: str) -> SearchResult:
    return SearchResult(
        win_rate, -30.0, (CandidateMove(move, 200, win_rate, -30.0, (move,)),), NOBODY
    )


def side(move: str, win_rate: float) -> MoveSearch:
    return MoveSearch(move, (win_rate, win_rate), (-30.0, -30.0), (move,), NOBODY)


def test_a_lost_game_has_no_more_win_rate_to_lose() -> None:
    """All searches of positions see White win; the comparison of two moves alone sees 30 %."""
    searched = [
        Searched(0, False, found(0.0, "C3"), ((side("D4", 0.0), side("C3", 0.3)),)),
        Searched(1, False, found(1.0, "C5")),
        Searched(2, False, found(0.0, "A1")),
    ]
    review = review_of(record(GAME), searched, ReviewLimits(200))
    first = review.moves[0]
    left = review.win_rate[0].value
    assert 0 <= first.lost_win_rate.value <= left < 0.3
    assert first.lost_win_rate.value == left - review.win_rate[1].value


@pytest.mark.parametrize(
    ("result", "rate", "told"),
    [
        ("W+R", 0.6, "Black resigned too early: there was a chance of 60% to win."),
        ("B+Resign", 0.3, "White resigned too early: there was a chance of 70% to win."),
        ("B+R", 0.9, ""),
        ("W+R", 0.25, ""),  # within the error
        ("W+3.5", 0.6, ""),
        ("", 0.6, ""),
    ],
)
def test_who_could_still_have_won_should_not_resign(result: str, rate: float, told: str) -> None:
    notes = resigned_early(result, ValueWithError(rate, 0.1))
    assert [str(note) for note in notes] == ([told] if told else [])
