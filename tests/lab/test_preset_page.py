"""The page of presets is the one the table makes."""

from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.lab.preset_page import page
from gtpengine.lab.presets import PRESETS


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).parents[2] / "docs/reference/presets.md"
    advice = "run: python -m gtpengine.lab.preset_page > docs/reference/presets.md"
    assert path.read_text(encoding="utf-8") == page(), advice


def test_help_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "presets"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n  {name}\n" in text for name in PRESETS)
    assert max(map(len, text.splitlines())) <= 100
