"""NGF: the head by its lines, also in the older order, and the moves of Cyberoro."""

from __future__ import annotations

import pytest

from gtpengine.sgf.ngf import read_ngf
from gtpengine.sgf.tree import SgfNode
from tests.sgf.serverfiles import NGF, NGF_OLDER, head, moves


def read(text: str) -> SgfNode:
    return read_ngf(text.encode()).root


def test_a_whole_record() -> None:
    root, nodes, _ = read_ngf(NGF.encode())
    assert head(root) == {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "SZ": "19",
        "RU": "Korean",
        "KM": "6.5",
        "PB": "くろ",
        "BR": "9p",
        "PW": "しろ いし",
        "WR": "7d",
        "DT": "2021-03-07",
        "EV": "レーティング対局",
        "PC": "www.cyberoro.com",
        "RE": "B+2.5",
    }
    assert moves(root) == [("B", b"pd"), ("W", b"dp"), ("B", b""), ("W", b"dd")] and nodes == 5


def test_the_older_head() -> None:
    root = read(NGF_OLDER)
    assert [root.text(name) for name in ("PB", "BR", "PW", "WR")] == ["黑子", "5d", "白子", "1d"]
    assert [root.text(name) for name in ("SZ", "KM", "DT")] == ["19", "6.5", "2006-09-05"]
    assert root.text("RE") == "B+R"
    *_, last = root.main_line()
    assert last.text("C") == "黑中盘胜(消息)"


@pytest.mark.parametrize(
    ("handicap", "komi", "said"),
    [("0", "0", "0.5"), ("0", "7.5", "7.5"), ("1", "0", "0"), ("3", "0", "0"), ("0", "x", "")],
)
def test_komi_and_handicap(handicap: str, komi: str, said: str) -> None:
    root = read(NGF.replace("com\n0\n0\n6\n", f"com\n{handicap}\n0\n{komi}\n"))
    assert root.text("KM") == said
    assert root.properties.get("AB", []) == ([b"pd", b"dp", b"pp"] if handicap == "3" else [])


def test_a_name_of_two_words_has_no_rank() -> None:
    assert read(NGF.replace("しろ いし      7段*", "Lee S.D.")).text("PW") == "Lee S.D."
    assert read("PMABBQEEQ\n").children
