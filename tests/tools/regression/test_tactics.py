"""Problems by topic: what a position is about, the choice, the table."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.regression import tactics
from gtpengine.tools.regression.suites import Expectation, SuiteBlock, SuiteStep
from gtpengine.tools.regression.topics import (
    TOPICS,
    accepted_moves,
    board_size,
    position_of,
    topics,
)

from board_ext.coords import BLACK, WHITE, point_to_vertex
from board_ext.position import Position
from gtpengine.base.arguments.parser import UsageError

#: Answers D4 from 500 simulations on, else E5; no more than a few commands are known.
ENGINE = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "list_commands":
        answer = "reg_genmove\\nloadsgf"
    else:
        answer = ("D4" if int(sys.argv[1]) >= 500 else "E5") if words[0] == "reg_genmove" else ""
    print("= " + answer, end="\\n\\n", flush=True)
    if words[0] == "quit":
        break
"""

LADDER = """
    . . . . . . .
    . . . . . . .
    . . X . . . .
    . . X O . . .
    . . . X . . .
    . . . . . . .
    . . . . . . .
"""
THREE_POINTS = """
    . . . O X . .
    O O O O X . .
    X X X X X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
RACE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O O X X . . .
    . X O . X . .
    . X O . X . .
    . X O . X . .
"""


def block(diagram: str, color: str, accepted: str, note: str = "") -> SuiteBlock:
    """Return a test like those of the tables."""
    stones = Position.from_diagram(diagram).stones().ravel()
    steps = [SuiteStep("boardsize 7"), SuiteStep("clear_board")]
    for name, number in (("b", BLACK), ("w", WHITE)):
        steps += [
            SuiteStep(f"play {name} {point_to_vertex(int(point), 7)}")
            for point in np.flatnonzero(stones == number)
        ]
    expect = Expectation(accepted.removeprefix("!"), accepted.startswith("!"))
    return SuiteBlock((*steps, SuiteStep(f"reg_genmove {color}", "s:1", expect, note)))


@pytest.mark.parametrize(
    ("diagram", "color", "accepted", "topic"),
    [
        (LADDER, "b", "E4", "ladder"),
        (LADDER, "b", "G1|E4", "ladder"),
        (LADDER, "b", "!E4", "other"),  # the move that fails says nothing
        (LADDER, "w", "E4", "other"),  # not in atari yet
        (LADDER, "b", "F4", "other"),
        (THREE_POINTS, "b", "B7", "nakade"),
        (THREE_POINTS, "w", "B7", "nakade"),
        (THREE_POINTS, "w", "C7", "other"),
        (RACE, "b", "D2", "semeai"),
        (RACE, "w", "A1", "semeai"),
        (RACE, "w", "G7", "other"),
        (RACE.replace(". X O . X", "O X O . X", 1), "b", "D2", "other"),  # lost
    ],
)
def test_what_moves_do_on_the_board(diagram: str, color: str, accepted: str, topic: str) -> None:
    assert topics(block(diagram, color, accepted)) == (topic,)


def test_words_show_topics() -> None:
    assert topics(block(LADDER, "b", "A1", "Seki. A ko, too")) == ("seki", "ko")
    assert topics(block(LADDER, "b", "!A1", "alive")) == ("life and death",)
    assert topics(block(LADDER, "b", "A1", "OK, Kobayashi")) == ("other",)


def test_accepted_moves() -> None:
    def moves(pattern: str, negated: bool = False) -> list[str]:
        return accepted_moves(SuiteStep("reg_genmove b", "s:1", Expectation(pattern, negated)))

    assert moves("D4") == ["D4"] and moves("(a1|J19)") == ["a1", "J19"]
    assert moves("D4", negated=True) == [] == moves("PASS") == moves("D4|.*") == moves("[A-C]4")
    assert accepted_moves(SuiteStep("reg_genmove b")) == []


def test_positions_of_blocks(tmp_path: Path) -> None:
    record = tmp_path / "a.sgf"
    record.write_text("(;FF[4]GM[1]SZ[9]AB[aa];W[bb];B[];W[cc];AE[aa];B[dd])")
    load = [
        SuiteStep(f"loadsgf {record} 4"),
        SuiteStep("play black A1"),
        SuiteStep("play w B1"),
        SuiteStep("undo"),
    ]
    found = position_of(SuiteBlock(tuple(load)))
    assert board_size(SuiteBlock(tuple(load))) == found.size == 9
    stones = {point_to_vertex(p, 9): found.color_at(p) for p in range(81) if found.color_at(p)}
    assert stones == {"B8": WHITE, "C7": WHITE, "A1": BLACK}
    with pytest.raises(ValueError, match="occupied"):
        position_of(SuiteBlock((*load, SuiteStep("play b A1"))))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Prepare suites of three board sizes, one without move tests, and problems."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engine.py").write_text(ENGINE)
    suites = tmp_path / "suites"
    suites.mkdir()
    for size in (5, 9, 13, 19):
        lines = [f"boardsize {size}", "clear_board"]
        for number in range(1, 11):
            lines += ["# about ko" if number < 4 else "# about a ladder"]
            lines += [f"{number} reg_genmove b", f"#? [{'D4' if number % 2 else 'E5'}]"]
            lines += [f"{100 + number} attack D4", "#? [1 D4]"]
        (suites / f"s{size}.tst").write_text("\n".join(lines))
    (suites / "none.tst").write_text("loadsgf gone.sgf\n1 reg_genmove w\n#? [A1]\n")
    rows = [f"Tesuji {n}\t19\tC3\tQ16\tB\tD4\tan endgame" for n in range(20)]
    (tmp_path / "p.tsv").write_text("\n".join(rows))
    return tmp_path


