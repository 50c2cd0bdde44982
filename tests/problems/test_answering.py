"""An answer: the best move and any other good one solve a problem, the mistake does not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from board_ext.coords import PASS, vertex_to_point
from gtpengine.base.text.language import NO_TEXT
from gtpengine.problems.answering import judged
from gtpengine.problems.problem import OwnMistake
from gtpengine.review.searching.searches import ReviewLimits, ReviewSearcher


@pytest.fixture(scope="module")
def searcher() -> Iterator[ReviewSearcher]:
    one = ReviewSearcher(ReviewLimits(200), 32)
    yield one
    one.close()


def test_the_best_move_and_the_mistake_need_no_search(problem: OwnMistake) -> None:
    class Nobody:
        """Searches nothing."""

    best = judged(problem, vertex_to_point("D6", 7), [Nobody()])  # type: ignore[list-item]
    assert best.solved and best.line == problem.best
    again = judged(problem, vertex_to_point("E6", 7), [Nobody()])  # type: ignore[list-item]
    assert not again.solved and again.lost_points == problem.lost_points
    assert again.line == problem.played


def test_another_move_is_searched(problem: OwnMistake, searcher: ReviewSearcher) -> None:
    for point in (vertex_to_point("A1", 7), PASS):
        answer = judged(problem, point, [searcher])
        assert not answer.solved and answer.lost_win_rate > 0.2 and answer.line


def test_any_good_move_counts(problem: OwnMistake, searcher: ReviewSearcher) -> None:
    """The review named another best move; the move that is best now solves the problem."""
    other = OwnMistake(
        problem.sgf, "b", "ko", "middle", NO_TEXT, ("A1",), ("B6",), 20.0, 0.5, "game", 7
    )
    assert judged(other, vertex_to_point("D6", 7), [searcher]).solved
