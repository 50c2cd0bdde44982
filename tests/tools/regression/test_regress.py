"""Regression suites: reading them, running them, comparing runs."""

# Long because: it holds one command whole: its suites, what it refuses, and its runs.

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gtpengine.tools.regression import regress
from gtpengine.tools.regression.suites import Expectation, Step, SuiteError, load_suite
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.storage import presence
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.positions import (
    OUTCOMES,
    PositionResult,
    claim_tests,
    finish_tests,
    load_results,
    release_tests,
)
from gtpengine.tools.storage.store import Entrant, Store

#: An engine that answers reg_genmove with the argument of ``--move``, or misbehaves.
ENGINE = """
import os, sys, time
position = ""
known = ["name", "version", "boardsize", "clear_board", "play", "reg_genmove", "quit"]
for line in sys.stdin:
    words = line.split()
    if words[0] == "quit":
        break
    if words[0] == "list_commands":
        print("= " + "\\n".join(known), end="\\n\\n", flush=True)
    elif words[0] == "reg_genmove" and sys.argv[1] == "crash":
        sys.exit(1)
    elif words[0] == "reg_genmove" and sys.argv[1] == "broken":
        print("engine: internal error: broken", file=sys.stderr, flush=True)
        print("= D4", end="\\n\\n", flush=True)
    elif words[0] == "reg_genmove" and sys.argv[1] == "slow":
        while os.path.exists("closed"):
            time.sleep(0.01)
        time.sleep(0.02)
        with open("asked", "a") as file:
            file.write(position + "\\n")
        print("= E5" if len(position) % 2 else "= D4", end="\\n\\n", flush=True)
    elif words[0] == "reg_genmove":
        print("winrate 0.7", file=sys.stderr, flush=True)
        print("= " + sys.argv[1], end="\\n\\n", flush=True)
    elif words[0] == "play" and words[2].upper() == "A1":
        print("? illegal move", end="\\n\\n", flush=True)
    elif words[0] in known:
        position = position + " " + words[2] if words[0] == "play" else ""
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
        return {r.test: r.outcome for r in load_results(store, name).values()}


def test_reading_a_suite(folder: Path) -> None:
    first, second, third = load_suite(folder / "s.tst")
    assert first.steps[0].command == f"loadsgf {folder / 'game.sgf'} 3"
    assert first.tests() == ["s:10"] and second.tests() == ["s:20", "s:25", "s:30"]
    assert second.steps[1].command == "reg_genmove white"
    assert second.steps[1].expect == Expectation("D4", negated=True, known_failure=True)
    assert third.steps[0] == Step("clear_board")
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
    head, row, _, legend, *_ = regress.summary_lines(results)
    words = head.lower().split()[1:]
    assert len(set(words)) == len(words) == len(OUTCOMES) + 1
    assert row.split()[1:-1] == ["1"] * len(OUTCOMES)
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
def test_numbers_out_of_range(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser(prog="regress")
    regress.add_arguments(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["engine", "s.tst", *words.split()])
    assert f"argument {words.split()[0]}: '{words.split()[1]}': give " in capsys.readouterr().err


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
    parser = argparse.ArgumentParser()
    regress.add_arguments(parser)
    engine = f"{sys.executable} {folder / 'komi.py'} {options}"
    words = [engine, "k.tst", "k.tsv", "--name", "k", "--concurrency", "1"]
    assert regress.run(parser.parse_args(words)) == 1  # k:p1 wants A1
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


def test_a_test_has_one_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.sqlite"
    entrants = [Entrant(EngineSpec("e", "/bin/e"), EngineIdentity("e", "1"))]

    def result(test: str, answer: str) -> PositionResult:
        return PositionResult(test, "[D4]", answer, "pass", 0.5)

    with Store(path) as one, Store(path) as other:
        event, _ = one.open_event("r", "regress", {}, entrants)
        assert claim_tests(one, event, ["a", "b"]) == {"a", "b"}
        assert claim_tests(one, event, ["a"]) == set()
        assert claim_tests(other, event, ["a", "b", "c"]) == {"c"}
        assert finish_tests(other, event, [result("a", "x"), result("c", "D4")]) == 1
        assert claim_tests(one, event, ["c"]) == set()
        # A runner on another machine that has been silent for too long loses its claims ...
        with monkeypatch.context() as patch:
            patch.setattr(presence, "process_gone", lambda _pid, _mark: None)
            patch.setattr(presence, "LEASE_SECONDS", -1.0)
            assert claim_tests(other, event, ["a"]) == {"a"}
        # ... and its results.
        assert finish_tests(one, event, [result("a", "late"), result("b", "D4")]) == 1
        assert finish_tests(other, event, [result("a", "D4")]) == 1
        assert {r.answer for r in load_results(one, "r").values()} == {"D4"}
        assert claim_tests(one, event, ["d"]) == {"d"}
        release_tests(one, event)
        assert claim_tests(other, event, ["d"]) == {"d"}
        one.open_event("m", "match", {}, entrants)
        with pytest.raises(StoreError, match="is a match, not a run of gtpengine regress"):
            load_results(one, "m")


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    engine = f"{sys.executable} -S -E {folder / 'engine.py'} slow"
    return subprocess.Popen(
        [sys.executable, "-m", "gtpengine", "regress", engine, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def begin(process: subprocess.Popen[str]) -> None:
    """Wait until it is at work, however slowly this machine starts it."""
    assert process.stdout is not None
    seen: list[str] = []
    while not (line := process.stdout.readline()).startswith("regress r in"):
        assert line, f"it ended early: {seen}"
        seen.append(line)


def long_suite(folder: Path, tests: int) -> tuple[str, ...]:
    """Write suites of tests in blocks of five, each with a position of its own; return their
    names."""
    lines = []
    for number in range(tests):
        if number % 5 == 0:
            lines.append("clear_board")
        lines += [f"play b {'BCDE'[number % 4]}{number}", f"{number} reg_genmove w", "#? [D4]"]
    (folder / "long.tst").write_text("\n".join(lines) + "\n")
    return ("long.tst", "--name", "r", "--concurrency", "1")


def test_two_runners_share_a_run(folder: Path) -> None:
    words = long_suite(folder, 200)
    closed = folder / "closed"
    closed.touch()  # the engines wait until both runners are at work
    runners = [start(folder, *words) for _ in range(2)]
    for runner in runners:
        begin(runner)
    closed.unlink()
    outputs = [runner.communicate(timeout=120)[0] for runner in runners]
    assert [runner.returncode for runner in runners] == [1, 1], outputs  # half of them fail
    # Each test was asked once, and both print the whole result.
    asked = (folder / "asked").read_text().splitlines()
    assert len(asked) == 200 and len(set(asked)) == 200
    assert len(outcomes(folder, "r")) == 200
    assert outputs[0].splitlines()[-2:] == outputs[1].splitlines()[-2:]
    with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
        assert store.database.rows("SELECT count(*) FROM runner")[0][0] == 2
        assert store.database.rows("SELECT count(*) FROM position_claim")[0][0] == 0


def test_kills_lose_and_repeat_nothing(folder: Path) -> None:
    """Ten kills at random moments, with a second runner at work in half of them."""
    rng = random.Random(2)
    words = long_suite(folder, 4000)  # eighty seconds of work on any machine
    before: dict[str, object] = {}
    for kill in range(10):
        runners = [start(folder, *words) for _ in range(1 + kill % 2)]
        for runner in runners:
            begin(runner)
        time.sleep(rng.uniform(0.0, 0.4))
        assert all(runner.poll() is None for runner in runners), "it ended before the kill"
        for runner in runners:
            runner.kill()
            runner.communicate()
        with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
            after: dict[str, object] = {**load_results(store, "r")}
        assert all(after[test] == found for test, found in before.items())
        before = after
    assert len(before) > 0
    tests = len(before) + 50
    with start(folder, *words, "--limit", str(tests)) as process:
        output = process.communicate(timeout=120)[0]
    assert process.returncode == 1, output  # half of them fail
    whole = outcomes(folder, "r")
    assert {f"long:{number}" for number in range(tests)} <= whole.keys()
    with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
        results = load_results(store, "r")
    assert all(results[test] == found for test, found in before.items())
    # A killed runner's test is asked again; tests with results never.
    asked = (folder / "asked").read_text().splitlines()
    assert len(set(asked)) >= len(results) and len(asked) <= len(results) + 15


def test_gnugo_runs_a_suite_in_parallel(folder: Path, gnugo: str) -> None:
    (folder / "game.sgf").write_text("(;FF[4]GM[1]SZ[9];B[bb];W[cc];B[dd])")
    tests = "\n".join(f"loadsgf game.sgf {n}\n{n} reg_genmove white\n#? [.*]" for n in (1, 2, 3))
    (folder / "g.tst").write_text(tests + "\n9 attack B8\n#? [0]\n")
    parser = argparse.ArgumentParser()
    regress.add_arguments(parser)
    assert regress.run(parser.parse_args([gnugo, "g.tst", "--name", "g"])) == 0
    assert outcomes(folder, "g") == {"g:1": "pass", "g:2": "pass", "g:3": "pass", "g:9": "pass"}
