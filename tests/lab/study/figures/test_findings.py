"""Figures: each stands where it says, none is of a fault, and no page says otherwise."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from gtpengine.lab.study.figures import results
from gtpengine.lab.study.figures.findings import (
    ANEW,
    GAMES,
    Finding,
    JournalFigure,
    findings,
    journal_figures,
    shipped,
    told,
)
from gtpengine.lab.study.tables.table import SHIPPED as TABLE
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import TEXT, figure, table_at, table_in

ROOT = Path(__file__).resolve().parents[4]
REFERENCE = ROOT / "docs/reference"
ENTRIES = journal_figures()
FAULTY = TEXT.replace('on = ["mercy=0.3"]', 'on = ["mercy=0.3"]\nfault = "a bug"\nmended = "DAY"')


@cache
def journal() -> dict[str, str]:
    """Return the entries of the journal by heading, with single blanks between words."""
    parts = re.split(r"(?m)^## ", (ROOT / "docs/journal.md").read_text(encoding="utf-8"))[1:]
    entries = (part.partition("\n") for part in parts)
    return {heading.strip(): re.sub(r"\s+", " ", text) for heading, _, text in entries}


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text))


def label(one: JournalFigure) -> str:
    return f"{one.name}: {one.what}"


def test_a_figure_of_the_journal_stands_in_its_entry() -> None:
    for one in ENTRIES:
        entry = journal()[one.entry]
        assert re.sub(r"\s+", " ", one.quote) in entry, label(one)
        # The number of games may stand at the head of the entry; a turned sign changes no number.
        elo = one.figure.partition(",")[0] if one.kind == GAMES else one.figure
        assert numbers(elo) <= numbers(one.quote), label(one)
        assert numbers(one.figure) <= numbers(entry), label(one)
        assert (ROOT / one.file).is_file(), label(one)


def test_an_interval_holds_its_figure() -> None:
    """A turned sign turns the interval, too."""
    for one in ENTRIES:
        if found := re.match(r"([+-][\d.]+) \(([+-][\d.]+) to ([+-][\d.]+)\)", one.figure):
            value, low, high = map(float, found.groups())
            assert low <= value <= high, label(one)


def test_figures_of_the_study_and_the_journal_are_findings(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    cell = table.cells()[0]
    entry = JournalFigure("x", "a.pyx", "`x=1`", "+1 (-2 to +4), 9 games", GAMES, "1: A b, c", "q")
    found = findings(table, {cell.key: figure(cell, 50, 20)}, [entry])
    (mine,) = found.by_name["study:mercy"]
    assert str(mine) == "`mercy=0.3`, 5x5, 5 simulations: +50 (+30 to +70), 100 games"
    assert mine.file.endswith("playouts/mercy.pyx")
    assert told([mine]) == [f"{mine} [study](study.md#playouts)"]
    assert told(found.by_name["journal:x"]) == [
        "`x=1`: +1 (-2 to +4), 9 games [journal](../journal.md#1-a-b-c)"
    ]
    assert found.by_name["study:rave"] == ()
    assert found.of_file("a.pyx") == list(found.by_name["journal:x"])


def test_figures_from_before_a_fault_was_mended_are_none(tmp_path: Path) -> None:
    for day, stands in (("2026-01-02", False), ("2026-01-03", True)):
        table = read_table(table_at(tmp_path, FAULTY.replace("DAY", day)))
        cell = table.cells()[0]
        kept = results.current(table, {cell.key: figure(cell, 50, 20)})  # of 2026-01-02
        found = findings(table, kept, [])
        assert (not found.by_name["study:mercy"]) == stands
        assert found.faults == ({"study:mercy": "a bug"} if stands else {})
        assert found.faults_of_file("gtpengine/lab/techniques/playouts/mercy.pyx") == (
            ["a bug"] if stands else []
        )


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("+8 (-15 to +31), 953 games", False),
        ("-83 (-144 to -21), 120 games", True),
        ("undecided: +0 (-56 to +56), 60 games", False),
        ("undecided, 40 games", False),
        ("all lost (below -408), 60 games", True),
        ("70.0 % (63 to 76), 140 of 200", True),
        ("39 % (33 to 56), 20 of 50", False),
        ("20 of 50", False),
    ],
)
def test_an_interval_that_leaves_out_an_even_result_decides(text: str, decided: bool) -> None:
    assert Finding("f", "w", text, GAMES, "l").is_decided == decided
    assert not Finding("f", "w", text, "time", "l").is_decided


def test_no_figure_that_ships_is_of_a_fault() -> None:
    table = read_table(TABLE)
    kept = results.read_figures(results.SHIPPED)
    assert results.current(table, kept) == kept
    faulty = {row.name for row in table.rows if row.fault}
    assert faulty
    assert not faulty & {one.row for one in kept.values() if not row_counts(one)}


def row_counts(one: results.MatchFigure) -> bool:
    (row,) = [row for row in read_table(TABLE).rows if row.name == one.row]
    return row.counts(one.date)


@cache
def lines_of(page: str) -> tuple[str, ...]:
    text = (REFERENCE / page).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line.startswith("| "))


def elo_of(text: str) -> set[str]:
    """Return the figures in Elo of a text: a value with its interval."""
    return set(re.findall(r"[+-]\d+ \([^)]* to [^)]*\)", text))


def test_every_figure_of_the_pages_has_a_source() -> None:
    """Each figure of a line is one of the place to which its link leads."""
    known: dict[str, set[str]] = {}
    for found in shipped().by_name.values():
        for one in found:
            known.setdefault(one.link, set()).update(elo_of(one.figure))
    for page in ("techniques.md", "algorithms.md"):
        for line in lines_of(page):
            before = 0
            for link in re.finditer(r"\[(?:journal|study)\]\(([^)]*)\)", line):
                assert elo_of(line[before : link.start()]) <= known[link[1]], line[:80]
                before = link.end()
            assert not elo_of(line[before:]), line[:80]


def files_of(line: str) -> list[str]:
    return re.findall(r"\(\.\./\.\./([^)]*)\)", line)


def test_pages_do_not_contradict_one_another() -> None:
    """A file without a figure on one page is not measured on the other."""
    bare = {files_of(line)[0] for line in lines_of("techniques.md") if "| not measured |" in line}
    assert bare
    for line in lines_of("algorithms.md"):
        cells = line.split(" | ")
        if cells[-1].startswith("measured: "):
            code, *others = [file for file in files_of(cells[2]) if not file.startswith("tests/")]
            assert others or code not in bare, line[:80]


def test_faults_are_told_wherever_the_technique_is() -> None:
    found = shipped()
    assert found.faults
    study = (REFERENCE / "study.md").read_text(encoding="utf-8")
    for name, why in found.faults.items():
        row = name.removeprefix("study:")
        assert f"- `{row}`: {why}." in study
        assert f"| {row} | 9x9 |" not in study
        for page in ("techniques.md", "algorithms.md"):
            lines = [x for x in lines_of(page) if found.files[name] in files_of(x)]
            if lines:
                assert any(f"{ANEW}: {why}" in line for line in lines), (name, page)


def test_no_page_but_the_journal_has_a_figure_of_a_fault() -> None:
    """What the journal tells of a row with a fault stands on no other page."""
    names = "|".join(name.removeprefix("study:") for name in shipped().faults)
    told = " ".join(journal().values())
    faulty = set(re.findall(rf"\| (?:{names}) \| ([+-]\d+ \([^)]*\)) \|", told))
    assert "-585 (-819 to -351)" in faulty
    for page in sorted((ROOT / "docs").rglob("*.md")):
        if page.name != "journal.md":
            text = page.read_text(encoding="utf-8")
            # Two rows may have found the same: only a line that names the technique counts.
            lines = [line for line in text.splitlines() if re.search(rf"\b(?:{names})\b", line)]
            assert not [line for line in lines for one in faulty if one in line], page.name
