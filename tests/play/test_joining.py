"""New moves in a record: where they stand, and that all else stays."""

from __future__ import annotations

import pytest
from hypothesis import given

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.play.joining import joined
from gtpengine.play.trouble import PlayError
from gtpengine.sgf.parse import trees
from gtpengine.sgf.tree import SgfNode, write
from tests.sgf.test_tree import roots, same

B, W = BLACK, WHITE
BEGUN = [(B, 6), (W, 8)]  # B2 D2, in SGF bd dd
RECORD = "(;FF[4]GM[1]SZ[5]EV[Cup]XX[y][z];B[bd]C[one];W[dd](;B[aa]N[a])(;B[ee]C[b]))"


def flat(record: str, begun: list[tuple[int, int]], moves: list[tuple[int, int]]) -> str:
    return joined(record.encode(), begun, moves).decode().replace("\n", "")


def test_moves_after_the_end_go_on() -> None:
    found = flat("(;SZ[5];B[bd]C[one])", BEGUN[:1], [*BEGUN[:1], (W, PASS), (B, 0)])
    assert found.endswith(";B[bd]C[one];W[];B[ae])")


def test_moves_that_leave_the_main_line_are_a_variation() -> None:
    begun = [*BEGUN, (B, 20)]
    found = flat(RECORD, begun, [*BEGUN[:1], (W, 12)])
    assert found.endswith(";B[bd]C[one](;W[dd](;B[aa]N[a])(;B[ee]C[b]))(;W[cc]))")
    for part in ("EV[Cup]", "XX[y][z]"):
        assert part in found


def test_a_variation_that_stands_there_is_gone_on_with() -> None:
    found = flat(RECORD, [*BEGUN, (B, 20)], [*BEGUN, (B, 4), (W, 12)])
    assert found.endswith("(;B[ee]C[b];W[cc]))")


def test_a_record_with_stones_set_up_on_the_way() -> None:
    record = "(;SZ[5];B[bd];W[dd];AE[bd];B[cc];W[cb])"
    found = flat(record, [(B, 12), (W, 17)], [(B, 11)])
    assert ";AE[bd](;B[cc];W[cb])(;B[bc]))" in found


def test_other_games_in_the_file_stay() -> None:
    found = flat("(;SZ[5];B[bd])(;SZ[9]C[two];B[ee])", BEGUN[:1], BEGUN)
    assert found.startswith("(;SZ[5]") and ";B[bd];W[dd])(;SZ[9]C[two]" in found


def test_several_moves_in_a_node_count_each() -> None:
    begun = [(B, 6), (B, 8), (W, 12)]
    found = flat("(;SZ[5];B[bd]B[dd];W[cc])", begun, [*begun[:2], (W, 11)])
    assert found.endswith("[dd](;W[cc])(;W[bc]))")


def test_what_cannot_be_added_says_why() -> None:
    with pytest.raises(PlayError, match="no new moves"):
        flat(RECORD, [*BEGUN, (B, 20)], BEGUN)
    with pytest.raises(PlayError, match="Nothing can be added to this file: line 1"):
        flat("(;SZ[5];B[bd])(;C[no end", BEGUN[:1], BEGUN)
    with pytest.raises(PlayError, match="begins with a move"):
        flat("(;SZ[5]B[bd];W[dd])", BEGUN, [(B, 0)])


@given(roots(), roots())
def test_nothing_of_any_record_is_lost(root: SgfNode, other: SgfNode) -> None:
    for game in (root, other):
        for node in game.main_line():
            for name in ("B", "W", "SZ"):
                node.properties.pop(name, None)
    found = list(trees(joined(write([root, other]), [], [(B, 0)])))
    *_, last = found[0].root.main_line()
    assert last.properties == {"B": [b"as"]}
    *_, before = (node for node in found[0].root.main_line() if node is not last)
    before.children.remove(last)
    assert len(found) == 2 and same(found[0].root, root) and same(found[1].root, other)
