"""Text and SGF: exported books come back whole; wrong files are refused by line."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from gtpengine.books.bookfile import BookError, Header, Move
from gtpengine.books.building import build
from gtpengine.books.canonical import board_frame
from gtpengine.books.table import Table
from gtpengine.books.textform import FIRST_LINE, from_text, to_sgf, to_text
from gtpengine.books.textform import from_sgf as read_sgf
from gtpengine.books.walk import position_after

from board_ext.coords import BLACK, vertices_to_points
from board_ext.position import Position

from .games import KEEP_ALL, random_game, small_book, sorted_entries


def from_sgf(data: bytes, tell: Callable[[str], None] = lambda _: None) -> Table:
    return read_sgf(data, tell)


def books() -> list[Table]:
    plain = small_book()
    searched = small_book(4)
    searched.header = dataclasses.replace(
        searched.header,
        decides="search",
        komi=3.0,
        provenance=({"note": "Größe 4\n]\u2028\x85\r"},),
    )
    for entry in searched.entries.values():
        entry.movers = 3
        for number, move in enumerate(entry.moves):
            move.visits, move.value = number * 100, number / 7 % 1
    uncounted = small_book(4)
    for entry in uncounted.entries.values():
        entry.games = entry.half_wins = 0
    corner = build(
        [random_game(9, 20, seed) for seed in range(30)], 9, Header("corner", (9,), 4), KEEP_ALL
    )
    return [plain, searched, corner, uncounted]


@pytest.mark.parametrize("table", books(), ids=["games", "search", "corner", "uncounted"])
def test_round_trips(table: Table) -> None:
    text = to_text(table)
    again = from_text(text)
    assert again.header == table.header
    assert sorted_entries(again) == sorted_entries(table)
    assert to_text(again.book()) == to_text(table.book())
    tree = from_sgf(to_sgf(table))
    assert tree.header == table.header
    assert sorted_entries(tree) == sorted_entries(table)


HEAD = "\n".join(to_text(small_book(9, 1)).splitlines()[:2]) + "\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no book in text form"),
        (FIRST_LINE + "\n# {}\n", "line 2: the header cannot be used .kind is missing: give board"),
        (FIRST_LINE + "\n# []\n", "line 2: the header cannot be used .no JSON object"),
        (HEAD + "-\tb\tE5 1 1 0\n", "line 3: 'E5 1 1 0': write vertex games"),
        (HEAD + "-\tx\tE5 1 1 0 -\n", "line 3: colours 'x'"),
        (HEAD + "-\tb 9\tE5 1 1 0 -\n", "line 3: colours 'b 9': write b, w or bw, and games"),
        (HEAD + "-\tb 3 7\tE5 1 1 0 -\n", "line 3: games 3, half wins 7 do not go together"),
        (HEAD + "-\tb\tE5 1 3 0 -\n", "line 3: games 1, half wins 3"),
        (HEAD + "-\tb\tE5 1 1 9 1.5\n", "line 3: value 1.5"),
        (HEAD + "\nE5 E5\tb\tC3 1 1 0 -\n", "line 4: .*occupied"),
        (HEAD + "E5\tw\tE5 1 1 0 -\n", "line 3: E5 is illegal"),
        (HEAD + "pass\tw\tE5 1 1 0 -\n", "line 3: books have no passes"),
        (HEAD + "nonsense\n", "line 3: 'nonsense': write the moves that lead to the position"),
        (HEAD + "-\tb\tE5 x 1 0 -\n", "line 3: 'x' is no count: write a whole number"),
        (HEAD + "-\tb\tE5 1 1 9999999999 -\n", "line 3: '9999999999' is no count"),
        (HEAD + "-\tb\tE5 1 1 0 much\n", "line 3: value 'much': write a number between 0 and 1"),
        (HEAD + "-\tb\t \n", "line 3: ' ': write vertex games"),
        (FIRST_LINE + "\n# " + "[" * 100_000 + "\n", "line 2: the header .*nested too deeply"),
        (HEAD.replace('"komi": 7.5', '"komi": "x"'), "line 2: .*komi 'x': give a number"),
        (HEAD.replace('"region": 0', '"region": 1e999'), "line 2: .*region inf: give the lines"),
    ],
)
def test_wrong_text_is_refused(text: str, words: str) -> None:
    with pytest.raises(BookError, match=words):
        from_text(text)


def test_any_tree_counts_its_lines() -> None:
    table = from_sgf(b"(;SZ[9]KM[6.5];B[ee](;W[cc](;B[gg])(;B[gf]))(;W[gg]C[hello]))")
    assert table.header == Header("board", (9,), komi=6.5)
    root = board_frame(Position(9), BLACK)
    assert table.moves(root.key) == [Move(root.to_key(40), 3, 3)]
    # C7 and G3 are the same for a stone on E5.
    position = position_after(table.header, vertices_to_points("E5", 9))
    [reply] = table.moves(board_frame(position, position.to_play).key)
    assert (reply.games, reply.half_wins) == (3, 3)


@pytest.mark.parametrize(
    ("root", "komi", "rules"),
    [
        (b"RU[Japanese]KM[6.5]", 6.5, "japanese"),
        (b"RU[Japanese]", 6.5, "japanese"),
        (b"RU[NZ]", 7.0, "new-zealand"),
        (b"RU[Tromp-Taylor]KM[7]", 7.0, "tromp-taylor"),
        (b"RU[GOE]KM[8]", 8.0, "new-zealand"),
        (b"RU[Fuzhou]KM[8]", 8.0, "chinese"),
        (b"RU[Japanese]KM[6,5]", 6.5, "japanese"),
        (b"RU[Tromp-Taylor]KM[375]", 7.5, "tromp-taylor"),
        (b"", 7.5, "chinese"),
    ],
)
def test_komi_and_rules_of_a_tree_are_read(root: bytes, komi: float, rules: str) -> None:
    told: list[str] = []
    header = from_sgf(b"(;SZ[9]" + root + b";B[ee])", told.append).header
    assert (header.komi, header.rules) == (komi, rules)
    if b"GOE" in root:
        assert told == ["The rules 'GOE' are read as new-zealand ones, the nearest."]
    elif b"Fuzhou" in root:
        assert told == ["The rules 'Fuzhou' are not known; chinese ones are taken."]
    else:
        assert told == []


def test_passes_at_the_end_are_left_out_and_the_root_may_move() -> None:
    plain = from_sgf(b"(;SZ[9];B[ee];W[cc])")
    for tree in (
        b"(;SZ[9];B[ee];W[cc];B[];W[tt])",
        b"(;SZ[9]B[ee];W[cc])",
        b"(;SZ[9];B[ee];W[cc];B[];W[];AE[cc]TB[aa])",
    ):
        assert from_sgf(tree).entries == plain.entries
    # A line that ends by a pass counts up to there.
    both = from_sgf(b"(;SZ[9];B[ee](;W[cc];B[gg])(;W[]))")
    assert sorted(m.games for e in both.entries.values() for m in e.moves) == [1, 1, 2]


def test_trees_of_another_komi_are_told() -> None:
    games = b"(;SZ[9]KM[6.5];B[ee])" * 2 + b"(;SZ[9]KM[0.5];B[cc])" * 3 + b"(;SZ[9];B[ee])"
    told: list[str] = []
    header = from_sgf(games, told.append).header
    assert (header.komi, header.rules) == (6.5, "chinese")
    assert told == [
        "4 of 6 games have another komi or other rules than 6.5 and chinese, 3 of them 0.5 and"
        " chinese; their lines count: leave them out if that is not meant"
    ]


def test_all_trees_of_a_file_in_any_encoding() -> None:
    table = from_sgf(b"(;SZ[9]CA[NONE];B[ee]C[\xff])(;SZ[9];B[ee];W[cc])")
    root = board_frame(Position(9), BLACK)
    assert table.moves(root.key) == [Move(root.to_key(40), 2, 2)]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"hello", "no SGF file"),
        (b"(;SZ[9];AB[ee];W[cc])", "after the beginning: set-up stones"),
        (b"(;SZ[9];B[ee];B[cc])", "after E5: a colour moves twice"),
        (b"(;SZ[9];B[ee];W[];B[cc])", "after E5: a pass"),
        (b"(;SZ[9];B[ee];W[ee])", "after E5: E5 is illegal"),
        (b"(;SZ[9];B[ee];W[zz])", "after E5: a move that is not on the board"),
        (b"(;SZ[9]KM[much];B[ee])", r"komi KM\[much\] is no number; write one or leave it out"),
        (b"(;SZ[9]KM[375e9];B[ee])", r"komi KM\[375e9\] is no number"),
        (b"(;SZ[9];B[ee][cc])", "after the beginning: a colour moves twice"),
        (b"(;SZ[9]B[ee];B[cc])", "after E5: a colour moves twice"),
        (to_sgf(small_book()).replace(b"header: {", b'header: {"a":' + b"[" * 9999), "too deep"),
        (b"(;SZ[9];B[ee])(;SZ[13];B[ee])", "boards of different sizes"),
        (to_sgf(small_book()).replace(b"book: ", b"cook: "), "a move without numbers"),
        (to_sgf(small_book()).replace(b'"board"', b'"bored"'), "header cannot be used"),
        (to_sgf(small_book()).replace(b'"chinese"', b'"chinoise"'), "rules.*chinese"),
    ],
)
def test_other_trees_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(BookError, match=words):
        from_sgf(data)
