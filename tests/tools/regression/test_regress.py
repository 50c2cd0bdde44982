"""Regression suites: reading them, running them, comparing runs."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from gtpengine.tools.regression import regress
from gtpengine.tools.regression.suites import Expectation, SuiteError, SuiteStep, load_suite
from gtpengine.tools.storage.positions import (
    OUTCOMES,
    PositionResult,
    load_results,
)
from gtpengine.tools.storage.store import Store

from gtpengine.base.arguments.parser import UsageError
from tests.tools.regression.conftest import outcomes


def run(folder: Path, answer: str, *words: str) -> int:
    engine = f"{sys.executable} {folder / 'engine.py'} {answer}"
    return regress.COMMAND.ready("gtpengine regress", [engine, *words])()


def test_reading_a_suite(folder: Path) -> None:
    first, second, third = load_suite(folder / "s.tst")
    assert first.steps[0].command == f"loadsgf {folder / 'game.sgf'} 3"
    assert first.tests() == ["s:10"] and second.tests() == ["s:20", "s:25", "s:30"]
    assert second.steps[1].command == "reg_genmove white"
    assert second.steps[1].expect == Expectation("D4", negated=True, known_failure=True)
    assert third.steps[0] == SuiteStep("clear_board")
    (folder / "old.tst").write_text("black G3\n1 reg_genmove w\n#? [D4\n")  # the bracket is missing
    (old,) = load_suite(folder / "old.tst")
    assert old.steps[0].command == "play black G3"
    assert old.steps[1].expect == Expectation("D4")
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
    assert run(folder, "D4", "s.tst", "--name", "one") == 1  # the error
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
    assert run(folder, "crash", "s.tst", "--name", "c", "--select", "s:10") == 1
    assert outcomes(folder, "c") == {"s:10": "error"}
    assert run(folder, "crash", "s.tst", "--name", "c") == 1
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
    assert run(folder, "f5", "t.tsv", "--name", "t") == 1
    assert outcomes(folder, "t") == {"t:p1": "pass", "t:p2": "fail", "t:p3": "fail"}
    (folder / "bad.tsv").write_text("p1\tnine\t\t\tb\tA1\n")
    with pytest.raises(SuiteError, match="line 1"):
        load_suite(folder / "bad.tsv")


def test_an_internal_error_is_no_pass(folder: Path) -> None:
    (folder / "game.sgf").write_text("(;FF[4]GM[1]SZ[9];B[bb];W[cc];B[dd])")
    assert run(folder, "broken", "s.tst", "--name", "b", "--select", "s:[12]0") == 1
    assert outcomes(folder, "b") == {"s:10": "error", "s:20": "error"}


@pytest.mark.parametrize(
    ("expected", "status"),
    [("D4", 0), ("!D4]*", 0), ("D4]*", 0), ("E5", 1), ("!D4", 1)],
    ids=["passes", "a known failure", "mended", "fails", "fails by negation"],
)
def test_the_exit_status_tells_of_failures(folder: Path, expected: str, status: int) -> None:
    (folder / "one.tst").write_text(f"clear_board\n1 reg_genmove b\n#? [{expected.rstrip(']*')}]")
    if expected.endswith("*"):
        (folder / "one.tst").write_text(f"clear_board\n1 reg_genmove b\n#? [{expected}")
    assert run(folder, "D4", "one.tst") == status
    # Against itself nothing is worse.
    assert run(folder, "D4", "one.tst", "--name", "again") == status
    assert run(folder, "D4", "one.tst", "--name", "again", "--against", "again") == 0


def test_a_pattern_that_never_ends_is_an_error_of_its_test(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gtpengine.tools.regression.suites.PATTERN_SECONDS", 0.5)
    (folder / "slow.tst").write_text(
        "clear_board\n1 reg_genmove b\n#? [(x+x+)+y]\n2 reg_genmove b\n#? [x+]\n"
    )
    assert run(folder, "x" * 40, "slow.tst", "--name", "slow") == 1
    assert outcomes(folder, "slow") == {"slow:1": "error", "slow:2": "pass"}


def test_a_folder_with_blanks_in_its_name(folder: Path) -> None:
    inside = folder / "a  folder 7"
    inside.mkdir()
    shutil.copy(folder / "game.sgf", inside)
    (inside / "basic.tst").write_text("loadsgf game.sgf 3\n10 reg_genmove white\n#? [D4]\n")
    assert run(folder, "D4", str(inside / "basic.tst")) == 0


def test_a_suite_that_no_engine_answers_is_no_success(folder: Path) -> None:
    (folder / "one.tst").write_text("clear_board\n1 attack D4\n#? [1]")
    assert run(folder, "D4", "one.tst") == 1


def test_the_table_has_a_word_for_each_outcome() -> None:
    results = [PositionResult(f"s:{o}", "[D4]", "E5\x1b[2J", o, 0.1) for o in OUTCOMES]
    head, _, row, _, legend, *_ = regress.summary_lines(results)
    words = head.lower().split()[1:]
    assert len(set(words)) == len(words) == len(OUTCOMES) + 1
    assert row.split()[1:-2] == ["1"] * len(OUTCOMES)
    assert "mended" in legend and "known" in legend


def test_nothing_of_an_answer_reaches_the_terminal_as_a_command(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "one.tst").write_text("clear_board\n1 reg_genmove b\n#? [E5\x1bc]")
    assert run(folder, "\x1b]0;title\x07", "one.tst", "--verbose", "--name", "\x1b[2J") == 1
    found = capsys.readouterr()
    assert "\x1b" not in found.out + found.err and "\x07" not in found.out
    assert "one:1 [E5\\x1bc]" in found.out and "regress \\x1b[2J" in found.err


FORBIDDEN = [
    "printsgf victim",
    "printsgf s.tst",
    "finish_sgftrace victim",
    "savesgf a1",
    "uct_savetree 1",
    "gtpengine-param prior_model_file victim",
    "gtpengine-param threads 2",
    "kata-set-param analysisWideRootNoise x",
    "param book ../../etc/passwd",
    "loadsgf /etc/passwd",
    "loadsgf ../outside.sgf",
    "loadsgf link.sgf",
    "loadsgf games/../../outside.sgf 3",
    "loadsgf game.sgf 3 victim",
    "boardsize ./x",
    "lz-setoption name x value y",
]


@pytest.mark.parametrize("command", FORBIDDEN)
def test_a_suite_is_data(folder: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A suite that names files outside its folder, or in other commands, is not sent at all."""
    (folder / "suites").mkdir()
    (folder / "outside.sgf").write_text("(;FF[4]GM[1]SZ[9])")
    (folder / "suites/game.sgf").write_text("(;FF[4]GM[1]SZ[9])")
    (folder / "suites/link.sgf").symlink_to(folder / "outside.sgf")
    (folder / "suites/s.tst").write_text(f"clear_board\n{command}\n1 reg_genmove b\n#? [D4]\n")
    assert run(folder, "D4", "suites/s.tst", "--name", "x") == 2
    assert "s.tst, line 2: " in capsys.readouterr().err
    (folder / "suites/s.tst").write_text(f"clear_board\n1 {command}\n#? [.*]\n")
    assert run(folder, "D4", "suites/s.tst", "--name", "x") == 2
    assert not (folder / "gtpengine-runs.sqlite").exists()


