"""GIB, NGF and UGF are known by their first lines; hostile files end in errors."""

from __future__ import annotations

import contextlib
import random
import time

import pytest

from gtpengine.sgf import servers
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.formats import reader_of
from gtpengine.sgf.parse import first_tree, is_sgf, trees
from gtpengine.sgf.tree import MOST_NODES, write
from tests.sgf.serverfiles import FILES, GIB, NGF, UGF


@pytest.mark.parametrize("name", FILES)
def test_each_format_is_known_whatever_its_charset_and_lines(name: str) -> None:
    data = FILES[name]
    assert reader_of(data) is not None and not is_sgf(data)
    tree = first_tree(data)
    again = first_tree(write([tree.root]))
    assert write([again.root]) == write([tree.root]) and not tree.more
    assert is_sgf(write([tree.root]))
    for other in (data.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\r"), data[:-1]):
        assert write([first_tree(other).root]) == write([tree.root])


def test_marks_of_byte_order() -> None:
    for text in (GIB, NGF, UGF):
        for charset in ("utf-8-sig", "utf-16"):
            data = text.replace("Lang=SJIS\n", "").encode(charset)
            assert len(list(first_tree(data).root.main_line())) == 5
            assert not is_sgf(data)


@pytest.mark.parametrize(
    "data", [b"(;SZ[9])", b"", b"x\n19\n(;SZ[9]C[\nPM])", b"\\HSx", b"a\n19\nb"]
)
def test_all_else_is_left_to_sgf(data: bytes) -> None:
    assert reader_of(data) is None and is_sgf(data)


def test_what_is_wrong_is_said_with_its_line() -> None:
    for data, why in (
        (GIB.replace("15 3", "15 19"), "line 16: the point is outside a 19x19 board"),
        (NGF.replace("PMACWEQQE", "PMACWEZZE"), "line 14: the point is outside a 19x19 board"),
        (NGF.replace(".com\n0", ".com\nmany"), "line 6: no handicap: many"),
        (UGF.replace("DD,W1", "TD,W1"), "line 18: the point is outside a 19x19 board"),
        (UGF.replace("PLAIN_UGF_FILE", "x"), "line 17: an encrypted UGF file"),
        ("\\HS\n\\GS\n" + "SKI 0 1\n" * (MOST_NODES + 1), "more than 200,000 nodes"),
        ("\\HS\n" + "\n" * (2 * MOST_NODES + 9), "more than 400,000 lines"),
    ):
        with pytest.raises(SgfError, match=why):
            list(trees(data))


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_was_cut_off_has_a_note_or_is_an_error(name: str) -> None:
    data, notes = FILES[name], 0
    whole = first_tree(data)
    assert not whole.notes or "charset" in str(whole.notes[0])
    for end in range(len(data)):
        try:
            tree = first_tree(data[:end])
        except SgfError:
            continue
        cut_off = any("perhaps it was cut off" in str(note) for note in tree.notes)
        notes += cut_off
        assert cut_off or len(list(tree.root.main_line())) == len(list(whole.root.main_line())), end
    assert notes > 9


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (NGF.replace("PMACWEQQE", "PMACWE"), "line 14"),
        (UGF.replace("DD,W1,2,0", "DD,W1"), "line 18"),
        (UGF.replace("NODE,3,2,4,4", "NODE,3,2"), "line 39"),
        (GIB.replace("STO 0 3 2 3 15", "STO 0 3 2"), "line 17"),
    ],
)
def test_a_move_that_cannot_be_read_is_not_passed_over(text: str, at: str) -> None:
    with pytest.raises(SgfError, match=rf"{at}: no move: "):
        first_tree(text.encode())


def test_a_file_without_a_count_of_moves_or_without_moves_is_whole() -> None:
    for text in (
        NGF.replace("\n15\n黒2目半勝ち! >> 白(64):黒(76)\n4\n", "\n15\n\n\n"),
        UGF.replace("Moves=4,0\n", ""),
        "[Header]\nSize=9\nMoves=0\n[Data]\n[Figure]\n",
    ):
        assert not any("cut off" in str(note) for note in first_tree(text.encode()).notes)


def test_hostile_files_end_in_an_error_or_a_tree() -> None:
    rng = random.Random(1)
    for _ in range(1500):
        data = bytearray(rng.choice(list(FILES.values())))
        for _ in range(rng.randrange(1, 20)):
            at = rng.randrange(len(data))
            kind = rng.randrange(4)
            if kind == 0:
                data[at] = rng.randrange(256)
            elif kind == 1:
                del data[at : at + rng.randrange(40)]
            elif kind == 2:
                data[at:at] = rng.choice([b"\0", b"9" * 5000, b"\n", b",", b"[", b"&4", b"\\["])
            else:
                data[at:at] = data[rng.randrange(len(data)) :][:80]
        with contextlib.suppress(SgfError):
            assert write([tree.root for tree in trees(bytes(data))])


def test_repeated_lines_take_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "MOST_LINES", 80_000)
    monkeypatch.setattr(servers, "MOST_NODES", 40_000)
    begin = time.process_time()
    for head, line in (
        ("\\HS\n\\GS\n", "INI 0 1 9 &4 word\n"),
        ("x\n19\n", "PMABBAAAA\nID B[1] word\n"),
        ("[Header]\n[Data]\n", "PP,B1,1,0\n"),
        ("[Header]\n[ReviewNode]\n", "VARIATION,\nNODE,1,1,3,3\n"),
        ("[Header]\n[Data]\nPP,B1,1,0\n[Figure]\n.Text,1\n", "word\n"),
        ("\\HS\n", "\\[GAMENAME=" + "x" * 90 + "\n"),
    ):
        with pytest.raises(SgfError, match="more than"):
            list(trees(head + line * (100_000 // line.count("\n"))))
    assert time.process_time() - begin < 30  # some 2; in quadratic time an hour
