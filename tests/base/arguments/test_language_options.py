"""``--lang`` of the commands for players."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("command", ["play", "ladder", "web", "review", "problems ask", "solve"])
def test_a_language_that_is_not_there_is_refused_clearly(command: str) -> None:
    words = [sys.executable, "-P", "-m", "gtpengine", *command.split(), "--lang", "tlh"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == ""
    assert "'tlh' is no language known here: choose en (English), zh (" in done.stderr


@pytest.mark.parametrize(
    ("encoding", "words", "told"),
    [
        ("utf-8", [], "まだ対局なし"),
        ("ascii", [], "no game yet"),  # rather than escaped letters
        ("ascii", ["--lang", "de"], "noch keine Partie"),
        ("utf-8", ["--lang", "ko"], "아직 대국 없음"),
    ],
)
def test_the_system_s_language_is_spoken_where_its_letters_can_be(
    tmp_path: Path, encoding: str, words: list[str], told: str
) -> None:
    command = [sys.executable, "-P", "-m", "gtpengine", "ladder", *words]
    environment = os.environ | {
        "LANGUAGE": "ja",
        "LANG": "ja_JP.UTF-8",
        "PYTHONIOENCODING": encoding,
        "XDG_DATA_HOME": str(tmp_path),
    }
    environment.pop("LC_ALL", None)
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert told in done.stdout.decode(encoding)
