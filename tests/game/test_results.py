"""Results in words."""

from __future__ import annotations

import pytest

from gtpengine.game.results import result_words


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("B+3.5", "Black wins by 3.5 points"),
        ("W+1", "White wins by 1 point"),
        ("W+R", "White wins by resignation"),
        ("B+Resign", "Black wins by resignation"),
        ("B+T", "Black wins on time"),
        ("W+F", "White wins by forfeit"),
        ("B+", "Black wins"),
        ("0", "a draw"),
        ("Draw", "a draw"),
        ("Void", "no result"),
        ("?", "unknown"),
        ("W+0.5", "White wins by 0.5 points"),
        ("jigo", "jigo"),
        ("B+much", "B+much"),
        ("B+inf", "B+inf"),
    ],
)
def test_results_in_words(result: str, words: str) -> None:
    assert str(result_words(result)) == words
