"""The techniques of the literature, and how the program stands to each: a table that ships.

``data/techniques.tsv`` has a line for each technique of five surveys (Browne et al. 2012,
Świechowski et al. 2022, Schwarz, Couëtoux, Müller and Teytaud 2013, Lanctot et al. 2014) that makes
sense in a Go program; what several of them describe has several lines. Its settings name
parameters, with a value where only that one is meant, and ``preset=NAME``; its code names files,
and after a colon a function or class in them. Its figures name findings (``findings.py``); ``~``
before one says that it is of a relative. Its command is one to try it with; a line without one is
tried by the row of the study that has its figures. ``data/tests.tsv`` has the tests of files that
no test file mirrors. ``data/left_out.tsv`` has what the surveys name besides, and why it has no
line. The tests prove that all that is named exists.
"""

from __future__ import annotations

import csv
import dataclasses
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from gtpengine.lab.study.figures.findings import ANEW, GAMES, Finding, Findings
from gtpengine.lab.study.tables.rowfile import read_rows

SHIPPED: Final = Path(__file__).with_name("data") / "techniques.tsv"
LEFT_OUT: Final = Path(__file__).with_name("data") / "left_out.tsv"
TESTS: Final = Path(__file__).with_name("data") / "tests.tsv"

STUDY: Final = "study:"
"""What the names of findings begin with that are of a row of the study."""

UNTESTED: Final = "tools/research/"
"""Scripts that were run once; they have no tests."""

RELATIVE: Final = "~"

STATUSES: Final = ("works", "part", "absent", "dropped")
"""What the table says of a technique; the figures decide the rest of its standing."""

STANDINGS: Final = {
    "measured": "games were played with and without the technique; many of their intervals hold 0",
    "measured without games": "time, predictions, problems or single searches were measured",
    "by a relative": "the figure is of a near technique, or of a part that has more in it",
    ANEW: "its figure came from a fault, or has no entry; the reason stands beside it",
    "works": "the technique can be switched on and is tested; there is no figure",
    "part": "a part of the technique works; the note says what is missing",
    "absent": "the technique is not there; the note says what is near",
    "dropped": "the technique will not be built; the note says why",
}
"""How the program stands to a technique, and what that means."""


@dataclasses.dataclass(frozen=True, slots=True)
class LiteratureRow:
    """A line of the table."""

    technique: str
    source: str
    status: str
    settings: tuple[str, ...]
    code: tuple[str, ...]
    command: str
    figures: tuple[str, ...]
    note: str

    @property
    def own(self) -> tuple[str, ...]:
        """The names of the findings that are of this technique."""
        return tuple(name for name in self.figures if not name.startswith(RELATIVE))

    @property
    def relatives(self) -> tuple[str, ...]:
        """The names of the findings that are of a relative."""
        return tuple(
            name.removeprefix(RELATIVE) for name in self.figures if name.startswith(RELATIVE)
        )

    @property
    def identity(self) -> object:
        """What lines of one technique have alike: settings and code, or else the note."""
        return (self.settings, self.code) if self.code else self.note


@dataclasses.dataclass(frozen=True, slots=True)
class LeftOut:
    """What a survey names and the table has no line for, with the reason."""

    name: str
    source: str
    why: str


def techniques(path: Path = SHIPPED) -> list[LiteratureRow]:
    """Return the table, in the order of the surveys.

    :raises ValueError: when a line has too few or too many columns
    :raises OSError: when it cannot be read
    """
    lines = csv.reader(
        path.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE
    )
    next(lines)
    return [_technique(*line) for line in lines]


def _technique(name: str, source: str, status: str, *rest: str) -> LiteratureRow:
    settings, code, command, figures, note = rest
    words = tuple(settings.split()), tuple(code.split())
    return LiteratureRow(name, source, status, *words, command, tuple(figures.split()), note)


def left_out(path: Path = LEFT_OUT) -> list[LeftOut]:
    """Return what has no line, in the order of the surveys.

    :raises TableError: when it is no such file
    :raises OSError: when it cannot be read
    """
    return read_rows(path, LeftOut, "file of what was left out")


@dataclasses.dataclass(frozen=True, slots=True)
class PlaceTest:
    """The test of a file, or of what is named in it after a colon."""

    place: str
    test: str


@cache
def named_tests() -> dict[str, str]:
    """Return the tests that no rule finds, by the place that they prove."""
    rows = read_rows(TESTS, PlaceTest, "file of tests of places")
    return {one.place: one.test for one in rows}


def own_tests(one: LiteratureRow) -> list[str]:
    """Return the tests of a technique's code: files, and after a colon a function in them."""
    return list(
        dict.fromkeys(proof_of(place) for place in one.code if not place.startswith(UNTESTED))
    )


def proof_of(place: str) -> str:
    """Return the test that is named for a place or its file, else the file that mirrors it."""
    path = place.partition(":")[0]
    named = named_tests()
    return named.get(place) or named.get(path) or mirror(path)


def mirror(path: str) -> str:
    """Return the test file that mirrors a module."""
    folder, _, file = path.removeprefix("gtpengine/").rpartition("/")
    return f"tests/{folder}/test_{file.partition('.')[0]}.py"


def command_of(one: LiteratureRow) -> str:
    """Return a command that tries a technique: its own, or a short match of the study."""
    if one.command or one.status not in ("works", "part"):
        return one.command
    row = next(name for name in (*one.own, *one.relatives) if name.startswith(STUDY))
    return f"gtpengine study --only {row.removeprefix(STUDY)},9x9,1k,simulations --games 20"


def own_findings(one: LiteratureRow, found: Findings) -> list[Finding]:
    """Return what was found of a technique itself."""
    return [finding for name in one.own for finding in found.by_name[name]]


def relative_findings(one: LiteratureRow, found: Findings) -> list[Finding]:
    """Return what was found of its relatives."""
    return [finding for name in one.relatives for finding in found.by_name[name]]


def faults(one: LiteratureRow, found: Findings) -> list[str]:
    """Return why figures of a technique itself have to be measured anew."""
    return list(dict.fromkeys(found.faults[name] for name in one.own if name in found.faults))


def standing(one: LiteratureRow, found: Findings) -> str:
    """Return how the program stands to a technique: a key of ``STANDINGS``."""
    if one.status != "works":
        return one.status
    own = own_findings(one, found)
    if any(finding.kind == GAMES for finding in own):
        return "measured"
    if own:
        return "measured without games"
    if faults(one, found):
        return ANEW
    return "by a relative" if relative_findings(one, found) else "works"


def counts(table: Sequence[LiteratureRow], found: Findings) -> dict[str, tuple[int, int]]:
    """Return for each standing how many lines it has, and how many distinct techniques."""
    standings = [(one.identity, standing(one, found)) for one in table]
    lines = Counter(name for _, name in standings)
    distinct = Counter(name for _, name in set(standings))
    return {name: (lines[name], distinct[name]) for name in STANDINGS}
