"""The command that makes balanced start positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.tools.books import book_openings
from gtpengine.tools.games.openings import load_openings

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
