"""SGF files as people have them, and archives that are broken."""

from __future__ import annotations

import errno
import lzma
import os
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest

from board_ext.coords import BLACK, WHITE
from gtpengine.game.documents import RecordError
from gtpengine.game.records import ReadingCounts, parse_sgf, read_games
from tests.sgf.serverfiles import FILES

GOOD = b"(;SZ[9]RE[W+3];B[ee];W[cc])"


@pytest.mark.parametrize(
    "data",
    [
        b"(;SZ[9]CA[NOSUCH]RE[W+3];B[ee];W[cc])",
        b"(;SZ[9]CA[UTF-8]PB[\xb9\xfe]RE[W+3];B[ee];W[cc])",
        b"(;SZ[9]CA[GBK]PB[\xb9\xfe\xc1\xa6]RE[W+3];B[ee];W[cc])",
        # The second byte of the name's character is that of "]".
        b"(;SZ[9]PB[\x81\x5d]RE[W+3];B[ee];W[cc])",
        b"\xef\xbb\xbf(;SZ[9]RE[W+3];B[ee];W[cc])",
    ],
)
def test_encodings_do_not_matter(data: bytes) -> None:
    game = parse_sgf(data, "x")
    assert (game.points.tolist(), game.winner) == ([40, 56], WHITE)


def test_a_result_in_another_script_is_unknown() -> None:
    game = parse_sgf(b"(;SZ[9]CA[UTF-8]RE[\xb0\xd7];B[ee];W[cc])", "x")
    assert (len(game.points), game.winner) == (2, 0)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"(;SZ[9];B[ee];W[zz])", "a move that is none on 9x9"),
        (b"(;GM[2]SZ[8];B[d6])", "another game than Go"),
        (b"(;SZ[9];B[ee", "the value that begins here has no end"),
        (b"(;SZ[9:7];B[ee])", "a board of 9x7; only square boards can be read"),
        (b"(;SZ[9]CA[base64];B[ee])", "is no charset"),
        (b"nothing", "no SGF: it has no"),
    ],
)
def test_what_is_no_game_is_counted_with_a_reason(data: bytes, why: str, tmp_path: Path) -> None:
    (tmp_path / "bad.sgf").write_bytes(data)
    with pytest.raises(RecordError, match=why):
        read_games([tmp_path / "bad.sgf"], 9, ReadingCounts())
    (tmp_path / "good.sgf").write_bytes(GOOD)
    reading = ReadingCounts()
    assert len(read_games([tmp_path], 9, reading)[0]) == 1
    (told,) = [*reading.passed_over, *reading.unread]
    assert why in told
    # A game that teaches nothing is no fault of its file.
    assert bool(reading.passed_over) == (why.startswith(("a move", "another game")))
    assert told in reading.passed_over or told.startswith("bad.sgf: ")


def test_all_games_of_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "many.sgf"
    path.write_bytes(GOOD + b"\n(;SZ[13];B[ee])\n(;SZ[9];B[cc])")
    reading = ReadingCounts()
    heard: list[int] = []
    (found,) = read_games([path], 9, reading, (), lambda so_far: heard.append(so_far.games))
    assert [len(game.points) for game in found] == [2, 1]
    assert heard == [2]
    assert reading.passed_over == {"board size 13": 1}
    # A broken one after it does not take the first away.
    path.write_bytes(GOOD + b"(;SZ[9];B[ee")
    assert len(read_games([path], 9, ReadingCounts())[0]) == 1


def test_ranks_of_sgf() -> None:
    data = b"(;SZ[9]BR[3d?]WR[4k];B[ee];W[cc])"
    assert parse_sgf(data, "x", ["d", "p"]).colors == BLACK
    assert parse_sgf(data, "x", ["k"]).colors == WHITE
    assert parse_sgf(data, "x").colors == BLACK | WHITE
    assert parse_sgf(GOOD, "x", ["d"]).colors == 0


