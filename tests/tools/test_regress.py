"""Regression suites: reading them, running them, comparing runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest
from gtpengine.tools import regress
from gtpengine.tools.store import Store
from gtpengine.tools.suites import Expectation, Step, SuiteError, load_suite

#: An engine that answers reg_genmove with the argument of `--move`, or misbehaves.
ENGINE = """
import sys
known = ["name", "version", "boardsize", "clear_board", "play", "reg_genmove", "quit"]
for line in sys.stdin:
    words = line.split()
    if words[0] == "quit":
        break
    if words[0] == "list_commands":
        print("= " + "\\n".join(known), end="\\n\\n", flush=True)
    elif words[0] == "reg_genmove" and sys.argv[1] == "crash":
        sys.exit(1)
    elif words[0] == "reg_genmove":
        print("winrate 0.7", file=sys.stderr, flush=True)
        print("= " + sys.argv[1], end="\\n\\n", flush=True)
    elif words[0] == "play" and words[2].upper() == "A1":
        print("? illegal move", end="\\n\\n", flush=True)
    elif words[0] in known:
        print("= x", end="\\n\\n", flush=True)
    else:
        print("? unknown command", end="\\n\\n", flush=True)
"""

SUITE = """# comment
loadsgf game.sgf 3
10 reg_genmove white
#? [D4|E5]

loadsgf game.sgf
20 reg_genmove white  # a trailing comment
#? [!D4]*
25 reg_genmove white
#?winrate [0.6 0.8]
30 attack D4
#? [1 (A1|B2)]

clear_board
play b A1
40 reg_genmove white
#? [D4]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "s.tst").write_text(SUITE)
    (tmp_path / "game.sgf").write_text("(;FF[4]GM[1]SZ[9];B[aa];W[bb];B[cc])")
    return tmp_path


def run(folder: Path, answer: str, *words: str) -> int:
    parser = argparse.ArgumentParser()
    regress.add_arguments(parser)
    engine = f"{sys.executable} {folder / 'engine.py'} {answer}"
    return regress.run(parser.parse_args([engine, *words]))


def outcomes(folder: Path, name: str) -> dict[str, str]:
    with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
        return {r.test: r.outcome for r in regress.load_results(store, name).values()}


def test_reading_a_suite(folder: Path) -> None:
    first, second, third = load_suite(folder / "s.tst")
    assert first.steps[0].command == f"loadsgf {folder / 'game.sgf'} 3"
    assert first.tests() == ["s:10"] and second.tests() == ["s:20", "s:25", "s:30"]
    assert second.steps[1].command == "reg_genmove white"
    assert second.steps[1].expect == Expectation("D4", negated=True, known_failure=True)
    assert third.steps[0] == Step("clear_board")
    assert Expectation("1 (A1|B2)").accepts("1 b2", None)
    assert not Expectation("D4").accepts("D14", None)
    assert not Expectation("D4", negated=True).accepts("D4", None)
    (folder / "bad.tst").write_text("1 name\n#? [(]\n")
    with pytest.raises(SuiteError, match="bad.tst, line 2"):
        load_suite(folder / "bad.tst")
    (folder / "bad.tst").write_text("name\n#? [x]\n")
    with pytest.raises(SuiteError, match="follows no numbered command"):
        load_suite(folder / "bad.tst")


def test_outcomes_and_comparison(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # loadsgf is unknown to this engine and replayed; B at A1 at the start of the game is refused.
    (folder / "game.sgf").write_text("(;FF[4]GM[1]SZ[9];B[bb];W[cc];B[dd])")
    assert run(folder, "D4", "s.tst", "--name", "one") == 0
    assert outcomes(folder, "one") == {
        "s:10": "pass",
        "s:20": "FAIL",
        "s:25": "pass",
        "s:30": "skip",
        "s:40": "error",
    }
    capsys.readouterr()
    assert run(folder, "C3", "s.tst", "--name", "two", "--against", "one", "--verbose") == 1
    out = capsys.readouterr().out
    assert outcomes(folder, "two") == {
        "s:10": "fail",
        "s:20": "PASS",
        "s:25": "pass",
        "s:30": "skip",
        "s:40": "error",
    }
    assert "known failures that pass (1):\n  s:20 [!D4]*: C3" in out
    assert "now pass (1):\n  s:20" in out
    assert "now fail (1):\n  s:10 [D4|E5]: D4 -> C3" in out
    assert "failed (2):" in out


def test_crashes_are_outcomes_and_runs_continue(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "game.sgf").write_text("(;FF[4]GM[1]SZ[9];B[bb];W[cc];B[dd])")
    assert run(folder, "crash", "s.tst", "--name", "c", "--select", "s:10") == 0
    assert outcomes(folder, "c") == {"s:10": "error"}
    assert run(folder, "crash", "s.tst", "--name", "c") == 0
    assert len(outcomes(folder, "c")) == 5
    capsys.readouterr()
    assert run(folder, "crash", "s.tst", "--name", "c", "--select", "nothing") == 2
    assert "leaves no test" in capsys.readouterr().err


def test_tables_of_problems(folder: Path) -> None:
    rows = ["id\tsize\tblack\twhite\tside\tmoves", "p1\t9\tC3 D4\tE5\tB\tE4,F5\tnice"]
    rows += ["p2\t9\t\t\tw\tA9", "p3\t9\tB2\t\tw\twinrate 0.8 1.0"]
    (folder / "t.tsv").write_text("\n".join(rows))
    blocks = load_suite(folder / "t.tsv")
    assert [step.command for step in blocks[0].steps] == [
        "boardsize 9",
        "clear_board",
        "play b C3",
        "play b D4",
        "play w E5",
        "reg_genmove b",
    ]
    assert run(folder, "f5", "t.tsv", "--name", "t") == 0
    assert outcomes(folder, "t") == {"t:p1": "pass", "t:p2": "fail", "t:p3": "fail"}
    (folder / "bad.tsv").write_text("p1\tnine\t\t\tb\tA1\n")
    with pytest.raises(SuiteError, match="line 1"):
        load_suite(folder / "bad.tsv")


def test_gnugo_runs_a_suite_in_parallel(folder: Path, gnugo: str) -> None:
    (folder / "game.sgf").write_text("(;FF[4]GM[1]SZ[9];B[bb];W[cc];B[dd])")
    tests = "\n".join(f"loadsgf game.sgf {n}\n{n} reg_genmove white\n#? [.*]" for n in (1, 2, 3))
    (folder / "g.tst").write_text(tests + "\n9 attack B8\n#? [0]\n")
    parser = argparse.ArgumentParser()
    regress.add_arguments(parser)
    assert regress.run(parser.parse_args([gnugo, "g.tst", "--name", "g"])) == 0
    assert outcomes(folder, "g") == {"g:1": "pass", "g:2": "pass", "g:3": "pass", "g:9": "pass"}
