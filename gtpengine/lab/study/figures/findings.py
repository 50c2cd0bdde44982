"""What was measured, and where that is written: the one source of figures on all pages.

A finding comes from an entry of the journal, by ``data/journal.tsv``, or from a row of the study
that has games, by ``data/figures.tsv``. Its name is ``journal:NAME`` or ``study:ROW``. What a row
found through a fault is no finding: its ``fault`` says why it has to be measured anew.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from gtpengine.lab.study.tables.rowfile import read_rows
from gtpengine.lab.study.tables.table import SHIPPED as TABLE
from gtpengine.lab.study.tables.table import StudyRow, StudyTable, read_table

from . import results

JOURNAL: Final = Path(__file__).parents[1] / "data" / "journal.tsv"

GAMES: Final = "games"
"""The kind of a finding by games; other kinds say what was counted in their place."""

ANEW: Final = "to be measured anew"


@dataclasses.dataclass(frozen=True, slots=True)
class JournalFigure:
    """A figure of the journal: ``quote`` stands word for word in the entry of that heading.

    ``figure`` is that of *having* ``what`` is named, so its sign may be turned.
    """

    name: str
    file: str
    what: str
    figure: str
    kind: str
    entry: str
    quote: str


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """A figure: the file of what was measured, the comparison, and a link to where it is written.

    The link starts from a page in ``docs/reference``.
    """

    file: str
    what: str
    figure: str
    kind: str
    link: str

    def __str__(self) -> str:
        return f"{self.what}: {self.figure}"

    @property
    def place(self) -> str:
        """Where it is written, as a link."""
        return f"[{'journal' if 'journal.md' in self.link else 'study'}]({self.link})"

    @property
    def is_decided(self) -> bool:
        """Return whether it is of games, and its interval leaves out an even result."""
        if self.kind != GAMES or self.figure.startswith(results.UNDECIDED):
            return False
        bounds = re.search(r"\(([^ ]+) to ([^ )]+)\)", self.figure)
        if not bounds:
            return self.figure.startswith("all ")
        low, high = bounds.groups()
        if "%" in self.figure:
            return not float(low) <= 50.0 <= float(high)
        return low[0] == high[0]


@dataclasses.dataclass(frozen=True, slots=True)
class Findings:
    """All findings by name, and the reasons of the rows that have to be measured anew."""

    by_name: Mapping[str, tuple[Finding, ...]]
    faults: Mapping[str, str]
    files: Mapping[str, str]

    def of_file(self, path: str) -> list[Finding]:
        """Return what was found of a file of the repository."""
        return [one for found in self.by_name.values() for one in found if one.file == path]

    def faults_of_file(self, path: str) -> list[str]:
        """Return why rows of a file have to be measured anew."""
        return list(
            dict.fromkeys(why for name, why in self.faults.items() if self.files[name] == path)
        )


def told(found: Sequence[Finding]) -> list[str]:
    """Return a text for each place of some findings: the figures, and a link to it."""
    by_place: dict[str, list[str]] = {}
    for one in found:
        by_place.setdefault(one.place, []).append(str(one))
    return [f"{'; '.join(texts)} {place}" for place, texts in by_place.items()]


def anchor(heading: str) -> str:
    """Return the anchor that a heading has on the page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def journal_figures(path: Path = JOURNAL) -> list[JournalFigure]:
    """Read the figures of the journal.

    :raises TableError: when it is no such file
    :raises OSError: when it cannot be read
    """
    return read_rows(path, JournalFigure, "file of the journal's figures")


def shipped() -> Findings:
    """Return the findings that ship."""
    table = read_table(TABLE)
    figures = results.current(table, results.read_figures(results.SHIPPED))
    return findings(table, figures, journal_figures())


def findings(
    table: StudyTable,
    figures: Mapping[results.Key, results.MatchFigure],
    entries: Sequence[JournalFigure],
) -> Findings:
    """Return what a study and the journal have."""
    found: dict[str, tuple[Finding, ...]] = {}
    for one in entries:
        name = f"journal:{one.name}"
        link = f"../journal.md#{anchor(one.entry)}"
        mine = Finding(one.file, one.what, one.figure, one.kind, link)
        found[name] = (*found.get(name, ()), mine)
    for row in table.rows:
        found[f"study:{row.name}"] = _of_row(table, row, figures)
    return Findings(
        found,
        {
            f"study:{row.name}": row.fault
            for row in table.rows
            if row.fault and not found[f"study:{row.name}"]
        },
        {f"study:{row.name}": row.source() for row in table.rows},
    )


def _of_row(
    table: StudyTable, row: StudyRow, figures: Mapping[results.Key, results.MatchFigure]
) -> tuple[Finding, ...]:
    mine = [cell for cell in table.cells() if cell.row == row and cell.key in figures]
    link = f"study.md#{anchor(row.family)}"
    return tuple(
        Finding(
            row.source(),
            f"{_told(row)}, {cell.size}x{cell.size}, {cell.limit}",
            figures[cell.key].shown(table.ending.least),
            GAMES,
            link,
        )
        for cell in mine
    )


def _told(row: StudyRow) -> str:
    """Return what the side with the technique has, and what the other has in its place."""
    with_it, without = (" ".join(settings) for settings in (row.on, row.off))
    text = f"`{with_it}`" if with_it else "on"
    if without:
        text += f" against `{without}`"
    if row.preset:
        text += f", preset `{row.preset}`"
    return f"{text}, {row.rules} rules" if row.rules else text
