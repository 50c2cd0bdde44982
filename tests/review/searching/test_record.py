"""Records to review: what is read, and a clear sentence for what cannot be reviewed."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.review.searching.record import Refused, ReviewRecord, read_record, read_records
from gtpengine.sgf.error import SgfError
from tests.review.games import SHORT


def test_a_game() -> None:
    record = read_record(SHORT)
    assert (record.size, record.komi, record.rules.name) == (7, 6.5, "chinese")
    assert len(record.moves) == 10 and record.moves[-1] == (WHITE, PASS)
    assert record.texts["PB"] == "Ann" and record.texts["WR"] == "9k" and record.notes == ()
    positions = list(record.positions())
    assert len(positions) == 11 and [p.to_play for p in positions[:2]] == [BLACK, WHITE]
    assert positions[10].move_number == 10 and positions[0].move_number == 0


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "an empty file"),
        (b"hello", "no SGF: it has no '\\(;'"),
        (b"(;SZ[9];B[ee", "line 1, column 10: the value that begins here has no end"),
        (b"(;GM[1]SZ[9:13];B[ee])", "a board of 9x13; only square boards"),
        (b"(;GM[1]SZ[21];B[ee])", "board size 21 is not between 2 and 19"),
        (b"(;GM[2]SZ[8];B[ee])", "no game of Go"),
        (b"(;GM[1]SZ[9]KM[7.5])", "^no moves$"),
        (b"(;GM[1]SZ[9]AB[ee]AW[cc])", "stones are set up, but there are no moves"),
        (b"(;GM[1]SZ[9];B[zz])", "after move 0: cannot read B"),
        (b"(;GM[1]SZ[9]AB[ee];B[ee];W[cc])", "move 1: .*occupied.*--rules"),
    ],
)
def test_what_cannot_be_reviewed_says_why(data: bytes, why: str) -> None:
    with pytest.raises(SgfError, match=why):
        read_record(data)
    (refused,) = read_records(data, "game")
    assert isinstance(refused, Refused) and refused.name == "game"


def test_a_game_with_handicap_is_reviewed_and_says_so() -> None:
    record = read_record(b"(;GM[1]SZ[9]HA[3]KM[0.5]RU[Chinese]AB[gc][cg][gg];W[ee];B[ec])")
    assert record.start.handicap == 3 and record.moves[0][0] == WHITE
    assert sorted(record.stones(BLACK)) == ["C3", "G3", "G7"] and record.stones(WHITE) == []
    assert "3 handicap stones" in str(record.notes[0])


def test_a_game_under_japanese_rules_is_reviewed_and_says_so() -> None:
    record = read_record(b"(;GM[1]SZ[9]RU[Japanese]KM[6.5];B[ee])")
    assert record.rules.name == "japanese" and "counts territory" in str(record.notes[0])
    again = read_record(b"(;GM[1]SZ[9]RU[Japanese]KM[6.5];B[ee])", rules="chinese")
    assert again.rules.name == "chinese" and again.notes == ()


def test_a_record_that_says_little_is_taken_as_usual() -> None:
    record = read_record(b"(;GM[1]SZ[9];B[ee])")
    assert record.rules.name == "chinese" and record.komi == 7.5
    assert "no rules" in str(record.notes[0]) and "no komi" in str(record.notes[1])


def test_rules_that_are_not_known_are_told() -> None:
    record = read_record(b"(;GM[1]SZ[9]KM[7]RU[Fuzhou];B[ee])")
    assert record.rules.name == "chinese"
    [note] = record.notes
    assert str(note) == "The rules 'Fuzhou' are not known; Chinese ones are taken."
    goe = read_record(b"(;GM[1]SZ[9]KM[7]RU[GOE];B[ee])")
    assert "'GOE' are read as new-zealand ones" in str(goe.notes[0])
    with pytest.raises(SgfError, match=r"unknown rules 'Fuzhou': --rules knows chinese, "):
        read_record(b"(;GM[1]SZ[9];B[ee])", rules="Fuzhou")


def test_stones_that_are_set_up_later() -> None:
    record = read_record(b"(;GM[1]SZ[9]KM[7]RU[Chinese];B[ee];W[cc];AE[cc])")
    assert len(record.moves) == 2 and record.notes == ()
    record = read_record(b"(;GM[1]SZ[9]KM[7]RU[Chinese];B[ee];AW[cc];B[gg])")
    assert len(record.moves) == 1
    [note] = record.notes
    assert str(note) == "Stones are set up after move 1, so the review ends there."


def test_a_komi_that_cannot_be_read_is_told_and_a_comma_is_read() -> None:
    record = read_record(b"(;GM[1]SZ[9]KM[seven]RU[Chinese];B[ee])")
    assert record.komi == 7.5 and "komi 'seven' cannot be read" in str(record.notes[0])
    record = read_record(b"(;GM[1]SZ[9]KM[6,5]RU[Chinese];B[ee])")
    assert record.komi == 6.5 and record.notes == ()


def test_the_main_line_is_reviewed() -> None:
    record = read_record(b"(;GM[1]SZ[9]KM[7]RU[Chinese];B[ee](;W[cc];B[gg])(;W[dd];B[ff]))")
    assert [point for _, point in record.moves] == [40, 56, 24]


def test_a_record_ends_before_a_move_that_cannot_be_played() -> None:
    record = read_record(b"(;GM[1]SZ[9]KM[7]RU[Chinese];B[ee];W[cc];B[ee];W[gg])")
    assert len(record.moves) == 2
    assert str(record.notes[0]).startswith(
        "Move 3 cannot be played (illegal move black E5: occupied)"
    )


def test_the_same_side_may_move_twice() -> None:
    record = read_record(b"(;GM[1]SZ[9]KM[7]RU[Chinese];B[ee];B[cc];W[gg])")
    assert [color for color, _ in record.moves] == [BLACK, BLACK, WHITE]
    assert [p.to_play for p in record.positions()][:3] == [BLACK, BLACK, WHITE]
    assert "twice in a row" in str(record.notes[0])


def test_a_collection_gives_each_game_and_each_reason() -> None:
    found = read_records(SHORT + b"(;GM[1]SZ[9])" + SHORT, "league")
    assert [one.name for one in found] == ["league-1", "league-2", "league-3"]
    assert [type(one) for one in found] == [ReviewRecord, Refused, ReviewRecord]


@pytest.mark.parametrize("encoding", ["gb18030", "shift_jis", "utf-8", "latin-1"])
def test_names_in_any_encoding(encoding: str) -> None:
    """In GB18030 and Shift JIS half a character may be ``]`` or a backslash."""
    name = "Bjørn" if encoding == "latin-1" else "表示" if encoding == "shift_jis" else "俓李]"
    text = f"(;GM[1]SZ[9]KM[7]RU[Chinese]PB[{name.replace(']', chr(92) + ']')}];B[ee];W[cc])"
    record = read_record(text.encode(encoding))
    assert len(record.moves) == 2
    if encoding != "latin-1":
        assert record.texts["PB"]
