"""The page of a study: a forest plot for each family, and what each row is; no network needed.

``study.html`` draws it, with the styles of the report. Elo beyond ``MOST`` is drawn at the edge.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Final

from gtpengine.lab.study.figures.results import UNDECIDED, Key, MatchFigure, flips
from gtpengine.lab.study.figures.verdicts import shown, verdicts
from gtpengine.lab.study.tables.blocks import TESTS
from gtpengine.lab.study.tables.table import Cell, StudyRow, StudyTable
from gtpengine.tools.report.charts import Interval, Tick, intervals, ticks
from gtpengine.web.pages import environment

MOST: Final = 600.0
"""Elo at the edge of a plot."""

TONES: Final = {"gains": "good", "costs": "bad", "undecided": "open"}


@dataclasses.dataclass(frozen=True, slots=True)
class ForestLine:
    """A match in a forest plot; without ``bar`` it has too few games for a figure."""

    board: str
    budget: str
    way: str
    shown: str
    tone: str
    bar: Interval | None
    note: str


@dataclasses.dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row of the table with its matches that have games."""

    row: StudyRow
    lines: list[ForestLine]
    flips: list[str]
    missing: int


@dataclasses.dataclass(frozen=True, slots=True)
class Family:
    """The rows of a family; ``zero`` and ``marks`` are places on its scale, in per cent."""

    name: str
    entries: list[ComparedRow]
    zero: float
    marks: list[Tick]


def make_page(
    table: StudyTable, cells: Sequence[Cell], found: Mapping[Key, MatchFigure], made: str
) -> str:
    """Return the whole page about some matches of a table."""
    families = families_of(table, cells, found)
    signs = verdicts(table, found)
    values = {
        "made": made,
        "table": table,
        "families": families,
        "boards": [f"{size}x{size}" for size in dict.fromkeys(cell.size for cell in cells)],
        "budgets": list({cell.budget.name: cell.budget for cell in cells}.values()),
        "ways": list(dict.fromkeys(cell.at for cell in cells)),
        "counts": {name: signs.count(name) for name in TONES},
        "matches": len(cells),
        "games": sum(figure.games for figure in found.values()),
        "failures": sum(figure.failures for figure in found.values()),
    }
    pages = environment("gtpengine.lab.study.pages", "gtpengine.tools.report")
    return pages.get_template("study.html").render(values)


def families_of(
    table: StudyTable, cells: Sequence[Cell], found: Mapping[Key, MatchFigure]
) -> list[Family]:
    """Return the rows of some matches by family, in the order of the table."""
    turned = flips(table, found)
    families = []
    for name in dict.fromkeys(cell.row.family for cell in cells):
        mine = [cell for cell in cells if cell.row.family == name]
        bars, zero, marks = _scale(table, [found[c.key] for c in mine if c.key in found])
        entries = []
        for row in dict.fromkeys(cell.row for cell in mine):
            matches = [cell for cell in mine if cell.row == row]
            there = [cell for cell in matches if cell.key in found]
            entries.append(
                ComparedRow(
                    row,
                    [_line(table, cell, found[cell.key], bars.get(cell.key)) for cell in there],
                    [f"{s}x{s}, equal {at}" for one, s, at in turned if one == row.name],
                    len(matches) - len(there),
                )
            )
        families.append(Family(name, entries, zero, marks))
    return families


def _clamped(value: float) -> float:
    return min(max(value, -MOST), MOST)


def _scale(
    table: StudyTable, found: Sequence[MatchFigure]
) -> tuple[dict[Key, Interval], float, list[Tick]]:
    """Return the bars of figures that have games enough, where 0 lies, and the marks below."""
    enough = [figure for figure in found if figure.games >= table.ending.least]
    values = [_clamped(figure.elo) for figure in enough]
    bounds = [(_clamped(figure.low), _clamped(figure.high)) for figure in enough]
    # Two values that are always there keep the scales of small effects alike.
    bars, zero = intervals([*values, 0.0, 0.0], [*bounds, (-100.0, 0.0), (0.0, 100.0)])
    low = min(-100.0, *(low for low, _ in bounds)) if bounds else -100.0
    high = max(100.0, *(high for _, high in bounds)) if bounds else 100.0
    per_elo = bars[-1].width / 100.0
    marks = [
        Tick(
            round(zero + elo * per_elo, 2),
            f"{elo:+g}".replace("+0", "0").replace("-", "\N{MINUS SIGN}"),
        )
        for elo in ticks(low, high, 5)
    ]
    return dict(zip([figure.key for figure in enough], bars, strict=False)), zero, marks


def _line(table: StudyTable, cell: Cell, figure: MatchFigure, bar: Interval | None) -> ForestLine:
    verdict = figure.verdict(table.ending.least) if cell.block.role == TESTS else UNDECIDED
    failed = f"; {figure.failures} games failed" if figure.failures else ""
    slower = f"; {figure.slower:.2f} times the time" if cell.at == "simulations" else ""
    return ForestLine(
        f"{cell.size}x{cell.size}",
        cell.budget.name,
        cell.at,
        shown(table, cell, figure).replace("-", "\N{MINUS SIGN}").removeprefix(f"{UNDECIDED}: "),
        TONES[verdict],
        bar,
        f"{figure.date}, {figure.commit or 'no revision'}{slower}{failed}",
    )
