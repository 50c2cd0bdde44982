"""The steps of docs/guides/engines.md run and print what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.library.test_guide import run
from tests.wings import ROOT


def test_the_page_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "guides" / "engines.md"
    text = page.read_text(encoding="utf-8")
    assert run(text, page.name) == text.count("```python") >= 7
    assert [path.name for path in tmp_path.iterdir()] == ["engine.log"]
