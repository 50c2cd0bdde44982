"""UGF: the head, the moves, the comments and the variations of PandaNet."""

from __future__ import annotations

import pytest

from gtpengine.sgf.tree import SgfNode
from gtpengine.sgf.ugf import read_ugf
from tests.sgf.serverfiles import UGF, head, moves


def read(text: str) -> SgfNode:
    return read_ugf(text.encode()).root


def test_a_whole_record() -> None:
    root, nodes, _ = read_ugf(UGF.encode())
    assert head(root) == {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "SZ": "19",
        "RU": "Japanese",
        "KM": "6.50",
        "PB": "表 太郎",
        "BR": "7d",
        "PW": "白石",
        "WR": "2k",
        "DT": "2021-03-07",
        "EV": "26,名人戦",
        "PC": "PANDA-NET",
        "RE": "B+2.5",
        "C": "よろしく",
    }
    assert moves(root) == [("B", b"pd"), ("W", b"dp"), ("B", b""), ("W", b"dd")] and nodes == 7
    first = root.children[0]
    second, other = first.children
    assert second.text("C") == "見損じ" and second.properties["LB"] == [b"pd:A"]
    assert other.properties["W"] == [b"pp"] and other.text("C") == "another way"
    assert other.children[0].properties["B"] == [b""]
    assert second.children[0].children[0].text("C") == "譜の言葉"


@pytest.mark.parametrize(
    ("old", "new", "name", "value"),
    [
        ("B,2.50", "W,C", "RE", "W+R"),
        ("B,2.50", "W,T", "RE", "W+T"),
        ("B,2.50", "D,", "RE", "Draw"),
        ("B,2.50", "N1,E", "RE", "Void"),
        ("B,2.50", "A,", "RE", ""),
        ("0,6.50", "3,0.50", "HA", "3"),
        ("0,6.50", "0,-5.50", "KM", "-5.50"),
        ("JPN", "CHN", "RU", "CHN"),
        ("PlayerB=表 太郎,7d", "PlayerB=表 太郎,名人", "BR", "名人"),
    ],
)
def test_variants(old: str, new: str, name: str, value: str) -> None:
    assert read(UGF.replace(old, new)).text(name) == value


def test_rows_from_above_stones_of_number_0_and_passes_of_other_kinds() -> None:
    lines = (
        *("# a comment", "[Header]", "Size=19", "[Data]", "DD,B1,0,0", "PP,B1,0,0", "CA,W0,0,0"),
        *("CC,W1,1,0", "YZ,MK,2,0", "nonsense", "DC,W2,3,9 '00:01:02"),
    )
    root = read("\n".join(lines))
    assert root.properties["AB"] == [b"dd", b"pp"] and "AW" not in root
    assert moves(root) == [("W", b"cc"), ("B", b""), ("W", b"dc")]