@pytest.mark.parametrize(
    "text",
    ["1 reg_genmove b\n#?winrate [1.2.3 4]\n", "1 reg_genmove b\n#? [(]\n", "boardsize x\n"],
)
def test_what_cannot_be_read_is_named_with_its_line(folder: Path, text: str) -> None:
    (folder / "one.tst").write_text(text)
    with pytest.raises(SuiteError, match=r"one.tst, line \d"):
        load_suite(folder / "one.tst")


@pytest.mark.parametrize("row", ["9\tA1;B2\t\tb\tD4", "9\t\t\tb\t(", "9\t\t\tb\twinrate x 1"])
def test_rows_that_cannot_be_read_are_named(folder: Path, row: str) -> None:
    (folder / "one.tsv").write_text(f"p1\t{row}\n")
    with pytest.raises(SuiteError, match=r"one.tsv, line 1"):
        load_suite(folder / "one.tsv")


def test_a_suite_is_a_file_of_some_size(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match="regular file"):
        load_suite(Path("/dev/zero"))
    os.mkfifo(folder / "pipe.tst")
    with pytest.raises(OSError, match="regular file"):
        load_suite(folder / "pipe.tst")
    monkeypatch.setattr("gtpengine.tools.regression.suites.LARGEST_SUITE", 100)
    with pytest.raises(OSError, match="Longer than 100 bytes"):
        load_suite(folder / "s.tst")


@pytest.mark.parametrize(
    "words",
    ["--timeout -1", "--timeout nan", "--timeout 0", "--limit -1", "--sample -1", "--seed -1"],
)
def test_numbers_out_of_range(words: str) -> None:
    wrong = f"argument {words.split()[0]}: '{words.split()[1]}': give "
    with pytest.raises(UsageError, match=re.escape(wrong)):
        regress.COMMAND.read("gtpengine regress", ["engine", "s.tst", *words.split()])


