"""The steps of docs/guides/reinforcement.md run and print what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gtpengine.cli import main
from tests.library.test_guide import run
from tests.wings import ROOT

pytest.importorskip("pettingzoo", reason="NOT TESTED: gtpengine.env; make rl installs PettingZoo")


def test_the_page_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "guides" / "reinforcement.md"
    text = page.read_text(encoding="utf-8")
    [selfplay] = re.findall(r"^    gtpengine (selfplay .*)", text, re.MULTILINE)
    assert main(selfplay.split()) == 0
    assert run(text, page.name) == text.count("```python") >= 3
