"""The rate at which the desk of shared runs hands out games."""

from __future__ import annotations

import sys

import pytest
from gtpengine.tools.measuring import desk_load


def test_it_prints_a_rate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["desk_load", "--workers", "20", "--runs", "2", "--seconds", "0.2"]
    monkeypatch.setattr(sys, "argv", words)
    assert desk_load.main() == 0
    said = capsys.readouterr().out
    assert said.startswith("20 workers, 2 runs: ")
    assert int(said.split(": ")[1].split()[0].replace(",", "")) > 0
