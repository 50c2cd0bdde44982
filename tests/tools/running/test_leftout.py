"""Files that are left out are named and counted."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from gtpengine.tools.running.leftout import SHOWN, counted, leave_out

from gtpengine.cli import main


def test_the_status_tells_of_files_that_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    status = [0]
    with counted(status):
        leave_out("a.sgf: no game")
    assert status == [1]
    assert capsys.readouterr().err == "left out: a.sgf: no game\n"
    with counted(status):
        for number in range(SHOWN + 5):
            leave_out(f"{number}.sgf\x1b[2J: no game")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "left out: 0.sgf\\x1b[2J: no game"
    assert lines[-1] == f"{SHOWN + 5} files are left out" and len(lines) == SHOWN + 1


def test_another_status_stays() -> None:
    for before in (0, 2, 130):
        status = [before]
        with counted(status):
            pass
        assert status == [before]
        with counted(status):
            leave_out("a.sgf: no game")
        assert status == [before or 1]


def test_a_command_within_a_command_counts_its_own() -> None:
    outer, inner = [0], [0]
    with counted(outer), counted(inner):
        leave_out("a.sgf: no game")
    assert (outer, inner) == ([0], [1])
    leave_out("b.sgf: outside of all commands")


GAMES = "(;SZ[9]KM[7.5]RE[B+R];B[ee];W[cc];B[gg];W[cg];B[gc];W[ge])"
LINE = "9\t7.5\tB+R\t1d\t1d\tmade\tE5 C7 G3 C3 G7 G5\n"
ROWS = ["  bW "] * 5
FINISHED = json.dumps({"board": ROWS, "correct_ownership": ["BBBWW"] * 5})
SUITE = "boardsize 9\n1 reg_genmove b\n#? [E5]\n"
ENGINE = """import sys
for line in sys.stdin:
    words = line.split()
    known = {"name": "stub", "version": "1", "list_commands": "reg_genmove", "reg_genmove": "E5"}
    known["genmove"] = "resign"
    print("= " + known.get(words[0], ""), end="\\n\\n", flush=True)
    if words[0] == "quit":
        break
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Good files and bad ones of each kind."""
    monkeypatch.chdir(tmp_path)
    files = {
        "records/good.sgf": GAMES,
        "records/bad.sgf": "(;SZ[9];B[ee",
        "lines/good.txt": LINE * 60,
        "lines/bad.txt": "no game",
        "good.json": FINISHED,
        "bad.json": "{}",
        "good.tst": SUITE,
        "bad.tst": "1 loadsgf /etc/passwd\n#? [E5]\n",
        "engine.py": ENGINE,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


COMMANDS = [
    ("book build lines --size 9 --output my.book --support 1 --games 1", "bad.txt", "my.book"),
    ("autoscore bad.json good.json --simulations 50", "bad.json", "good, intersections"),
    (f"regress stub='{sys.executable} engine.py' bad.tst good.tst", "bad.tst", "passed"),
    (
        f"match a='{sys.executable} engine.py' b='{sys.executable} engine.py'"
        " --openings records --size 9 --games 2 --hang 20",
        "bad.sgf",
        "a against b: 1/2",
    ),
]


@pytest.mark.parametrize(("line", "bad", "done"), COMMANDS, ids=lambda text: text.split()[0])
def test_one_bad_file_is_named_and_the_rest_is_done(
    line: str, bad: str, done: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert folder.exists()
    status = main(shlex.split(line))
    told = capsys.readouterr()
    assert f"left out: {bad}" in told.err or f"left out: records/{bad}" in told.err
    assert done in told.out, told
    assert status == 1
