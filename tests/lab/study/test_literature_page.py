"""The page of all techniques is the one that the tables make."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.lab.study.findings import ANEW, GAMES, Finding, Findings, shipped
from gtpengine.lab.study.literature import LeftOut, LiteratureRow, left_out, techniques
from gtpengine.lab.study.literature_page import page, section

ONE = LiteratureRow(
    "One", "Browne et al. 2012, V-C5", "f", "works", ("x",), ("a/b.pyx:c",), ("n",), ""
)
TWIN = LiteratureRow("Twin", "Schwarz, 3.2", "f", "works", ("x",), ("a/b.pyx",), ("n",), "a | b")
FAULTY = LiteratureRow("Faulty", "Schwarz, 3.1", "g", "works", (), ("c.pyx",), ("bad",), "")
FOUND = Findings(
    {
        "n": (Finding("a/b.pyx", "`x=1`", "+50 (+1 to +99), 60 games", GAMES, "study.md#f"),),
        "bad": (),
    },
    {"bad": "it stood still"},
    {"bad": "c.pyx"},
)


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).resolve().parents[3] / "docs/reference/literature.md"
    advice = "run: python -m gtpengine.lab.study.literature_page > docs/reference/literature.md"
    made = page(techniques(), left_out(), shipped())
    assert path.read_text(encoding="utf-8") == made, advice


def test_lines_have_figures_with_their_place_and_counts_of_lines_and_techniques() -> None:
    left = [LeftOut("A | game", "Browne et al. 2012, VII-D", "for one player")]
    text = page([ONE, TWIN, FAULTY], left, FOUND)
    figure = "`x=1`: +50 (+1 to +99), 60 games [study](study.md#f)"
    assert f"| measured | `x` | [b.pyx: c](../../a/b.pyx) | {figure} |  |" in text
    assert "| `x` | [b.pyx](../../a/b.pyx) | as for One, above | a \\| b |" in text
    assert f"[c.pyx](../../c.pyx) | {ANEW}: it stood still |  |" in text
    assert "| measured | 2 | 2 |" in text  # their files are named in two ways
    assert "| all | 3 | 3 |" in text
    assert "Of the 2 distinct techniques with games 2 have a figure" in text
    assert "<summary>1 names" in text
    assert "| A \\| game | Browne et al. 2012, VII-D (7.4) | for one player |" in text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Browne et al. 2012, V-C5", "Browne et al. 2012, V-C5 (5.3.5)"),
        ("Browne et al. 2012, II-B2, VII-A", "Browne et al. 2012, II-B2 (2.2.2), VII-A (7.1)"),
        ("Browne et al. 2012, Table III", "Browne et al. 2012, Table III"),
        ("Schwarz, V-C5", "Schwarz, V-C5"),
    ],
)
def test_sections_have_the_numbers_of_the_preprint_beside(source: str, shown: str) -> None:
    assert section(source) == shown
