"""GIB: names, ranks, komi, handicap, results and moves of Tygem."""

from __future__ import annotations

import pytest

from gtpengine.sgf.error import SgfError
from gtpengine.sgf.gib import read_gib
from gtpengine.sgf.tree import SgfNode
from tests.sgf.serverfiles import GIB, head, moves


def read(text: str) -> SgfNode:
    return read_gib(text.encode()).root


def test_a_whole_record() -> None:
    root, nodes, _ = read_gib(GIB.encode())
    assert head(root) == {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "SZ": "19",
        "RU": "Korean",
        "KM": "6.5",
        "PB": "검정",
        "BR": "12k",
        "PW": "하양",
        "WR": "3d",
        "DT": "2021-03-07",
        "EV": "친선 대국",
        "GC": "호선 : 흑 공제 6집반",
        "RE": "B+R",
    }
    assert moves(root) == [("B", b"pd"), ("W", b"dp"), ("B", b""), ("W", b"dd")] and nodes == 5
    assert root.children[0].children[0].text("C") == "a word"


@pytest.mark.parametrize(
    ("old", "new", "name", "value"),
    [
        ("GONGJE:65", "GONGJE:375", "KM", "375"),
        ("GONGJE:65", "GONGJE:5", "KM", "0.5"),
        ("GONGJE:65", "GONGJE:0", "KM", ""),
        ("GONGJE:65", "GONGJE:x", "KM", ""),
        ("GONGJE:65,", "", "KM", "6.5"),
        ("GRLT:3,ZIPSU:0", "GRLT:1,ZIPSU:115", "RE", "W+11.5"),
        ("GRLT:3,ZIPSU:0", "GRLT:8,ZIPSU:115", "RE", "W+T"),
        ("GRLT:3,", "GRLT:255,", "RE", "B+R"),
        ("GAMEDATE", "GAMEDAY", "DT", "2021-03-07"),
        ("하양 (3단)", "white", "PW", "white"),
        ("GBKIND:0,", "LINE:17,", "SZ", "17"),
        ("INI 0 1 0", "INI", "HA", ""),
        ("INI 0 1 0", "INI 0 1 3", "HA", "3"),
    ],
)
def test_variants(old: str, new: str, name: str, value: str) -> None:
    assert read(GIB.replace(old, new)).text(name) == value


def test_handicap_stones_and_who_passes() -> None:
    for stones, points in (
        (2, {b"pd", b"dp"}),
        (3, {b"pd", b"dp", b"dd"}),
        (5, {b"pd", b"dp", b"dd", b"pp", b"jj"}),
        (6, {b"pd", b"dp", b"dd", b"pp", b"dj", b"pj"}),
        (8, {b"pd", b"dp", b"dd", b"pp", b"dj", b"pj", b"jd", b"jp"}),
    ):
        root = read(f"\\HS\n\\GS\nINI 0 1 {stones} &4 \nSKI 0 2\n\\GE\n")
        assert set(root.properties["AB"]) == points and len(root.properties["AB"]) == stones
        assert "W" in root.children[0]
    assert len(read("\\HS\n\\GS\nINI 0 1 9").properties["AB"]) == 9


def test_a_handicap_game_without_komi_says_so() -> None:
    assert read(GIB.replace("INI 0 1 0", "INI 0 1 2").replace(":65", ":0")).text("KM") == "0"


def test_names_of_the_other_place() -> None:
    root = read("\\HS\n\\[WUSERINFO=WID:w,WNICK:one\\]\n\\[BUSERINFO=BNICK:two\\]\n\\HE")
    assert (root.text("PB"), root.text("PW")) == ("two", "one")


def test_a_move_that_cannot_be_read_is_not_passed_over() -> None:
    with pytest.raises(SgfError, match=r"line 3: no move: STO 0 2 1 x"):
        read("\\HS\n\\GS\nSTO 0 2 1 x\n\\GE\n")
