"""The page of all techniques is the one that the table makes."""

from __future__ import annotations

from pathlib import Path

from gtpengine.tools.study.literature import techniques
from gtpengine.tools.study.literature_page import page


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).resolve().parents[3] / "docs/reference/literature.md"
    advice = "run: python -m gtpengine.tools.study.literature_page > docs/reference/literature.md"
    assert path.read_text(encoding="utf-8") == page(techniques()), advice


def test_each_stands_there_once_with_its_status() -> None:
    found = techniques()
    rows = [line for line in page(found).splitlines() if line.count(" | ") == 5]
    assert len(rows) == len(found) + len({one.family for one in found})  # and the heads
