"""Results in words."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE
from gtpengine.game.results import result_words, winner_of


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


@pytest.mark.parametrize(
    ("result", "winner"),
    [
        *(("B+3.5", BLACK), ("w+r", WHITE), ("W+", WHITE), ("B+Void?", BLACK)),
        *(("黑中盘胜", BLACK), ("白2目半勝ち", WHITE), ("흑 불계승", BLACK), ("白負", BLACK)),
        *(("Black wins by resignation", BLACK), ("White loses on time", BLACK)),
        *(("Void", EMPTY), ("jigo", EMPTY), ("", EMPTY), ("0", EMPTY), ("和棋", EMPTY)),
        *(("Black 3, White 3", EMPTY), ("?", EMPTY)),
    ],
)
def test_who_won(result: str, winner: int) -> None:
    assert winner_of(result) == winner
