"""The page of algorithms is the one that the tables make."""

from __future__ import annotations

from pathlib import Path

from gtpengine.lab.study.figures.findings import ANEW, GAMES, Finding, Findings, shipped
from gtpengine.lab.surveys.algorithms_page import page
from gtpengine.lab.surveys.literature import LeftOut, LiteratureRow, left_out, techniques
from gtpengine.lab.surveys.sections import BROWNE, Section, sections

MAST = "gtpengine/lab/techniques/statistics/mast.pyx"
GRAVE = "gtpengine/lab/techniques/amaf/grave.pyx:learn"
ONE = LiteratureRow(
    "One", f"{BROWNE}, V-C5", "works", ("mast_rate",), (MAST,), "gtpengine check", ("n",), ""
)
TWIN = LiteratureRow(
    "Twin", "Schwarz, 3.2", "works", ("preset=mango",), (GRAVE,), "make", ("n",), "a | b"
)
FAULTY = LiteratureRow("Faulty", "Schwarz, 3.1", "works", (), (MAST,), "make", ("bad",), "")
LATER = LiteratureRow("Later", f"{BROWNE}, V-C8", "dropped", (), (), "", (), "for a reason")
LEFT = [
    LeftOut("A | game", f"{BROWNE}, VII-D", "for one player"),
    LeftOut("Findings", f"{BROWNE}, V-C6", "no technique"),
]
SECTIONS = [
    Section(BROWNE, "V-C", "All moves as first", 3, "The idea."),
    Section(BROWNE, "VII-D", "Single-player games", 3, "No opponent."),
    Section("Schwarz", "", "a survey", 2, "Short."),
    Section("Schwarz", "3", "Variations", 3, "Others."),
]
FOUND = Findings(
    {
        "n": (
            Finding(MAST, "`x=1`", "+50 (+1 to +99), 60 games", GAMES, "study.md#f"),
            Finding(MAST, "`x=2`", "+1 (-9 to +11), 60 games", GAMES, "study.md#f"),
        ),
        "bad": (),
    },
    {"bad": "it stood still"},
    {"bad": "c.pyx"},
)


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).resolve().parents[3] / "docs/reference/algorithms.md"
    advice = "run: python -m gtpengine.lab.surveys.algorithms_page > docs/reference/algorithms.md"
    made = page(techniques(), left_out(), shipped(), sections())
    assert path.read_text(encoding="utf-8") == made, advice


def test_a_line_has_code_test_parameter_command_and_figure() -> None:
    text = page([TWIN, FAULTY, ONE, LATER], LEFT, FOUND, SECTIONS)
    figures = "`x=1`: +50 (+1 to +99), 60 games; `x=2`: +1 (-9 to +11), 60 games"
    code = f"[mast.pyx](../../{MAST})"
    test = "test: [test_mast.py](../../tests/lab/techniques/statistics/test_mast.py)"
    setting = "[`mast_rate`](parameters-laboratory.md#techniques)"
    assert (
        f"| V-C5 (5.3.5) | One | {code}<br>{test} | {setting}<br>`gtpengine check` |"
        f" measured: {figures} [study](study.md#f) |" in text
    )
    assert f"[grave.pyx: learn](../../{GRAVE.partition(':')[0]})<br>test: " in text
    assert "[`preset=mango`](presets.md#mango)<br>`make`" in text
    assert f"<br>`make` | {ANEW}: it stood still |".removeprefix("<br>") in text


def test_a_figure_that_stands_above_is_told_in_short() -> None:
    text = page([TWIN, FAULTY, ONE], LEFT, FOUND, SECTIONS)
    short = "measured: `x=1`: +50 (+1 to +99), 60 games [study](study.md#f)"
    assert f"{short}; more at One, {BROWNE}, V-C5 (5.3.5); a \\| b |" in text


def test_lines_stand_in_the_order_of_the_sections_with_what_is_left_out() -> None:
    text = page([TWIN, FAULTY, LATER, ONE], LEFT, FOUND, SECTIONS)
    order = [
        "### V-C (5.3) All moves as first\n\nThe idea.",
        "| One |",
        "| Findings |",
        "| Later |",
    ]
    order += ["### VII-D (7.4) Single-player games", "| A \\| game |", "## Schwarz: a survey"]
    order += ["### 3 Variations", "| Faulty |", "| Twin |"]
    places = [text.index(word) for word in order]
    assert places == sorted(places)
    assert "| V-C6 (5.3.6) | Findings |  |  | left out: no technique |" in text
    assert "| VII-D (7.4) | A \\| game | for one player |" in text
    assert "| V-C8 (5.3.8) | Later |  |  | dropped: for a reason |" in text


def test_lines_and_techniques_are_counted() -> None:
    text = page([ONE, TWIN, FAULTY], LEFT, FOUND, SECTIONS)
    assert "| measured | 2 | 2 |" in text
    assert "| all | 3 | 3 |" in text
    assert "| left out | 2 |" in text
    assert "Of the 2 distinct techniques with games 2 have a figure" in text
