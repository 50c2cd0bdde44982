"""``--lang`` of the commands for players."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("command", ["play", "web", "review", "problems ask"])
def test_a_language_that_is_not_there_is_refused_clearly(command: str) -> None:
    words = [sys.executable, "-P", "-m", "gtpengine", *command.split(), "--lang", "tlh"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == ""
    assert "'tlh' is no language known here: choose en (English), zh (" in done.stderr
