"""Start positions: lists of moves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from gtpengine.tools.games.game import Opening
from gtpengine.tools.games.openings import OpeningError, load_openings, read_opening

from tests.sgf.serverfiles import FILES
from tests.sgf.test_readers import CHARSETS, MOVES, hostile


def test_other_sizes_have_none() -> None:
    with pytest.raises(OpeningError, match=r"for 9x9, 13x13, 19x19; for 11x11 give stars"):
        load_openings("balanced", 11)


def test_a_list_of_moves(tmp_path: Path) -> None:
    file = tmp_path / "my.txt"
    file.write_text("# some\nboardsize 9\n\nE5 C3  # good\nE5 pass C3\n")
    first, second = load_openings(str(file), 9)
    assert first == Opening("my-001", moves=(("b", "E5"), ("w", "C3")), to_play="b")
    assert second.moves[1] == ("w", "pass")
    assert second.to_play == "w"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("E5 C3\n", r"my.txt, line 1: 'E5 C3' instead of boardsize 9"),
        ("boardsize 19\nE5 C3\n", r"line 1: 'boardsize 19' instead of boardsize 9"),
        ("boardsize 9\nE5 E5\n", r"line 2: .*E5"),
        ("boardsize 9\nE5 K10\n", r"line 2: .*K10"),
        ("boardsize 9\n# none\n", r"no start positions"),
        ("", r"no start positions"),
    ],
)
def test_a_list_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "my.txt"
    file.write_text(text)
    with pytest.raises(OpeningError, match=message):
        load_openings(str(file), 9)


def test_a_folder_is_used_but_for_its_bad_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (
        ("a", "(;SZ[9];B[ee];W[gc])"),
        ("b", "(;SZ[9];B[ee];W[ee])"),
        ("c", "(;SZ[9]CA[base64];B[ee])"),
        ("d", "(;SZ[13];B[ee])"),
        ("e", "(;SZ[9]AB[cc]AW[gg];W[ee])"),
    ):
        (tmp_path / f"{name}.sgf").write_text(text)
    (tmp_path / "loop.sgf").symlink_to("loop.sgf")
    found = load_openings(str(tmp_path), 9)
    assert [opening.name for opening in found] == ["a", "e"]
    assert (found[1].black, found[1].white, found[1].to_play) == (("C7",), ("G3",), "b")
    err = capsys.readouterr().err
    for line in (
        "b.sgf: move 2: illegal",
        "c.sgf: line 1",
        "d.sgf: is for 13x13",
        "2 of 6 openings",
    ):
        assert line in err, err
    with pytest.raises(OpeningError, match="b.sgf: move 2"):
        load_openings(str(tmp_path / "b.sgf"), 9)


@pytest.mark.parametrize("name", FILES)
def test_records_of_servers(name: str, tmp_path: Path) -> None:
    path = tmp_path / "opening.sgf"
    path.write_bytes(FILES[name])
    assert len(read_opening(path, 19).moves) == 4


@pytest.mark.parametrize("charset", CHARSETS)
def test_charsets(charset: str, tmp_path: Path) -> None:
    path = tmp_path / "opening.sgf"
    path.write_bytes(f"(;SZ[19]PB[{CHARSETS[charset][0]}]{MOVES})".encode(charset))
    assert len(read_opening(path, 19).moves) == 4


@pytest.mark.fuzz
def test_hostile_records_are_refused_with_a_sentence(tmp_path: Path) -> None:
    rng = random.Random("opening")
    path = tmp_path / "opening.sgf"
    refused = []
    for _ in range(300):
        path.write_bytes(hostile(rng))
        try:
            read_opening(path, 5)
        except OpeningError as error:
            refused.append(str(error))
    assert len(refused) > 100
    assert not [why for why in refused if "\n" in why or len(why) > 400 + len(str(path))]
