"""What tests/conftest.py does for all tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

FAILING = """
import subprocess, sys
import pytest

@pytest.fixture
def made():
    words = [sys.executable, "-c", "import sys; print('out', 1 + 1); sys.exit('err ' + str(1 + 2))"]
    subprocess.run(words, check=True, capture_output=True, text={text})

def test_it(made):
    pass
"""


@pytest.mark.parametrize("text", [True, False])
def test_a_failed_command_shows_what_it_printed(tmp_path: Path, text: bool) -> None:
    file = tmp_path / "test_failing.py"
    file.write_text(FAILING.format(text=text), encoding="utf-8")
    words = ["-P", "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:cacheprovider", file]
    done = subprocess.run(
        [sys.executable, *map(str, words)], capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT)}, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1
    assert "stdout of the command" in done.stdout and "out 2" in done.stdout
    assert "stderr of the command" in done.stdout and "err 3" in done.stdout