#: Answers with its komi, which lasts until it is set anew, as GTP has it.
KOMI_ENGINE = """
import pathlib, re, sys
komi = "5.5"
for line in sys.stdin:
    words, answer = line.split(), ""
    if words[0] == "list_commands":
        answer = "\\n".join(["komi", "boardsize", "clear_board", "reg_genmove", *sys.argv[1:]])
    elif words[0] == "komi":
        komi = words[1]
    elif words[0] == "loadsgf":
        komi = "".join(re.findall(r"KM.([0-9.]+)", pathlib.Path(words[1]).read_text())) or komi
    elif words[0] == "reg_genmove":
        answer = komi
    print("= " + answer, end="\\n\\n", flush=True)
    if words[0] == "quit":
        break
"""


@pytest.mark.parametrize("options", ["", "loadsgf"])
def test_no_test_inherits_komi(folder: Path, options: str) -> None:
    (folder / "komi.py").write_text(KOMI_ENGINE)
    for name, komi in (("some", "KM[0.5]"), ("none", ""), ("odd", "KM[?]")):
        (folder / f"{name}.sgf").write_text(f"(;FF[4]GM[1]SZ[9]{komi};B[bb])")
    asked = [("loadsgf some.sgf", "0.5"), ("loadsgf none.sgf", "7.5"), ("loadsgf odd.sgf", "7.5")]
    # A komi of the suite is for all tests below it.
    asked += [("komi 3", "3"), ("loadsgf some.sgf", "0.5"), ("boardsize 9", "3")]
    lines = [f"clear_board\n{line}\n{n} reg_genmove w" for n, (line, _) in enumerate(asked)]
    (folder / "k.tst").write_text("\n".join(f"{line}\n#? [.*]" for line in lines))
    (folder / "k.tsv").write_text("p1\t9\t\t\tb\tA1\n")
    engine = f"{sys.executable} {folder / 'komi.py'} {options}"
    words = [engine, "k.tst", "k.tsv", "--name", "k", "--concurrency", "1"]
    assert regress.COMMAND.ready("gtpengine regress", words)() == 1  # k:p1 wants A1
    with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
        answers = {name: result.answer for name, result in load_results(store, "k").items()}
    expected = {f"k:{number}": komi for number, (_, komi) in enumerate(asked)}
    assert answers == expected | {"k:p1": "7.5"}


def test_a_choice_of_tests(folder: Path) -> None:
    tests = "".join(f"clear_board\nplay b B{n}\n{n} reg_genmove w\n#? [D4]\n" for n in range(1, 9))
    (folder / "one.tst").write_text(tests)
    (folder / "two.tst").write_text(tests + "play w A2\n9 reg_genmove b\n#? [D4]\n")
    suites = [folder / "one.tst", folder / "two.tst"]

    def chosen(limit: int = 0, sample: int = 0, seed: int = 1) -> list[str]:
        blocks = regress.select(suites, "*", limit, sample, seed)
        return [name for block in blocks for name in block.tests()]

    assert len(chosen()) == 17
    assert chosen(limit=2) == ["one:1", "one:2", "two:1", "two:2"]
    sample = chosen(sample=4, seed=5)
    assert len(sample) == 8 and len([name for name in sample if name.startswith("one:")]) == 4
    assert sample == chosen(sample=4, seed=5) != chosen(sample=4, seed=6)
    # A bigger sample has the smaller one in it, so it costs only the new tests.
    assert set(sample) < set(chosen(sample=5, seed=5))
    (last,) = regress.select(suites, "two:9")
    commands = ["clear_board", "play b B8", "play w A2", "reg_genmove b"]
    assert [step.command for step in last.steps] == commands  # the other test is not asked
    (first,) = regress.select(suites, "two:8")
    assert [step.command for step in first.steps] == [*commands[:2], "reg_genmove w"]


def test_gnugo_runs_a_suite_in_parallel(folder: Path, gnugo: str) -> None:
    (folder / "game.sgf").write_text("(;FF[4]GM[1]SZ[9];B[bb];W[cc];B[dd])")
    tests = "\n".join(f"loadsgf game.sgf {n}\n{n} reg_genmove white\n#? [.*]" for n in (1, 2, 3))
    (folder / "g.tst").write_text(tests + "\n9 attack B8\n#? [0]\n")
    assert regress.COMMAND.ready("gtpengine regress", [gnugo, "g.tst", "--name", "g"])() == 0
    assert outcomes(folder, "g") == {"g:1": "pass", "g:2": "pass", "g:3": "pass", "g:9": "pass"}
