"""Reading the main line of SGF files, and writing games that read back the same."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from gtpengine.sgf import (
    GameRecord,
    Move,
    SetUp,
    SgfError,
    ToPlay,
    initial_player,
    read_file,
    read_game,
    write_game,
)

OPENINGS = Path(__file__).resolve().parents[1] / ".." / "shared" / "data" / "openings"


def points(text: str, size: int = 9) -> tuple[int, ...]:
    return tuple(sorted(point(vertex, size) for vertex in text.split()))


def point(vertex: str, size: int = 9) -> int:
    return vertex_to_point(vertex, size)


def test_main_line_with_passes_and_variations() -> None:
    record = read_game(b"(;SZ[9]KM[6.5];B[ee];W[tt](;B[cc];W[])(;B[gg]))")
    assert record == GameRecord(
        9,
        6.5,
        0,
        (
            Move(BLACK, point("E5"), 1),
            Move(WHITE, PASS, 2),
            Move(BLACK, point("C7"), 3),
            Move(WHITE, PASS, 4),
        ),
    )
    assert initial_player(record) == BLACK


def test_move_numbers_cut_the_line() -> None:
    record = read_game(b"(;SZ[9]AB[aa];B[ee];AW[ab];W[cc];PL[W]W[dd])")
    steps = list(record.before(2))
    assert steps == [
        SetUp(points("A9"), (), ()),
        Move(BLACK, point("E5"), 1),
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
        (b"(;SZ[9]HA[3];B[ee];B[cc];B[gg];W[aa])", 0, BLACK),
        (b"(;SZ[9]HA[x]AB[cc];W[ee])", 0, WHITE),
        (b"(;SZ[9])", 0, BLACK),
    ],
)
def test_handicap_and_first_player(text: bytes, handicap: int, first: int) -> None:
    record = read_game(text)
    assert record.handicap == handicap
    assert initial_player(record) == first


@pytest.mark.parametrize(
    ("text", "komi"),
    [(b"KM[0]", 0.0), (b"KM[-3.5]", -3.5), (b"", None), (b"KM[lots]", None), (b"KM[nan]", None)],
)
def test_komi(text: bytes, komi: float | None) -> None:
    assert read_game(b"(;SZ[9]" + text + b")").komi == komi


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "no SGF"),
        (b"(;GM[1]SZ[9]", "no SGF"),
        (b"nonsense", "no SGF"),
        (b"(;SZ[20])", "between 2 and 19"),
        (b"(;SZ[1])", "between 2 and 19"),
        (b"(;SZ[99])", "no SGF"),
        (b"(;SZ[9];B[zz])", "after move 0"),
        (b"(;SZ[9];B[ee];W[abc])", "after move 1"),
        (b"(;SZ[9]CA[no-such-encoding];B[ee])", "no SGF"),
        (b"(" * 100_000, "no SGF"),
        (b"(;B[aa]" * 20_000, "no SGF"),
        (b"x" * (5 << 20), "longer than"),
        (b"(;" * 400_000 + b")" * 400_000, "more than 30000 nodes"),
        (b"(;SZ[19]" + b";B[]" * 300_000 + b")", "more than 30000 nodes"),
    ],
)
def test_what_is_no_game_is_refused_quickly(text: bytes, reason: str) -> None:
    begin = time.process_time()
    with pytest.raises(SgfError, match=reason):
        read_game(text)
    assert time.process_time() - begin < 2


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.sgf", tmp_path, Path("/dev/zero"), Path("x\0y"), Path("x\ud800")):
        with pytest.raises(SgfError):
            read_file(str(path))


def test_written_games_read_back() -> None:
    moves = [(WHITE, 40), (BLACK, PASS), (WHITE, 0), (WHITE, 1)]
    stones = points("C3 G7")
    data = write_game(9, 0.5, "chinese", 2, stones, (), WHITE, moves, "gtpengine:1")
    assert b"AP[gtpengine:1]" in data
    record = read_game(data)
    assert (record.size, record.komi, record.handicap) == (9, 0.5, 2)
    assert record.steps == (
        SetUp(stones, (), ()),
        *(Move(color, point, number) for number, (color, point) in enumerate(moves, 1)),
    )


def test_a_position_without_moves_remembers_whose_turn_it_is() -> None:
    data = write_game(9, 7.5, "chinese", 0, points("C3"), points("D4"), WHITE, [], "gtpengine:1")
    assert initial_player(read_game(data)) == WHITE


def test_real_games() -> None:
    files = sorted(OPENINGS.glob("*/*.sgf"))
    if not files:
        pytest.skip("../shared/data/openings is not there")
    for file in files:
        record = read_file(str(file))
        assert record.size == int(file.parent.name.partition("x")[0])
        assert any(isinstance(step, Move | SetUp) for step in record.steps)
