"""Files that are no files: a pipe nobody writes, a device without end. No wait, no memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from gtpengine.books.bookfile import Book, BookError
from gtpengine.patterns import modelfile
from gtpengine.patterns.modelfile import ModelError

from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.files.userpath import open_regular, read_regular
from gtpengine.cli import parse_settings
from gtpengine.config.settings import SettingsError
from gtpengine.game.sgf import read_file
from gtpengine.gtp.session import Session
from gtpengine.gtp.transcript import Transcript
from gtpengine.lab.weights import playoutfile
from gtpengine.lab.weights.sealed import SealedError
from gtpengine.sgf.error import SgfError
from tests.session.fake_searcher import fake_engine

NO_FILE = "[Nn]ot a regular file"
LINUX = sys.platform == "linux"
PATIENCE = 60.0
"""Seconds; what waits for a pipe waits for ever."""


@pytest.fixture(params=["pipe", "device"])
def special(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "device":
        return Path("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def gtpengine(*words: str, text: str = "name\n") -> subprocess.CompletedProcess[str]:
    """The program with little memory, so that a device without end ends it soon.

    macOS keeps no such limit; there it would run into the time limit instead.
    """
    return subprocess.run(
        [sys.executable, "-P", "-m", "gtpengine", *words],
        input=text, capture_output=True, text=True, timeout=PATIENCE, check=False,
        preexec_fn=limit_memory if LINUX else None,
    )  # fmt: skip


def test_what_is_no_file_is_refused_at_once(special: Path) -> None:
    for flags in (os.O_RDONLY, os.O_WRONLY | os.O_APPEND | os.O_CREAT):
        with pytest.raises(OSError, match=NO_FILE):
            open_regular(special, flags)
    for read, refusal in (
        (lambda: read_file(str(special)), SgfError),
        (lambda: Book.open(special, whole=True), BookError),
        (lambda: Book.open(special), BookError),
        (lambda: modelfile.load(special), ModelError),
        (lambda: playoutfile.load(special), SealedError),
        (lambda: parse_settings(["--config", str(special)]), SettingsError),
    ):
        with pytest.raises(refusal, match=NO_FILE):
            read()


@pytest.mark.parametrize(
    "name",
    [
        "book",
        "prior_model_file",
        pytest.param("playout_weights_file", marks=pytest.mark.lab),
    ],
)
def test_parameters(special: Path, name: str) -> None:
    done = gtpengine("--set", f"{name}={special}")
    assert done.returncode == 2
    assert "not a regular file" in done.stderr and done.stderr.count("\n") == 1
    done = gtpengine(text=f"gtpengine-param {name} {special}\n2 name\n")
    assert done.stdout.startswith(f"? {name} cannot be ")
    assert "not a regular file" in done.stdout and done.stdout.endswith("=2 gtpengine\n\n")


def test_books_are_shown(special: Path) -> None:
    done = gtpengine("book", "show", str(special))
    assert done.returncode != 0
    assert "not a regular file" in done.stderr and done.stderr.count("\n") == 1


def test_games(special: Path) -> None:
    done = gtpengine(text=f"loadsgf {special}\nprintsgf {special}\n3 name\n")
    assert done.stdout == (
        "? cannot load file: not a regular file\n\n? cannot write file: not a regular file\n\n"
        "=3 gtpengine\n\n"
    )
    assert not special.is_file()


def test_a_log(special: Path, capsys: pytest.CaptureFixture[str]) -> None:
    transcript = Transcript(special)
    transcript.write("<", "name")
    transcript.close()
    told = capsys.readouterr().err
    assert told.count("not a regular file") == told.count("\n") == 1


def test_limits_of_size(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 100)
    assert read_regular(file, 100) == b"x" * 100
    with pytest.raises(OSError, match="Longer than 99 bytes"):
        read_regular(file, 99)
    os.truncate(file, 1 << 40)
    with pytest.raises(OSError, match="Longer than"):
        read_regular(file)
    with pytest.raises((SettingsError, UsageError), match="longer than"):
        parse_settings(["--config", str(file)])
    if LINUX:
        assert read_regular("/proc/self/status") == b""
    with pytest.raises(IsADirectoryError):
        read_regular(tmp_path)


def test_a_game_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(old := b"(;AP[gtpengine:0.1]SZ[9];B[ee])")
    (tmp_path / "link.sgf").symlink_to(file)
    session = Session(fake_engine())
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))  # as a disk with room for 10 bytes
    try:
        reply = session.answer(f"printsgf {file}")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert reply == "? cannot write file: file too large\n\n"
    assert file.read_bytes() == old
    assert session.answer(f"printsgf {tmp_path / 'link.sgf'}") == "=\n\n"
    assert file.read_bytes().startswith(b"(;") and (tmp_path / "link.sgf").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.sgf", "link.sgf"]
    reply = session.answer(f"printsgf {tmp_path}")
    assert reply == "? cannot write file: is a directory\n\n"
