"""The guide: its Python runs as it stands, its kinds and grades are those of the program."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from gtpengine.review.mistakes import places, shapes, strategy, tactics, values
from gtpengine.review.mistakes.kinds import NAMES
from gtpengine.review.searching.model import GRADES
from tests.review.games import SHORT

GUIDE = (Path(__file__).resolve().parents[2] / "docs/guides/review.md").read_text(encoding="utf-8")


def test_the_lines_of_python_review_a_game(tmp_path: Path) -> None:
    [lines] = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
    (tmp_path / "game.sgf").write_bytes(SHORT)
    run = subprocess.run([sys.executable, "-P", "-c", lines], cwd=tmp_path)
    assert run.returncode == 0
    assert (tmp_path / "game.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_all_grades_and_kinds_are_explained() -> None:
    rows = {
        word.strip()
        for row in re.findall(r"(?m)^\| ([a-z ,-]+) \|", GUIDE)
        for word in row.split(",")
    }
    sources = [
        Path(str(module.__file__)).read_text(encoding="utf-8")
        for module in (tactics, shapes, places, values, strategy)
    ]
    makers = r'(?:MistakeKind|kind_about|kind_of_stones|kind_of_two_chains)\(\s*"([a-z -]+)"'
    named = set(re.findall(makers, "".join(sources)))
    assert named == NAMES.keys()
    assert {*GRADES, *NAMES} - rows == set()
