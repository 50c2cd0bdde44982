"""Messages do not repeat novels."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gtpengine.base.text.brief import brief
from gtpengine.gtp.session import Session
from gtpengine.session.engine import Engine
from tests.wings import ROOT

NOVEL = "abcdefghij" * 300


def test_words_are_cut_in_their_middle() -> None:
    assert brief("a b " + "c" * 199) == "a b " + "c" * 199
    assert brief(f"no {NOVEL}, sorry") == f"no {NOVEL[:100]}...{NOVEL[-39:]}, sorry"


@pytest.mark.parametrize(
    "line",
    [
        *("gtpengine-param book {}", "gtpengine-param prior_model_file {}", "kata-set-rules {}"),
        *("gtpengine-param playout_weights_file {}", "kgs-rules {}", "loadsgf {}", "{}"),
    ],
)
def test_gtp_replies_stay_short(line: str) -> None:
    reply = Session(Engine()).answer(line.format(NOVEL))
    assert reply is not None and reply.startswith("? ") and len(reply) < 600


@pytest.mark.parametrize("words", ["--log {}", "--config {}", "--set book={}", "--{}", "{}"])
def test_refused_command_lines_are_answered_in_a_line(words: str) -> None:
    command = [sys.executable, "-P", "-m", "gtpengine", *words.format(NOVEL).split()]
    ran = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") <= 2 and len(ran.stderr) < 700