def test_sgf_games_are_in_order_of_date(tmp_path: Path) -> None:
    for name, date in (("a", "2020-01-02"), ("b", "1999-05-01"), ("c", "2020-01-01,02")):
        (tmp_path / f"{name}.sgf").write_text(f"(;SZ[9]DT[{date}];B[ee])")
    (tmp_path / "d.sgf").write_bytes(GOOD)
    (found,) = read_games([tmp_path], 9, ReadingCounts())
    assert [game.source for game in found] == ["d.sgf", "b.sgf", "c.sgf", "a.sgf"]


def test_games_of_servers_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.NGF").write_bytes(FILES["ngf"])
    (tmp_path / "b.gib.xz").write_bytes(lzma.compress(FILES["gib"]))
    (found,) = read_games([tmp_path], 19, ReadingCounts())
    assert [(game.source, game.komi, game.rules) for game in found] == [
        ("a.NGF", 6.5, "korean"),
        ("b.gib.xz", 6.5, "korean"),
    ]


def test_broken_archives_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(GOOD)
    (tmp_path / "no.zip").write_bytes(b"no archive")
    (tmp_path / "no.txt.xz").write_bytes(b"no archive")
    (tmp_path / "cut.txt.xz").write_bytes(lzma.compress(b"x" * 9999)[:40])
    whole = tmp_path / "part.zip"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("1.sgf", GOOD * 40)
        archive.writestr("2.sgf", GOOD)
        archive.writestr("3.sgf.xz", lzma.compress(GOOD))
        archive.writestr("4.zip", b"")
    data = bytearray(whole.read_bytes())
    data[50] ^= 255  # within 1.sgf
    whole.write_bytes(data)
    reading = ReadingCounts()
    (found,) = read_games([tmp_path], 9, reading)
    assert sorted(game.source for game in found) == ["a.sgf", "part.zip:2.sgf", "part.zip:3.sgf.xz"]
    assert set(reading.unread) == {
        "no.zip is no sound zip archive",
        "no.txt.xz is no sound xz file",
        "cut.txt.xz is no sound xz file",
        "part.zip:1.sgf is damaged or locked",
        "part.zip:4.zip is an archive in an archive; unpack it",
    }


def test_bombs_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few kilobytes that unpack to more than may be read; what is beside them counts."""
    monkeypatch.setattr("gtpengine.game.documents.LARGEST", 1 << 20)
    bomb = bytes(50 << 20)
    (tmp_path / "bomb.txt.xz").write_bytes(lzma.compress(bomb))
    (tmp_path / "plain.txt").write_bytes(bomb[: 2 << 20])
    with zipfile.ZipFile(tmp_path / "bombs.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("1.sgf", bomb)
        archive.writestr("2.sgf.xz", lzma.compress(bomb))
        archive.writestr("3.sgf", GOOD)
    reading = ReadingCounts()
    tracemalloc.start()
    (found,) = read_games([tmp_path], 9, reading)
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()
    assert [game.source for game in found] == ["bombs.zip:3.sgf"]
    names = ["bomb.txt.xz", "plain.txt", "bombs.zip:1.sgf", "bombs.zip:2.sgf.xz"]
    wanted = {f"{name} holds more than 1 MiB; divide it" for name in names}
    assert set(reading.unread) == wanted


def damaged_zip(path: Path, *changes: tuple[bytes, int, bytes]) -> None:
    """An archive of two games in which bytes after a signature are others."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("1.sgf", GOOD * 40)
        archive.writestr("2.sgf", GOOD)
    data = bytearray(path.read_bytes())
    for signature, place, new in changes:
        start = data.index(signature) + place
        data[start : start + len(new)] = new
    path.write_bytes(data)


