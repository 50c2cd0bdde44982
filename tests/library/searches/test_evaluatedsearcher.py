"""``gtpengine --evaluator FILE``: a Python file leads the search, in GTP and in matches."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gtpengine.library.searches.evaluatedsearcher import evaluator_of
from tests.wings import ROOT

UNIFORM = ROOT / "docs" / "samples" / "uniform_evaluator.py"
CORNER = """
import numpy as np

def evaluator(point="0", asked=""):
    def evaluate(positions):
        n, size = len(positions), positions[0].size
        if asked:
            with open(asked, "a") as file:
                print(n, size, positions[0].komi, file=file)
        policies = np.full((n, size * size + 1), 1e-6)
        policies[:, int(point)] = 1
        return policies, np.full(n, 0.5)
    return evaluate
"""
FAILING = """
def evaluator(when="later"):
    def evaluate(positions):
        raise KeyError("my weights")
    return evaluate() if when == "now" else evaluate
"""


def gtp(
    evaluator: str, *commands: str, options: str = "", status: int = 0
) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-P", "-m", "gtpengine", "--evaluator", evaluator, *options.split()]
    text = "".join(f"{command}\n" for command in (*commands, "quit"))
    done = subprocess.run(
        line, input=text, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == status, done.stderr
    return done


@pytest.fixture
def corner(tmp_path: Path) -> Path:
    path = tmp_path / "corner.py"
    path.write_text(CORNER)
    return path


def test_the_file_chooses_the_moves_and_gets_batches_for_all_threads(
    corner: Path, tmp_path: Path
) -> None:
    asked = tmp_path / "asked.txt"
    words = shlex.join([str(corner), "7", str(asked)])
    options = "--simulations 40 --threads 3 --boardsize 5"
    done = gtp(words, "komi 3.5", "genmove b", "genmove w", options=options)
    assert [word for word in done.stdout.split() if word != "="][0] == "C2"  # noqa: RUF015
    told = [line.split() for line in asked.read_text().splitlines()]
    assert {(size, komi) for _, size, komi in told} == {("5", "3.5")}
    assert max(int(n) for n, _, _ in told) > 1 and sum(int(n) for n, _, _ in told) >= 40


def test_the_evaluator_can_be_changed_during_a_game(corner: Path) -> None:
    options = "--simulations 30 --boardsize 5"
    commands = ("genmove b", f"gtpengine-param evaluator {corner} 3", "genmove w", "undo", "undo")
    again = ("gtpengine-param threads 2", "genmove b", "gtpengine-param evaluator off", "genmove b")
    done = gtp(f"{corner} 7", *commands, *again, options=options)
    moves = [line[2:] for line in done.stdout.splitlines() if line[:2] == "= " and line[2:]]
    assert moves[:3] == ["C2", "D1", "D1"] and len(moves) == 4 and "?" not in done.stdout


def test_a_failing_evaluator_ends_the_engine_and_shows_its_traceback(tmp_path: Path) -> None:
    path = tmp_path / "failing.py"
    path.write_text(FAILING)
    for analysis in ("genmove b", "kata-genmove_analyze b 1"):
        done = gtp(str(path), analysis, options="--simulations 9 --boardsize 5", status=1)
        assert "failing.py" in done.stderr and "KeyError: 'my weights'" in done.stderr
        assert done.stderr.endswith("the evaluator failed, so the engine ends\n")


def test_what_cannot_be_loaded_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "failing.py"
    path.write_text(FAILING)
    for words, told in (
        (f"{path} now", "failing.py: TypeError"),
        (f"{path}x", "failing.pyx: no such Python file"),
        (f"{path} 1 2", "failing.py: TypeError: evaluator() takes from 0 to 1"),
    ):
        assert told in gtp(words, status=2).stderr
    path.write_text("def evaluator():\n    return 7\n")
    with pytest.raises(ValueError, match=r"evaluator\(\) returns a function, not int"):
        evaluator_of(str(path))
    for text in ("", "evaluator = 3\n"):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"failing\.py: define evaluator\(\*words\) in it"):
            evaluator_of(str(path))
    for text in ("raise SystemExit(0)\n", "def evaluator():\n    raise SystemExit(0)\n"):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"failing\.py: SystemExit: 0"):
            evaluator_of(str(path))


def test_a_match_measures_an_evaluator(corner: Path, tmp_path: Path) -> None:
    engine = "{}=" + f"{sys.executable} -P -m gtpengine --simulations 16 --evaluator"
    engines = [
        f"{engine.format('uniform')} {UNIFORM}",
        f"{engine.format('corner')} {shlex.quote(f'{corner} 24')}",
    ]
    line = [sys.executable, "-P", "-m", "gtpengine", "match", *engines, "--size", "5"]
    options = ["--games", "2", "--rules", "cgos", "--concurrency", "1"]
    done = subprocess.run(
        [*line, *options], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300
    )
    assert re.match(r"uniform against corner: [\d.]+/2 ", done.stdout)
    assert done.stdout.count("failures: none") == 2


def test_settings_of_a_leading_network_are_read_on_every_board(corner: Path) -> None:
    for settings, told in (
        ("--set network_exploration=0.7", ""),
        (
            "--set rave_equivalence=100",
            "rave_equivalence belongs to the search by playouts; the evaluator leads: leave it out",
        ),
    ):
        options = f"--boardsize 5 --rules cgos {settings}"
        done = gtp(str(corner), "gtpengine-remarks", options=options)
        assert done.stdout.splitlines()[0].removeprefix("=").strip() == told


def test_what_the_file_prints_is_no_gtp(tmp_path: Path) -> None:
    path = tmp_path / "talking.py"
    text = CORNER.replace("def evaluator", 'print("loads")\ndef evaluator')
    path.write_text(text.replace("        n, size", '        print("thinks")\n        n, size'))
    done = gtp(str(path), "boardsize 5", "genmove b", options="--simulations 5")
    assert done.stdout == "=\n\n= A1\n\n=\n\n"
    assert "loads\n" in done.stderr and "thinks\n" in done.stderr
