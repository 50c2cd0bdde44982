"""The sample that learns 5x5 from nothing, at a hundredth of its budget, from end to end."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wings import ROOT

SAMPLE = ROOT / "docs" / "samples" / "learn_5x5.py"
OPENINGS = "C3 B2, B3 D2, C2 C4, D4 B4, A3 C3, B2 D4, C3 D4, E1 B3"
GAMES = 16
WANTED = 12
"""Equal players reach it in one match of 26."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("torch") is None,
        reason="NOT TESTED: docs/samples/learn_5x5.py; make train installs PyTorch",
    ),
]


def python(*words: object, cwd: Path) -> str:
    line = [sys.executable, "-P", *map(str, words)]
    return subprocess.run(
        line, cwd=cwd, check=True, capture_output=True, text=True, timeout=900
    ).stdout


def test_half_a_minute_of_learning_beats_the_untrained_network(tmp_path: Path) -> None:
    for folder, minutes in (("untrained", 0), ("learned", 0.2), ("learned", 0.4)):
        python(SAMPLE, "--minutes", minutes, "--measure", 0, "--output", folder, cwd=tmp_path)
    engine = shlex.join([sys.executable, "-P", "-m", "gtpengine", "--threads", "1"])
    engines = [
        f"{folder}={engine} --simulations 32 --evaluator {shlex.quote(f'{SAMPLE} {folder}')}"
        for folder in ("learned", "untrained")
    ]
    lines = OPENINGS.split(", ")
    (tmp_path / "openings.txt").write_text("\n".join(["boardsize 5", *lines, ""]))
    options = f"--size 5 --komi 0.5 --rules cgos --games {GAMES} --openings openings.txt"
    told = python("-m", "gtpengine", "match", *engines, *options.split(), cwd=tmp_path)
    won = re.match(rf"learned against untrained: ([\d.]+)/{GAMES} ", told)
    assert won and float(won[1]) >= WANTED, told
    assert told.count("failures: none") == 2