LOCAL, CENTRAL = b"PK\x03\x04", b"PK\x01\x02"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        # Made for a version of the format that is none yet.
        (((CENTRAL, 6, b"\x97"),), "bad.zip is no sound zip archive"),
        # Names that are said to be UTF-8, in the list of names and beside the data.
        (((CENTRAL, 9, b"\x08"), (CENTRAL, 46, b"\xff")), "bad.zip is no sound zip archive"),
        (((LOCAL, 7, b"\x08"), (LOCAL, 30, b"\xff")), "bad.zip:1.sgf is damaged or locked"),
        # No stream of bzip2.
        (((LOCAL, 35, b"\x00"),), "bad.zip:1.sgf is damaged or locked"),
        # A method of compression that is unknown.
        (((CENTRAL, 10, b"\x63"),), "bad.zip:1.sgf is damaged or locked"),
    ],
)
def test_no_archive_ends_the_reading(
    changes: tuple[tuple[bytes, int, bytes], ...], found: str, tmp_path: Path
) -> None:
    (tmp_path / "a.sgf").write_bytes(GOOD)
    damaged_zip(tmp_path / "bad.zip", *changes)
    reading = ReadingCounts()
    read_games([tmp_path], 9, reading)
    assert reading.unread == [found]
    # The same for an archive that is named itself.
    reading = ReadingCounts()
    read_games([tmp_path / "a.sgf", tmp_path / "bad.zip"], 9, reading)
    assert reading.unread == [found]


@pytest.mark.parametrize("name", ["b.sgf", "b.zip", "b.txt.xz"])
def test_an_unreadable_file_is_passed_over_in_a_folder_alone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.sgf").write_bytes(GOOD)
    (tmp_path / name).write_bytes(GOOD)
    (tmp_path / "broken.sgf").symlink_to(tmp_path / "gone.sgf")
    plain = Path.open

    # The superuser may read everything, so the system's answer is made up.
    def refuse(path: Path, *args: Any, **named: Any) -> Any:
        if path.name == name:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return plain(path, *args, **named)

    monkeypatch.setattr(Path, "open", refuse)
    reading = ReadingCounts()
    assert len(read_games([tmp_path], 9, reading)[0]) == 1
    assert sorted(reading.unread) == sorted([f"{name} cannot be read", "broken.sgf cannot be read"])
    with pytest.raises(RecordError, match=f"{name}: permission denied; check your permissions"):
        read_games([tmp_path / name], 9, ReadingCounts())


def test_an_unreadable_folder_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.sgf").write_bytes(GOOD)
    (tmp_path / "locked").mkdir()
    plain = os.scandir

    def refuse(path: str) -> Any:
        if Path(path).name == "locked":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return plain(path)

    monkeypatch.setattr(os, "scandir", refuse)
    reading = ReadingCounts()
    assert len(read_games([tmp_path], 9, reading)[0]) == 1
    assert reading.unread == ["locked cannot be read"]


def test_the_size_to_give_is_the_usual_one(tmp_path: Path) -> None:
    for name, size in (("a", 9), ("b", 13), ("c", 13), ("d", 25), ("e", 25), ("f", 25)):
        (tmp_path / f"{name}.sgf").write_text(f"(;SZ[{size}];B[ee])")
    with pytest.raises(RecordError, match=r"\); give --size 13, or other records"):
        read_games([tmp_path], 19, ReadingCounts())
    with pytest.raises(RecordError, match=r"board size 25 is not .*; give other records"):
        read_games([tmp_path / "d.sgf"], 19, ReadingCounts())


def test_stones_that_are_set_up_later_end_the_game() -> None:
    game = parse_sgf(b"(;SZ[9]KM[375]AP[foxwq];B[ee];W[cc];AE[cc];B[gg])", "x")
    assert (game.points.tolist(), game.komi) == ([40, 56], 7.5)


def test_a_handicap_that_players_put_down_is_one() -> None:
    # As if it were an even game, Black's second stone would end it: one move to learn.
    for moves in (b";B[cc];B[gg];W[ee]", b";B[dd];W[dp]"):
        with pytest.raises(ValueError, match="handicap or set-up stones"):
            parse_sgf(b"(;SZ[19]HA[2]" + moves + b")", "x")
    for even in (b"0", b"1", b"", b"none"):
        assert len(parse_sgf(b"(;SZ[9]HA[" + even + b"];B[ee];W[cc])", "x").points) == 2
