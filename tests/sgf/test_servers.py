"""Ranks, dates and results in the words of servers."""

from __future__ import annotations

import pytest

from gtpengine.sgf.servers import ForeignGame, date_of, lines, result_of


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("White wins by resign!", "W+R"),
        ("White loses on time", "B+T"),
        ("Black wins by 16.5 points! >> White(66):Black(89)", "B+16.5"),
        ("White 19Win  >> White(83):Black(64)", "W+19"),
        ("232手完、黒2目半勝ち", "B+2.5"),
        ("白時間切れ勝ち！", "W+T"),
        ("흑 1.5집 승", "B+1.5"),
        ("백 불계패", "B+R"),
        ("白棋12子 >> 白方(94):黑方(82)", "W+12"),
        ("黑胜1又3/4子", "B+"),
        ("ดำชนะด้วยแต้ม!7.5 >> ขาว(63):ดำ(77)", "B+7.5"),
        ("Progressing!", ""),
        ("", ""),
    ],
)
def test_results(text: str, result: str) -> None:
    assert result_of(text) == result


def test_dates() -> None:
    for text in ("20110307 [21: 6]", "2011- 3- 7-17-29", "2011年3月7日", "2011:03:07:18"):
        assert date_of(text) == "2011-03-07"
    assert date_of("99") == date_of("") == ""


def test_ranks_and_names() -> None:
    for text, rank in {
        "9DP": "9p",
        "7D*": "7d",
        "5段P": "5p",
        "1급": "1k",
        "18K": "18k",
        "初段": "1d",
        "八段": "8d",
        "9-dan": "9d",
        "3 kyu": "3k",
        "2k?": "2k",
        "Gosei": "Gosei",
        "9p": "9p",
    }.items():
        game = ForeignGame()
        game.player("B", " a  b ", text)
        assert (game.root.text("PB"), game.root.text("BR")) == ("a b", rank)


def test_lines_end_in_each_way() -> None:
    assert list(lines(b"a\r\n\rb\n c ")) == ["a", "", "b", "c", ""]
    assert [len(line) for line in lines(b"x" * 99_999)] == [10_000, 0]
