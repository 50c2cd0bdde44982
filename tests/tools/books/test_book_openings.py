"""The command that makes balanced start positions, and the shipped ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.books.canonical import board_frame
from gtpengine.tools.books import book_openings
from gtpengine.tools.games.game import Opening
from gtpengine.tools.games.openings import load_openings

from board_ext.coords import vertex_to_point
from board_ext.position import Position
from gtpengine.cli import main


def make(file: Path, *words: str) -> int:
    few = ("--simulations", "100", "--move-simulations", "20", "--output", str(file))
    return main(["book", "openings", *few, *words])


def positions(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if not line.startswith("# command")]


def test_positions_are_made_and_an_interrupted_run_continues(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    assert make(whole, "--count", "6") == 0
    assert make(parts, "--count", "2") == 0
    assert make(parts, "--count", "6") == 0
    assert positions(whole) == positions(parts)
    assert len(load_openings(str(whole), 9)) == 6


def test_another_file_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n")
    assert make(file) == 2
    assert "holds something else; give another name" in capsys.readouterr().err
    assert make(tmp_path / "a.sgf") == 2
    assert file.read_text() == "my notes\n"


def test_a_board_without_balance_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_openings, "PATIENCE", 5)
    assert make(tmp_path / "a.txt", "--size", "2", "--komi", "50") == 2
    assert "no other balanced position in 5 tries" in capsys.readouterr().err


def key_of(opening: Opening, size: int) -> int:
    position = Position(size)
    for _, vertex in opening.moves:
        position.play(vertex_to_point(vertex, size))
    return board_frame(position, position.to_play).key


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_shipped_positions_are_many_short_and_distinct(size: int) -> None:
    openings = load_openings("balanced", size)
    assert len(openings) >= 100
    assert len({key_of(opening, size) for opening in openings}) == len(openings)
    assert len({opening.name for opening in openings}) == len(openings)
    for opening in openings:
        assert book_openings.MOVES[0] <= len(opening.moves) <= book_openings.MOVES[1]
        assert [color for color, _ in opening.moves[:2]] == ["b", "w"]
        assert opening.to_play == "bw"[len(opening.moves) % 2]


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_shipped_lists_say_how_they_were_made(size: int) -> None:
    import gtpengine.tools.games

    text = Path(gtpengine.tools.games.__path__[0], "data", f"balanced{size}.txt").read_text()
    head, _, body = text.partition(f"\nboardsize {size}\n")
    assert f"# command: gtpengine book openings --size {size} " in head
    assert f"# bench: search {size}x{size} " in head
    low, high = book_openings.BALANCE
    assert all(low <= float(line.partition("#")[2]) <= high for line in body.splitlines())
