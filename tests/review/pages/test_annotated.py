"""The reviewed record: all that was there, with comments, variations and win rates."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from sgfmill import sgf

from gtpengine.base.text.language import Text
from gtpengine.review.pages.annotated import annotated
from gtpengine.review.pages.figures import compared
from gtpengine.review.searching.model import MistakeKind, Review
from gtpengine.review.searching.record import ReviewRecord
from tests.review.games import SHORT, record, short_review

RICH = (
    b"(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]SZ[7]KM[6.5]RU[Chinese]PB[Ann]PW[Ben \\] \\\\ x]"
    b"BR[12k]WR[9k]RE[B+3.5]TM[600]OT[5x30]DT[2026-11-01]C[Start\nof it]XX[private]"
    b";B[dd]BL[598.2]C[Good move \\]\\\\]TR[cc](;W[cc]WL[590]LB[aa:A];B[dc];W[cb]BM[1];B[db];W[ce]"
    b";B[de];W[cf];B[df];W[])(;W[ee]C[Was this better?];B[cc]))"
)


def with_mistakes(review: Review) -> Review:
    """The review as if moves 3, 4 and 6 had been mistakes, and no others."""
    moves = [
        replace(m, cost=0.0, grade="best" if m.grade == "best" else "good") for m in review.moves
    ]
    for number, grade in ((3, "blunder"), (4, "mistake"), (6, "inaccuracy")):
        move = moves[number - 1]
        better = next(c for c in moves[number - 1].candidates if c.move != move.move)
        moves[number - 1] = replace(
            move,
            grade=grade,
            cost=4.0,
            best=better.move,
            candidates=(better,),
            kinds=(MistakeKind("ko", Text("Ko: E5 takes the ko.")),),
        )
    return replace(review, moves=tuple(moves))


def read(data: bytes = SHORT) -> tuple[ReviewRecord, Review, Any]:
    game = record(data)
    review = with_mistakes(short_review())
    return game, review, sgf.Sgf_game.from_bytes(annotated(game, review))


def test_everything_that_was_there_is_there() -> None:
    before = sgf.Sgf_game.from_bytes(RICH)
    _, _, after = read(RICH)

    def check(old: Any, new: Any) -> None:
        for name in old.properties():
            if name == "C":
                assert new.get("C").startswith(old.get("C"))
            else:
                assert new.get_raw_list(name) == old.get_raw_list(name)
        assert len(new) >= len(old)
        for k, child in enumerate(old):
            check(child, new[k])

    check(before.get_root(), after.get_root())
    main = [node.get_move() for node in before.get_main_sequence()]
    assert [node.get_move() for node in after.get_main_sequence()] == main
    assert after.get_root()[0][1].get("C") == "Was this better?"


def test_win_rates_for_the_graph_of_sabaki() -> None:
    _, review, game = read()
    rates = [float(node.get_raw("SBKV")) for node in game.get_main_sequence()]
    assert len(rates) == 11
    assert rates == pytest.approx([100 * one.value for one in review.win_rate], abs=0.006)


def test_comments_marks_and_variations() -> None:
    _, review, game = read()
    nodes = game.get_main_sequence()
    assert nodes[0].get("C").startswith("Reviewed by gtpengine, 20 simulations a position")
    assert nodes[3].get("C").splitlines()[0].startswith("Black ")
    assert "blunder: D5 loses" in nodes[3].get("C") and "takes the ko" in nodes[3].get("C")
    assert nodes[3].get_raw("BM") == b"2" and nodes[4].get_raw("BM") == b"1"
    assert nodes[6].has_property("DO")
    for number in (3, 4, 6):
        better = review.moves[number - 1].candidates[0]
        parent = nodes[number - 1]
        assert len(parent) == 2 and parent[0] is not None
        node, line = parent[1], []
        shown = compared(review, review.moves[number - 1]).rows[0].figures.percent
        side = "Black" if number % 2 else "White"
        assert node.get("C") == f"better: {better.move}, {side} wins {shown}%"
        black = re.match(r"Black wins (\d+)%", parent.get("C").split("\n\n")[-1])
        if number > 1:  # the node before says the same of the same position
            assert black and int(black[1]) == (shown if side == "Black" else 100 - shown)
        while True:
            color, point = node.get_move()
            line.append("pass" if point is None else "ABCDEFG"[point[1]] + str(point[0] + 1))
            assert color == ("b" if (number + len(line)) % 2 == 0 else "w")
            if not len(node):
                break
            node = node[0]
        assert tuple(line) == better.line


def test_a_judgement_that_was_there_stays() -> None:
    _, _, game = read(RICH)
    assert game.get_main_sequence()[4].get_raw("BM") == b"1"
    assert not game.get_main_sequence()[4].has_property("DO")


def test_handicap_and_set_up_stay() -> None:
    data = SHORT.replace(b"RE[", b"HA[2]AB[ab][ac]PL[B]RE[")
    _, _, game = read(data)
    root = game.get_root()
    assert root.get("HA") == 2 and root.get_setup_stones()[0] == {(5, 0), (4, 0)}


def test_other_charsets_become_utf_8() -> None:
    data = SHORT.replace(b"CA[UTF-8]", b"CA[ISO-8859-1]").replace(b"Ann", "Bjørn".encode("latin-1"))
    game = record(data)
    after = annotated(game, short_review())
    assert b"CA[UTF-8]" in after
    assert sgf.Sgf_game.from_bytes(after).get_player_name("b") == "Bjørn"


def test_a_review_of_a_part_leaves_the_rest() -> None:
    data = SHORT.replace(b";W[])", b";W[dd];B[ff])")
    game = record(data)
    assert len(game.moves) == 9
    review = short_review()
    part = replace(review, moves=review.moves[:9], win_rate=review.win_rate[:10])
    nodes = sgf.Sgf_game.from_bytes(annotated(game, part)).get_main_sequence()
    assert len(nodes) == 12 and not nodes[10].has_property("C")
