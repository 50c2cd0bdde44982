"""Records and model files: what is read, and what is refused with which words."""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns import modelfile
from gtpengine.patterns.modelwriting import encode_model

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from gtpengine.game.documents import RecordError
from gtpengine.game.records import (
    ReadingCounts,
    parse_line,
    parse_sgf,
    read_games,
    split_games,
    spread,
)

from .games import random_game, write_lines

DATA = Path(modelfile.__file__).parent / "data"
LINE = "9\t7\tB+R\t3d\t4k\tsource\tE5 C3 pass G7\n"


def test_a_line_is_a_game() -> None:
    game = parse_line(LINE)
    assert game.points.tolist() == [40, 20, PASS, 60]
    assert (game.size, game.source, game.colors) == (9, "source", BLACK | WHITE)
    assert game.komi == 7.0
    assert parse_line(LINE.replace("7", "?", 1)).komi is None
    assert parse_line(LINE, ["d", "p"]).colors == BLACK
    assert parse_line(LINE, ["k"]).colors == WHITE


@pytest.mark.parametrize(
    ("line", "why"),
    [("9\tE5", "2 fields"), (LINE.replace("G7", "K7"), "no vertex of 9x9"), ("", "1 fields")],
)
def test_other_lines_are_refused(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_line(line)


def test_sgf_main_line() -> None:
    game = parse_sgf(b"(;SZ[9]KM[7];B[ee];W[cc](;B[gg])(;B[aa]))", "x.sgf")
    assert game.points.tolist() == [vertex_to_point(vertex, 9) for vertex in ("E5", "C7", "G3")]
    assert (game.komi, game.rules) == (7.0, "")
    for text, name in (("Japanese", "japanese"), ("NZ", "new-zealand"), ("GOE", ""), ("", "")):
        root = f"(;SZ[9]RU[{text}];B[ee])".encode()
        assert parse_sgf(root, "x.sgf").rules == name
    # Nobody chose a pass where a colour moves twice, so none is learned.
    assert parse_sgf(b"(;SZ[9];B[ee];W[cc];W[gg];B[aa])", "x").points.tolist() == [40, 56]
    with pytest.raises(ValueError, match="White begins"):
        parse_sgf(b"(;SZ[9];W[ee];B[cc])", "x")
    with pytest.raises(ValueError, match="handicap"):
        parse_sgf(b"(;SZ[9]HA[2]AB[cc][gg];W[ee])", "x")


def test_folders_archives_and_lines_together(tmp_path: Path) -> None:
    games = [random_game(9, 30, seed) for seed in range(6)]
    plain = write_lines(tmp_path / "plain.txt", games[:3])
    packed = tmp_path / "packed.txt.xz"
    packed.write_bytes(lzma.compress(plain.read_bytes() + b"nonsense\n13\t?\t?\t?\t?\ts\tA1\n"))
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.writestr("in/one.sgf", "(;SZ[9];B[ee];W[cc])")
        archive.writestr("in/two.sgf", "no game")
    reading = ReadingCounts()
    lists = read_games([tmp_path], 9, reading)
    assert sorted(len(games) for games in lists) == [1, 3, 3]
    assert reading.games == 7
    assert reading.passed_over == {"board size 13": 1}
    assert [told.partition(":")[0] for told in sorted(reading.unread)] == [
        "games.zip",
        "packed.txt.xz",
    ]
    assert "1 of 5 lines are no game; line 4: 1 fields" in reading.unread[-1]
    with pytest.raises(RecordError, match="no games on 19x19 here .*board size 9: 7"):
        read_games([tmp_path], 19, ReadingCounts())
    with pytest.raises(RecordError, match="no such file"):
        read_games([tmp_path / "missing"], 9, ReadingCounts())


def test_the_test_games_are_the_last_of_each_file() -> None:
    first = [random_game(9, 5, seed) for seed in range(20)]
    second = [random_game(9, 5, seed) for seed in range(20, 24)]
    learn, test = split_games([first, second], 0.1)
    assert test == [*first[18:], second[3]]
    assert learn == [*first[:18], *second[:3]]


def test_fewer_games_are_taken_evenly() -> None:
    made = [random_game(9, 5, seed) for seed in range(10)]

    def places(number: int) -> list[int]:
        return [int(game.source.removeprefix("test:")) for game in spread(made, number)]

    assert places(7) == [0, 1, 2, 4, 5, 7, 8]  # not the first seven
    assert places(3) == [0, 3, 6] and places(1) == [0] and places(0) == []
    assert places(10) == places(99) == list(range(10))


def model_bytes(n: int = 50) -> bytes:
    rng = np.random.default_rng(3)
    keys = np.unique(rng.integers(1, 2**63, size=n, dtype=np.uint64))
    rows = rng.normal(size=(modelfile.n_features() + n, modelfile.ROW)).astype(np.float32)
    return encode_model(rows, keys, 8, {"note": "a test"})


def test_a_model_survives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(model_bytes())
    loaded = modelfile.load(path)
    assert loaded.header["note"] == "a test"
    assert loaded.header["features"] == modelfile.feature_table()
    assert len(loaded.model.keys) == 50 and loaded.model.max_ring == 8
    again = encode_model(
        loaded.model.rows, loaded.model.keys, loaded.model.max_ring, {"note": "a test"}
    )
    assert again == path.read_bytes()


def resealed(data: bytes) -> bytes:
    """The bytes with a checksum that fits."""
    return data[:-32] + hashlib.sha256(data[:-32]).digest()


def changed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data and len(old) == len(new)
    return resealed(data.replace(old, new, 1))


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[:20], "too short"),
        (lambda data: b"PNG" + data[3:], "is not a move model"),
        (lambda data: resealed(data[:8] + struct.pack("<I", 9) + data[12:]), "9, .*use a newer"),
        (lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], "damaged"),
        (lambda data: data[:-100], "damaged"),
        (lambda data: changed(data, b'"shapes": 50', b'"shapes": 51'), "length does not fit"),
        (lambda data: changed(data, b'"capture"', b'"cupture"'), "other features"),
        (lambda data: changed(data, b'"max_ring"', b'"max_rung"'), "header cannot be read"),
        (lambda data: resealed(data[:-34] + b"\xff\xff" + data[-32:]), "no numbers"),
    ],
)
def test_damaged_and_foreign_files_are_refused(damage, why: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "model.bin"
    path.write_bytes(damage(model_bytes()))
    with pytest.raises(modelfile.ModelError, match=why) as error:
        modelfile.load(path)
    assert str(path) in str(error.value)


HEADER = json.loads(model_bytes()[16 : 16 + struct.unpack("<I", model_bytes()[12:16])[0]])


@pytest.mark.parametrize("name", ["shapes", "max_ring", "ownership", "learned", "row", "features"])
@pytest.mark.parametrize(
    "value",
    ["1e999", "-1e999", "NaN", "-1", "-50", "9" * 400, "9" * 5000, "null", '"x"', "true", "[[]]",
     "[" * 900 + "]" * 900, "[" * 90_000, "1e18"],
)  # fmt: skip
def test_headers_made_to_break_the_reader(name: str, value: str) -> None:
    """All have the right checksum, as a file has that somebody made on purpose."""
    data = model_bytes()
    text = json.dumps({**HEADER, name: "HERE"}).replace('"HERE"', value).encode()
    body = data[16 + struct.unpack("<I", data[12:16])[0] :]
    made = resealed(data[:12] + struct.pack("<I", len(text)) + text + body)
    with pytest.raises(modelfile.ModelError) as refused:
        modelfile.decode(made, "made")
    assert len(str(refused.value)) < 300


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(modelfile.ModelError, match="no such file"):
        modelfile.load(tmp_path / "model.bin")


@pytest.mark.parametrize("size", [9, 19])
def test_shipped_models(size: int) -> None:
    loaded = modelfile.load_shipped(size)
    assert loaded.header["size"] == size
    for word in ("licence", "note", "records", "settings"):
        assert loaded.header[word]
    assert modelfile.load_shipped(size) is loaded


def test_shipped_models_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in DATA.iterdir()}
    assert {"moves9.bin", "moves19.bin", "ranks.bin"} <= set(sizes)
    assert sum(sizes.values()) < 20_000_000
