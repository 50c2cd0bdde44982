"""Standard output that is full or closed: every command says so, with a status of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gtpengine.base.streams.standard import OutputError, checked_streams
from gtpengine.cli import COMMANDS, main
from tests.tools.conftest import dummy_command

FULL = Path("/dev/full")
RECORD = "(;GM[1]FF[4]SZ[9]KM[7.5]RU[Chinese];B[ee];W[ce];B[gc];W[gg])"

needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")

#: Command lines that print; E is an engine, and the others of ``COMMANDS`` print their help.
PRINTING = {
    "bench": "bench board --size 9",
    "play": "play --plain --level 1",
    "review": "review game.sgf --simulations 2 --output page",
    "analysis": "analysis --schema",
    "match": "match E E --games 2",
    "sprt": "sprt E E --max-games 2",
    "tournament": "tournament E E --rounds 1",
    "regress": "regress E one.tst",
    "tune": "tune E --param a=0:1 --trials 1 --games 2 --check 0 --set-command komi",
    "report": "report --list",
}
#: What else prints.
OTHERS = ["help", "--version", "help parameters", "help presets", "help match"]
OF_THE_LABORATORY = ("study", "reproduce", "help presets")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_text(RECORD)
    Path("one.tst").write_text("1 name\n#? [dummy]\n")
    Path("input").write_text("quit\n")


@contextmanager
def broken_stdout(how: str) -> Iterator[None]:
    """A stdout that is full or closed, and an input with the word quit."""
    if how == "full":
        file = os.open(FULL, os.O_WRONLY)
    else:
        unread, file = os.pipe()
        os.close(unread)
    before = sys.stdout, sys.stdin
    with os.fdopen(file, "w") as stream, open("input") as given:
        sys.stdout, sys.stdin = stream, given
        try:
            yield
        finally:
            sys.stdout, sys.stdin = before


@pytest.mark.parametrize("how", [pytest.param("full", marks=needs_full), "closed early"])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.lab] * (name in OF_THE_LABORATORY))
        for name in (*COMMANDS, *OTHERS)
    ],
)
def test_each_command_ends_with_a_sentence_and_a_status(
    name: str, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = PRINTING.get(name, name if name in OTHERS else f"{name} --help").split()
    if words[0] == "report":
        main(["match", dummy_command(), dummy_command(), "--games", "2"])
        capsys.readouterr()
    try:
        with broken_stdout(how):
            status = main([dummy_command() if word == "E" else word for word in words])
    except SystemExit as ended:  # of a help text that was written
        pytest.fail(f"status {ended.code}")
    told = capsys.readouterr().err
    if "needs" in told and "install" in told:
        pytest.skip(told)
    assert "Traceback" not in told
    if how == "full":
        assert status == 2
        assert "cannot write to stdout: no space left on device; give a pipe" in told
    else:
        assert status == 141
        assert "stdout" not in told


@needs_full
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("{} help >/dev/full", 2, "cannot write to stdout: no space left"),
        ("{} bench board --size 9 >/dev/full", 2, "cannot write to stdout: no space left"),
        ("{} bench board --size 9 >&-", 2, "cannot write to stdout: it is closed"),
        ("{} --nonsense 2>/dev/full", 2, ""),
        ("{} --nonsense 2>&-", 2, ""),
        ("echo quit | {} 2>&-", 0, "=\n\n"),
        ("echo quit | {} 2>/dev/full", 0, "=\n\n"),
        ("{} analysis <&-", 0, "ready to begin handling requests\n"),
    ],
)
def test_a_program_ends_so_too(line: str, status: int, said: str) -> None:
    """Python's own end, which writes what is left, adds nothing."""
    program = f"{sys.executable} -P -m gtpengine"
    done = subprocess.run(
        line.format(program), shell=True, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == status, done.stderr
    assert said in done.stderr + done.stdout
    assert (done.stdout + done.stderr).count("\n") == max(1, said.count("\n")) * bool(said)


@pytest.mark.skipif(sys.platform == "win32", reason="there stdout is UTF-8")
@pytest.mark.parametrize("line", ["ladder --lang ja", "play --plain --size 5 --lang ru <&-"])
def test_an_encoding_that_lacks_the_letters_escapes_them(line: str, tmp_path: Path) -> None:
    command = f"{sys.executable} -P -m gtpengine {line}"
    given = os.environ | {"PYTHONIOENCODING": "latin-1", "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(command, shell=True, capture_output=True, env=given, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u" in done.stdout


def _print_as_a_command_would() -> None:
    with checked_streams():
        try:
            print("x" * 100_000)
        except Exception as error:
            raise AssertionError("taken for an error of the command") from error


def test_errors_of_stdout_alone_become_output_errors(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(OSError, match="other"), checked_streams():
        raise OSError("other")
    with checked_streams():
        print("text", end="")
        print("more", file=sys.stderr)
        assert not sys.stdout.isatty()
    assert capsys.readouterr() == ("text", "more\n")
    before = sys.stdout
    if FULL.exists():
        with FULL.open("w") as full:
            monkeypatch.setattr(sys, "stdout", full)
            with pytest.raises(OutputError):
                _print_as_a_command_would()
            assert sys.stdout is full
    monkeypatch.setattr(sys, "stdout", before)
    monkeypatch.setattr(sys, "stderr", None)
    with checked_streams():
        print("nowhere", file=sys.stderr)
    assert capsys.readouterr().out == ""
