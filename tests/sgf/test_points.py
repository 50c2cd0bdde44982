"""Points as SGF names them."""

from __future__ import annotations

import pytest

from board_ext.coords import PASS, vertex_to_point
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.points import PASS as OWN_PASS
from gtpengine.sgf.points import move_points, name_of, stones
from gtpengine.sgf.tree import SgfNode


def test_points_are_those_of_the_board() -> None:
    assert OWN_PASS == PASS
    for vertex, name in (("A9", b"aa"), ("J1", b"ii"), ("E5", b"ee"), ("A1", b"ai")):
        assert name_of(vertex_to_point(vertex, 9), 9) == name
        assert move_points(SgfNode({"B": [name]}), 9) == [("b", vertex_to_point(vertex, 9))]
    assert name_of(PASS, 9) == b""


def test_moves_of_a_node() -> None:
    node = SgfNode({"W": [b"", b"tt"], "C": [b"x"], "B": [b" aa\n"]})
    assert move_points(node, 19) == [("w", PASS), ("w", PASS), ("b", 18 * 19)]
    assert move_points(SgfNode({"C": [b"x"]}), 19) == []
    for wrong in (b"zz", b"a", b"ss", b"AA:bb"):
        with pytest.raises(SgfError, match=r"cannot read B\[.*\] on 9x9"):
            move_points(SgfNode({"B": [wrong]}), 9)


def test_stones_and_rectangles() -> None:
    node = SgfNode({"AB": [b"aa", b"ba:cb", b"cb:ba", b""]})
    wanted = sorted(vertex_to_point(v, 9) for v in ("A9", "B9", "C9", "B8", "C8"))
    assert list(stones(node, "AB", 9)) == wanted and stones(node, "AW", 9) == ()
    for wrong in (b"zz", b"aa:zz", b"aa:", b":aa", b":"):
        with pytest.raises(SgfError, match=r"cannot read AB\["):
            stones(SgfNode({"AB": [wrong]}), "AB", 9)
