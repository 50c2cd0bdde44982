"""Reading the main line of SGF files, and writing games that read back the same."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from gtpengine.game.sgf import (
    MOST_BYTES,
    SetUp,
    SgfGame,
    SgfMove,
    ToPlay,
    game_tree,
    initial_player,
    read_file,
    read_game,
)
from gtpengine.gtp.session import Session
from gtpengine.session.engine import Engine
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.tree import write

OPENINGS = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "openings"


def points(text: str, size: int = 9) -> tuple[int, ...]:
    return tuple(sorted(point(vertex, size) for vertex in text.split()))


def point(vertex: str, size: int = 9) -> int:
    return vertex_to_point(vertex, size)


def test_main_line_with_passes_and_variations() -> None:
    record = read_game(b"(;SZ[9]KM[6.5];B[ee];W[tt](;B[cc];W[])(;B[gg]))")
    assert record == SgfGame(
        9,
        6.5,
        0,
        (
            SgfMove(BLACK, point("E5"), 1),
            SgfMove(WHITE, PASS, 2),
            SgfMove(BLACK, point("C7"), 3),
            SgfMove(WHITE, PASS, 4),
        ),
        {"KM": "6.5"},
    )
    assert initial_player(record) == BLACK


@pytest.mark.parametrize("mark", ["", "CA[UTF-8]", "CA[gb18030]"])
def test_texts_of_the_game_in_its_encoding(mark: str) -> None:
    text = f"(;SZ[9]{mark}PB[本因坊\n秀策]PW[a\\]b]RE[B+R]RU[AGA]GN[left out];B[ee];W[])"
    wanted = {"PB": "本因坊 秀策", "PW": "a]b", "RE": "B+R", "RU": "AGA"}
    encoded = text.encode("gb18030" if "gb" in mark else "utf-8")
    for record in (read_game(encoded), read_game(text)):
        assert record.texts == wanted and record.moves == 2
    assert read_game("(;SZ[9]PB[André])".encode("latin-1")).texts == {"PB": "André"}
    broken = read_game(b"(;SZ[9]CA[UTF-8]PB[\xff];B[ee])")
    assert broken.moves == 1 and broken.texts["PB"]


def test_texts_are_written_and_read_back() -> None:
    texts = {"PB": "Łukasz]\\[", "RE": "B+0.5", "EV": ""}
    data = write([game_tree(9, 7.5, "chinese", 0, (), (), BLACK, [], "gtpengine:1", texts)])
    wanted = {"PB": "Łukasz]\\[", "RE": "B+0.5", "RU": "chinese", "KM": "7.5"}
    assert read_game(data).texts == wanted


def test_move_numbers_cut_the_line() -> None:
    record = read_game(b"(;SZ[9]AB[aa];B[ee];AW[ab];W[cc];PL[W]W[dd])")
    steps = list(record.before(2))
    assert steps == [
        SetUp(points("A9"), (), ()),
        SgfMove(BLACK, point("E5"), 1),
        SetUp((), points("A8"), ()),
    ]
    assert list(record.before(1)) == steps[:1]
    assert list(record.before(0)) == steps[:1]
    assert list(record.before(None)) == list(record.before(99)) == list(record.steps)
    assert ToPlay(WHITE) in record.steps


@pytest.mark.parametrize(
    ("text", "handicap", "first"),
    [
        (b"(;SZ[9]HA[2]AB[cc][gg];W[ee])", 2, WHITE),
        (b"(;SZ[9]AB[cc][gg];W[ee])", 2, WHITE),
        (b"(;SZ[9]AB[cc][gg])", 2, WHITE),
        (b"(;SZ[9]AB[cc][gg];B[ee])", 0, BLACK),
        (b"(;SZ[9]AB[cc][gg]AW[aa];W[ee])", 0, WHITE),
        (b"(;SZ[9]AB[cc][gg]PL[B])", 0, BLACK),
        (b"(;SZ[9]HA[3];B[ee];B[cc];B[gg];W[aa])", 3, BLACK),
        (b"(;SZ[9]HA[x]AB[cc];W[ee])", 0, WHITE),
        (b"(;SZ[9])", 0, BLACK),
    ],
)
def test_handicap_and_first_player(text: bytes, handicap: int, first: int) -> None:
    record = read_game(text)
    assert record.handicap == handicap
    assert initial_player(record) == first


def test_a_later_diagram_with_fewer_stones_than_the_handicap(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(b"(;SZ[9]HA[3]AB[cc][gg][cg];W[ee];AE[cc][gg][ee]AW[aa])")
    engine = Engine()
    engine.load(read_file(str(file)))
    assert engine.position.stones().any()


@pytest.mark.parametrize(
    ("text", "komi"),
    [(b"KM[0]", 0.0), (b"KM[-3.5]", -3.5), (b"", None), (b"KM[lots]", None), (b"KM[nan]", None)],
)
def test_komi(text: bytes, komi: float | None) -> None:
    assert read_game(b"(;SZ[9]" + text + b")").komi == komi


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "an empty file"),
        (b"(;GM[1]SZ[9", "line 1, column 10: the value that begins here has no end"),
        (b"(;GM[1];\nSZ)", "line 2, column 1: property SZ has no value"),
        (b"(;GM[1]\xc3\xa9)", r"column 8: '\\xe9' is no part of a record"),
        (b"nonsense", "no SGF"),
        (b"(;SZ[20])", "between 2 and 19"),
        (b"(;SZ[1])", "between 2 and 19"),
        (b"(;SZ[0])", "board size 0 is not between 2 and 19"),
        (b"(;SZ[9:13])", "a board of 9x13; only square boards"),
        (b"(;SZ[" + b"9" * 5000 + b"])", r"no board size: SZ\[9{30,}\.\.\.\]$"),
        (b"(;SZ[9];B[zz])", r"after move 0: cannot read B\[zz\]"),
        (b"(;SZ[9];B[ee];W[abc])", r"after move 1: cannot read W\[abc\]"),
        (b"(;SZ[9]PL[X])", r"after move 0: cannot read PL\[X\]"),
        (b"(;SZ[9];B[ee]AE[cc][\xff\n])", r"after move 0: cannot read AE\[\\xff\\n\]"),
        (b"(;SZ[9];B[" + b"z" * 9999 + b"])", r"cannot read B\[z{30,}\.\.\.\] on 9x9$"),
        (b"(;GM[2]SZ[9];B[ee])", r"no game of Go.* GM\[2\]"),
        (b"(" * 100_000, "no SGF"),
        (b"(;SZ[9]C" + b"[]" * 500_001 + b")", "more than 500,000 values"),
        (b"(;SZ[19]AB" + b"[aa:ss]" * 20_000 + b")", "more than 2000 .*set-up"),
        (b"(;SZ[19]" + b";AB[aa];AE[aa]" * 14_000 + b")", "more than 2000 .*set-up"),
        (b"x" * (MOST_BYTES + 1), "longer than 48 MiB; divide it"),
        (b"(;" * 100_001 + b")" * 100_001, "more than 200,000 nodes"),
        (b"(;SZ[19]" + b";B[]" * 30_001 + b")", "more than 30,000 moves"),
        *(
            (f"(;SZ[9]CA[{name}];B[ee])".encode(), r"line 1, column 8: CA\[.*\] is no charset")
            for name in ("base64", "bz2", "rot13", "undefined", "idna", "cp037", "utf7")
        ),
    ],
)
def test_what_is_no_game_is_refused_quickly(text: bytes, reason: str) -> None:
    begin = time.process_time()
    with pytest.raises(SgfError, match=reason):
        read_game(text)
    assert time.process_time() - begin < 2


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    pipe, empty = tmp_path / "pipe", tmp_path / "empty"
    os.mkfifo(pipe)
    empty.touch()  # as what the kernel shows as files seems to be, of which some block
    for path, reason in (
        (tmp_path / "none.sgf", "no such file or directory"),
        (Path("x\0y"), "no such file or directory"),
        (Path("x\ud800"), "no such file or directory"),
        (tmp_path, "is a directory"),
        (pipe, "not a regular file"),
        (Path("/dev/zero"), "not a regular file"),
        (empty, "an empty file"),
    ):
        with pytest.raises(SgfError) as refused:
            read_file(str(path))
        assert str(refused.value) == reason


def test_a_file_that_is_no_game_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(b"nonsense")
    with pytest.raises(SgfError, match="no SGF"):
        read_file(str(file))


def test_the_longest_games_are_written_and_taken_back_quickly() -> None:
    """Each move costs the same; 30,000 took a minute when each walked through all before it."""
    engine = Engine()
    engine.load(read_game(b"(;SZ[2]" + b";B[];W[]" * 14_000 + b")"))
    begin = time.process_time()
    reply = Session(engine).answer("printsgf")
    assert reply is not None and reply.count(";") == 28_001
    engine.undo(27_999)
    assert engine.position.move_number == 1
    # Some 0.4 s on an old machine, against 50; processor time, because others may be at work.
    assert time.process_time() - begin < 10


def test_written_games_read_back() -> None:
    moves = [(WHITE, 40), (BLACK, PASS), (WHITE, 0), (WHITE, 1)]
    stones = points("C3 G7")
    data = write([game_tree(9, 0.5, "chinese", 2, stones, (), WHITE, moves, "gtpengine:1")])
    assert b"AP[gtpengine:1]" in data
    record = read_game(data)
    assert (record.size, record.komi, record.handicap) == (9, 0.5, 2)
    assert record.steps == (
        SetUp(stones, (), ()),
        *(SgfMove(color, point, number) for number, (color, point) in enumerate(moves, 1)),
    )


def test_a_position_without_moves_remembers_whose_turn_it_is() -> None:
    stones = points("C3"), points("D4")
    data = write([game_tree(9, 7.5, "chinese", 0, *stones, WHITE, [], "gtpengine:1")])
    assert initial_player(read_game(data)) == WHITE


def test_real_games() -> None:
    files = sorted(OPENINGS.glob("*/*.sgf"))
    if not files:
        pytest.skip("../shared/data/openings is not there")
    for file in files:
        record = read_file(str(file))
        assert record.size == int(file.parent.name.partition("x")[0])
        assert any(isinstance(step, SgfMove | SetUp) for step in record.steps)


FOX = "(;GM[1]FF[4]\r\nSZ[9]\r\nPB[a]\r\n{}AP[GNU Go:3.8]RN[3]RE[W+R]AP[foxwq]RL[0]\r\n{})"


@pytest.mark.parametrize(
    ("root", "moves", "komi", "handicap"),
    [
        ("KM[375]HA[0]RU[Chinese]", ";B[ee];W[cc]", 7.5, 0),
        ("KM[650]HA[0]RU[Japanese]", ";B[ee];W[cc]", 6.5, 0),
        ("KM[0]HA[0]RU[Japanese]", ";B[ee];W[cc]", 6.5, 0),
        ("KM[0]HA[0]RU[Chinese]", ";B[ee];W[cc]", 7.5, 0),
        ("KM[0]HA[1]RU[Chinese]", ";B[ee];W[cc]", 0.0, 0),
        ("KM[0]HA[2]RU[Chinese]", "AB[gc][cg];W[cc]", 0.0, 2),
        ("KM[375]HA[0]RU[Chinese]", ";B[gc];B[cg];B[gg];W[cc]", 0.5, 3),
    ],
)
def test_komi_and_handicap_of_the_server_fox(
    root: str, moves: str, komi: float, handicap: int
) -> None:
    game = read_game(FOX.format(root, moves))
    terms = game.terms()
    assert (terms.komi, game.handicap) == (komi, handicap)
    told = [str(note) for note in terms.notes]
    assert ("The record names no komi." in " ".join(told)) == (game.komi is None)


def test_a_komi_of_zero_elsewhere_is_zero() -> None:
    assert read_game("(;SZ[9]KM[0]HA[0];B[ee])").terms().komi == 0.0
