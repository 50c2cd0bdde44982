"""Names from files and stores cannot steer a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.base.text.plain import plain, told
from gtpengine.cli import main

EVIL = "a\nb\x1b[31m\u202e.sgf"


def test_what_is_no_letter_is_written_as_its_escape() -> None:
    assert plain("棋譜.sgf") == "棋譜.sgf"
    assert plain(EVIL) == r"a\nb\x1b[31m\u202e.sgf"
    assert plain(EVIL, keep="\n") == "a\nb\\x1b[31m\\u202e.sgf"


def test_what_an_error_says_is_one_line_and_its_notes_are_below() -> None:
    error = ValueError("a\nb cannot be built:")
    error.add_note("line 1\nline 2\x1b")
    assert told(error) == "a\\nb cannot be built:\nline 1\nline 2\\x1b"
    assert told(error, "c\nd") == "c\\nd\nline 1\nline 2\\x1b"


def test_a_command_line_that_is_wrong_is_told_on_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "--a\nb"]) == 2
    message, hint = capsys.readouterr().err.splitlines()
    assert r"--a\nb" in message
    assert hint == "Try 'gtpengine bench --help'."


@pytest.mark.parametrize("command", ["review", "play --plain", "patterns evaluate", "autoscore"])
def test_no_command_writes_the_name_of_a_file_as_it_is(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / EVIL
    path.write_text("(;SZ[9];B[ee")
    words = ["--output", str(tmp_path / "pages")] if command == "review" else []
    assert main([*command.split(), str(path), *words]) != 0
    told = capsys.readouterr()
    assert "\x1b" not in told.err + told.out and "\u202e" not in told.err + told.out