def run(folder: Path, *words: str) -> int:
    engine = f"e={sys.executable} {folder / 'engine.py'} {{simulations}}"
    return tactics.COMMAND.ready("gtpengine tactics", [engine, "--suites", "suites", *words])()


def test_a_table_by_topic_and_simulations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--problems", "p.tsv", "--simulations", "100", "500", "--sample", "0", "--name", "t")
    assert run(folder, *words) == 1
    told = capsys.readouterr()
    assert "left out: 1 tests whose game records are missing" in told.err
    assert "suites/gone.sgf: no such file" in told.err and "Errno" not in told.err
    assert told.out.splitlines() == [
        "|  | tests | 100 | 500 |",
        "| --- | --: | --: | --: |",
        "| suites 9x9 | 10 | 5 (50 %) | 5 (50 %) |",
        "| suites 13x13 | 10 | 5 (50 %) | 5 (50 %) |",
        "| suites 19x19 | 10 | 5 (50 %) | 5 (50 %) |",
        "| problems | 20 | 0 (0 %) | 20 (100 %) |",
        "| suites, other sizes | 10 | 5 (50 %) | 5 (50 %) |",
        "| *ladder* | 28 | 16 (57 %) | 12 (43 %) |",
        "| *ko* | 12 | 4 (33 %) | 8 (67 %) |",
        "| *tesuji* | 20 | 0 (0 %) | 20 (100 %) |",
        "| *endgame* | 20 | 0 (0 %) | 20 (100 %) |",
        "| all | 60 | 20 (33 %) | 40 (67 %) |",
    ]
    assert run(folder, "--simulations", "100", "--topic", "ko", "--sample", "2", "--verbose") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("  s") and "(ko) [D4]: E5" in lines[-1]
    assert any(line.startswith("| all | 8 |") for line in lines)


def test_failures_are_reviewed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--simulations", "100", "500", "--topic", "ko", "--sample", "2", "--review", "20")
    assert run(folder, *words, "--verbose") == 1
    lines = capsys.readouterr().out.splitlines()
    begin = lines.index("| fault / as good / better / not reviewed | 100 | 500 |")
    solved = [int(cell.split()[0]) for cell in lines[begin - 2].split("|")[3:-1]]
    end = next(i for i in range(begin, len(lines)) if lines[i].startswith("| all |"))
    counts = [sum(map(int, cell.split("/"))) for cell in lines[end].split("|")[2:-1]]
    assert counts == [8 - n for n in solved]
    assert len(lines) - end - 1 == counts[-1]
    assert lines[-1].startswith(("  fault: s", "  as good: s", "  better: s"))


def test_ctrl_c_ends_a_review_at_once(folder: Path) -> None:
    words = ["--suites", "suites", "--topic", "ko", "--sample", "1", "--review", "100000000"]
    engine = f"e={sys.executable} {folder / 'engine.py'} {{simulations}}"
    command = [sys.executable, "-P", "-m", "gtpengine", "tactics", engine, *words]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while "reviewing" not in (line := process.stderr.readline()):
            assert line
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            told = process.communicate(timeout=60)[1]
        finally:
            process.kill()
    assert "interrupted; the same command" in told
    assert process.returncode == 130


def test_changed_tests_are_asked_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--problems", "p.tsv", "--sample", "0", "--topic", "endgame")
    assert run(folder, *words) == 1  # one record is missing
    assert "| all | 20 | 20 (100 %) |" in capsys.readouterr().out
    table = folder / "p.tsv"
    table.write_text(table.read_text().replace("D4", "E5"))
    assert run(folder, *words) == 1  # one record is missing
    assert "| all | 20 | 0 (0 %) |" in capsys.readouterr().out
    suite = folder / "suites" / "s9.tst"
    assert run(folder, *words, "--name", "mine") == 1
    suite.write_text(suite.read_text() + "\n# new")
    capsys.readouterr()
    assert run(folder, *words, "--name", "mine") == 2
    assert "begun with other values of tests; give" in capsys.readouterr().err


def test_a_bigger_sample_contains_a_smaller_one(folder: Path) -> None:
    groups = tactics.sources(folder / "suites", folder / "p.tsv")

    def names(sample: int, seed: int = 1) -> set[str]:
        return {p.name for p in tactics.choose(groups, sample, seed, TOPICS)}

    assert len(names(3)) == 15 and names(3) < names(4) and names(3) == names(3)
    assert names(3) != names(3, seed=2)


def test_wrong_arguments(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option, value, low in (("sample", "-1", 0), ("simulations", "0", 1), ("review", "-1", 0)):
        with pytest.raises(UsageError, match=f"'{value}': give a whole number from {low}"):
            run(folder, f"--{option}", value)
    assert run(folder, "--topic", "net") == 2
    assert "another --topic" in capsys.readouterr().err
    assert tactics.COMMAND.ready("gtpengine tactics", [])() == 2
    assert "name --suites FOLDER or --problems FILE" in capsys.readouterr().err
    engine = f"{sys.executable} {folder / 'engine.py'} 5"
    assert tactics.COMMAND.ready("gtpengine tactics", [engine, "--suites", "suites"])() == 2
    assert "write {simulations} in the engine's command" in capsys.readouterr().err
