"""Commands for boards, moves, handicap and records, with a searcher that knows nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gtp.talk import Talk


@pytest.fixture
def gtp() -> Talk:
    return Talk()


@pytest.mark.parametrize("size", [2, 3, 9, 13, 19])
def test_board_sizes(gtp: Talk, size: int) -> None:
    gtp("play b A1")
    gtp(f"boardsize {size}")
    assert gtp.engine.position.size == size
    assert gtp("list_stones b") == ""
    gtp(f"boardsize {size} {size}")


@pytest.mark.parametrize("text", ["1", "20", "0", "-9", "40", "2147483647", "9 13"])
def test_unacceptable_sizes(gtp: Talk, text: str) -> None:
    gtp("play b A1")
    assert gtp.fails(f"boardsize {text}") == "unacceptable size"


@pytest.mark.parametrize("text", ["", "nine", "9.0", "9" * 5000, "0x9", "٩", "9 x"])
def test_sizes_that_are_no_integers(gtp: Talk, text: str) -> None:
    assert gtp.fails(f"boardsize {text}").startswith("syntax error: ")


def test_komi_survives_a_new_game(gtp: Talk) -> None:
    for text, shown in (("0.5", "0.5"), ("-7", "-7"), ("1e6", "1000000"), ("6,5", None)):
        if shown is None:
            gtp.fails(f"komi {text}")
            continue
        gtp(f"komi {text}")
        gtp("clear_board")
        assert gtp("get_komi") == shown
        gtp("boardsize 9")
        assert gtp("get_komi") == shown
    for text in ("", "nan", "inf", "-inf", "abc", "1_0", "0x10", "1e999"):
        assert gtp.fails(f"komi {text}").startswith("syntax error: ")


def test_moves_in_any_order_and_case(gtp: Talk) -> None:
    gtp("play b d4")
    gtp("play BLACK D5")
    gtp("play Black pass")
    gtp("play W PASS")
    gtp("play white J9")
    assert gtp("list_stones black") == "D4 D5"
    assert gtp("list_stones w") == "J9"
    assert gtp.engine.position.move_number == 5


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("play b d4", "illegal move: D4: occupied"),
        ("play w a1", "illegal move: A1: suicide"),
        ("play b", "syntax error: vertex missing"),
        ("play", "syntax error: colour missing"),
        ("play g d4", "syntax error: colour must be b or w"),
        ("play b i4", "syntax error: no vertex"),
        ("play b k4", "syntax error: no vertex"),
        ("play b d10", "syntax error: no vertex"),
        ("play b d0", "syntax error: no vertex"),
        ("play b resign", "syntax error: no vertex"),
        ("play b d4x", "syntax error: no vertex"),
        ("play b " + "d" * 100_000, "syntax error: no vertex"),
    ],
)
def test_moves_that_are_refused(gtp: Talk, line: str, reason: str) -> None:
    for vertex in ("d4", "a2", "b1"):
        gtp(f"play b {vertex}")
    refusal = gtp.fails(line)
    assert refusal.startswith(reason)
    assert len(refusal) < 200


def test_ko_and_superko(gtp: Talk) -> None:
    for move in ["b b1", "b a2", "b b3", "w c1", "w d2", "w c3", "b c2", "w b2"]:
        gtp(f"play {move}")
    assert gtp.fails("play b c2") == "illegal move: C2: ko"
    assert gtp("is_legal b c2") == "0"
    assert gtp("is_legal w c2") == "1"
    assert "C2" not in gtp("all_legal b").split()


def test_undo(gtp: Talk) -> None:
    assert gtp.fails("undo") == "cannot undo"
    gtp("play b d4")
    gtp("play w e5")
    gtp("undo")
    assert gtp("list_stones w") == ""
    gtp("play w pass")
    gtp("play b c3")
    assert gtp.fails("gg-undo 4") == "cannot undo"
    assert gtp.fails("gg-undo -1") == "cannot undo"
    gtp("gg-undo 0")
    gtp("gg-undo 2")
    assert gtp("list_stones b") == "D4"
    gtp("gg-undo")
    assert gtp("list_stones b") == ""


def test_a_game_goes_on_at_another_size(gtp: Talk) -> None:
    gtp("genmove b")
    gtp("boardsize 13")
    gtp("play b n13")
    gtp("genmove w")
    gtp("boardsize 5")
    gtp("genmove w")
    gtp("genmove w")
    assert len(gtp("list_stones w").split()) == 2


def test_fixed_handicap(gtp: Talk) -> None:
    assert gtp("fixed_handicap 9") == "C7 E7 G7 C5 E5 G5 C3 E3 G3"
    assert gtp.engine.position.handicap == 9
    assert gtp.fails("undo") == "cannot undo"
    assert gtp.fails("fixed_handicap 2") == "board not empty"
    gtp("clear_board")
    for stones in ("0", "1", "10", "-2", "1000000"):
        assert gtp.fails(f"fixed_handicap {stones}") == "invalid number of stones"
    assert gtp.fails("fixed_handicap two").startswith("syntax error: ")
    gtp("boardsize 5")
    assert gtp.fails("fixed_handicap 2") == "invalid number of stones"


def test_place_free_handicap(gtp: Talk) -> None:
    for size, stones in ((9, 2), (9, 17), (5, 3), (2, 3), (19, 50)):
        gtp(f"boardsize {size}")
        vertices = gtp(f"place_free_handicap {stones}").split()
        assert len(set(vertices)) == stones
        assert sorted(gtp("list_stones b").split()) == sorted(vertices)
    gtp("boardsize 9")
    for wrong in ("1", "81", "0"):
        assert gtp.fails(f"place_free_handicap {wrong}") == "invalid number of stones"
    gtp("play b e5")
    assert gtp.fails("place_free_handicap 2") == "board not empty"


def test_set_free_handicap(gtp: Talk) -> None:
    for wrong in ("", "d4", "d4 d4", "d4 pass", "d4 z9", "d4 i5"):
        assert gtp.fails(f"set_free_handicap {wrong}").startswith("bad vertex list")
    gtp("set_free_handicap d4 E5 a1")
    assert gtp("list_stones b") == "A1 D4 E5"
    assert gtp.engine.position.to_play == 2
    assert gtp.fails("set_free_handicap b1 b2") == "board not empty"
    gtp("boardsize 2")
    assert gtp.fails("set_free_handicap a1 a2 b1 b2").startswith("bad vertex list")
    gtp("set_free_handicap a1 a2 b1")


def test_loadsgf(gtp: Talk, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[13]KM[0.5]HA[2]AB[dd][jj];W[gg];B[gh];AE[gg]AW[aa];W[];B[mm])")
    gtp(f"loadsgf {file}")
    assert gtp.engine.position.size == 13
    assert gtp("get_komi") == "0.5"
    assert gtp.engine.position.handicap == 2
    assert gtp("list_stones b") == "N1 K4 G6 D10"
    assert gtp("list_stones w") == "A13"
    gtp("undo")
    gtp("undo")
    assert gtp.fails("undo") == "cannot undo"  # set-up stones end what can be undone
    gtp(f"loadsgf {file} 2")
    assert gtp("list_stones b") == "K4 D10"
    assert gtp("list_stones w") == "G7"
    gtp(f"loadsgf {file} 1")
    assert gtp("list_stones w") == ""
    assert gtp.engine.position.to_play == 2


def test_loadsgf_errors(gtp: Talk, tmp_path: Path) -> None:
    file = tmp_path / "bad.sgf"
    gtp("play b e5")
    assert gtp.fails(f"loadsgf {file}") == "cannot load file: no such file or directory"
    assert gtp.fails(f"loadsgf {tmp_path}").startswith("cannot load file: ")
    for text in (
        "", "(;SZ[9", "(;SZ[25])", "(;SZ[9];B[ee];W[ee])",
        "(;SZ[2]AB[aa][ab][ba][bb])", "(;SZ[9];B[zz])", "\xff\xfe",
    ):  # fmt: skip
        file.write_text(text)
        assert gtp.fails(f"loadsgf {file}").startswith("cannot load file: "), text
    for wrong in ("loadsgf", f"loadsgf {file} x", f"loadsgf {file} -1"):
        assert gtp.fails(wrong).startswith("syntax error: ")


def test_printsgf_and_loadsgf_are_inverse(gtp: Talk, tmp_path: Path) -> None:
    gtp("komi 5.5")
    gtp("set_free_handicap c3 g7 e5")
    for line in ("play w d4", "play b pass", "play w j9", "play w a1"):
        gtp(line)
    before = gtp.state()
    assert gtp("printsgf").startswith("(;")
    file = tmp_path / "out.sgf"
    gtp(f"printsgf {file}")
    gtp("boardsize 19")
    gtp("komi 0")
    gtp(f"loadsgf {file}")
    assert gtp.state() == before
    assert gtp.fails(f"printsgf {tmp_path / 'no' / 'such'}").startswith("cannot write file: ")
    assert gtp.fails("printsgf /").startswith("cannot write file: ")


@pytest.mark.parametrize(
    ("there", "replaced"),
    [
        (b"", True),
        (b"(;FF[4]AP[gtpengine:0.1]SZ[9];B[ee];W[cc])", True),
        (b"(;FF[4]AP[gtpengine:0.1]SZ[9];B[ee]C[my note];W[cc])", False),
        (b"(;FF[4]AP[gtpengine:0.1]SZ[9];B[ee](;W[cc])(;W[dd]))", False),
        (b"(;FF[4]AP[gtpengine:0.1]SZ[9];B[ee])(;SZ[9];B[dd])", False),
        (b"(;FF[4]AP[CGoban:3]SZ[9];B[ee];W[cc])", False),
        (b"my notes on gtpengine", False),
    ],
)
def test_printsgf_writes_over_nothing_of_others(
    gtp: Talk, tmp_path: Path, there: bytes, replaced: bool
) -> None:
    file = tmp_path / "a game.sgf"
    file.write_bytes(there)
    if replaced:
        gtp(f"printsgf {file}")
        assert file.read_bytes() == gtp("printsgf").encode() + b"\n"
        gtp("play b a1")
        gtp(f"printsgf {file}")
    else:
        reason = "it exists, and gtpengine did not write it; give another name"
        assert gtp.fails(f"printsgf {file}") == f"cannot write file: {reason}"
        assert file.read_bytes() == there
    assert list(tmp_path.iterdir()) == [file]


def test_file_names_with_blanks(gtp: Talk, tmp_path: Path) -> None:
    record = tmp_path / "a record.sgf"
    record.write_bytes(b"(;SZ[9];B[ee];W[cc];B[gg])")
    gtp(f"loadsgf {record}")
    assert gtp.engine.position.move_number == 3
    gtp(f"loadsgf {record} 2")
    assert gtp.engine.position.move_number == 1
    Path(f"{record} 2").write_bytes(b"(;SZ[9];B[ee];W[cc])")
    gtp(f"loadsgf {record} 2")  # the file that is there, not a number
    assert gtp.engine.position.move_number == 2
    why = gtp.fails(f"loadsgf {tmp_path}/no such file.sgf")
    assert why.startswith("cannot load file ") and why.endswith(": no such file or directory")
    why = gtp.fails(f"loadsgf {tmp_path}/no file.sgf")
    assert why.startswith("cannot load file ") and why.endswith(": no such file or directory")
    gtp(f"printsgf {tmp_path}/my game.sgf")
    gtp(f'printsgf "{tmp_path}/my game.sgf"')
    gtp(f'loadsgf "{tmp_path}/my game.sgf"')
    gtp(f'loadsgf "{record}" 2')
    assert gtp.engine.position.move_number == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a record.sgf",
        "a record.sgf 2",
        "my game.sgf",
    ]


def test_a_record_without_komi_gets_the_usual_one(gtp: Talk, tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    for text, komi in (("RU[Japanese]", "6.5"), ("", "7.5"), ("HA[2]", "0.5"), ("KM[x]", "7.5")):
        record.write_text(f"(;SZ[9]{text};B[ee])")
        gtp("komi 3.5")
        gtp(f"loadsgf {record}")
        assert gtp("get_komi") == komi


def test_what_a_record_leaves_open_is_told(gtp: Talk, tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[9]KM[seven]HA[2];B[ee]")
    told: list[str] = []
    gtp.engine.note = told.append
    gtp(f"loadsgf {record}")
    assert told == [
        "warning: The last bracket of the record is missing; perhaps it was cut off.",
        "warning: The record says 2 handicap stones, but begins with 1.",
        "warning: The komi 'seven' cannot be read. A komi of 0.5 is usual with handicap stones.",
    ]
