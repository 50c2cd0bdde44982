"""The table of a study: which techniques are compared, on which boards, with which budgets.

The table is a TOML file; the program's own is ``data/study.toml``:

    sizes = [9, 13, 19]
    width = 0.05              # half the width of the interval of the score at which a match ends
    least = 60                # games before it may end
    most = 400                # games at which it ends in any case
    openings = "balanced"     # start positions, as other commands take them
    both = ["network=none"]   # settings of both sides of all matches

    [[budget]]
    name = "1k"
    simulations = 1000
    seconds = { 9 = 0.03, 13 = 0.06, 19 = 0.12 }

    [[row]]
    name = "mast"
    technique = "MAST"
    family = "playout statistics"
    paper = "Finnsson and Björnsson 2008"
    on = ["mast_rate=0.2"]    # what the side with the technique has
    off = []                  # what the side without it has
    preset = ""               # of both sides
    published = ""            # what the paper measured
    file = ""                 # where it is, unless its parameter says so
    rules = ""                # of its matches; chinese if empty
    fault = ""                # why what it found before has to be measured anew
    mended = ""               # day, such as 2026-11-28, from which on its figures count
"""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.params.search_params import OWN_ROWS, SWITCHES

from . import choosing
from .reading import (
    MatchEnding,
    TableError,
    content_of,
    ending_of,
    name_of,
    no_twins,
    number,
    only_keys,
    preset_of,
    rules_of,
    settings_of,
    tables,
    text_of,
)

SHIPPED: Final = Path(__file__).with_name("data") / "study.toml"
WAYS: Final = ("simulations", "time")
"""What both sides of a match have alike."""


@dataclasses.dataclass(frozen=True, slots=True)
class MoveBudget:
    """How much a move may take: simulations, or by size of the board seconds."""

    name: str
    simulations: int
    seconds: Mapping[int, float]


@dataclasses.dataclass(frozen=True, slots=True)
class StudyRow:
    """A technique against its baseline; ``on`` and ``off`` are texts NAME=VALUE.

    ``rules`` names those of its matches, where it does nothing under the usual ones. A ``fault`` is
    why figures from before the day ``mended`` do not count.
    """

    name: str
    technique: str
    family: str
    paper: str
    on: tuple[str, ...]
    off: tuple[str, ...] = ()
    preset: str = ""
    published: str = ""
    file: str = ""
    rules: str = ""
    fault: str = ""
    mended: str = ""

    @property
    def settings(self) -> str:
        """What the sides differ in, in words of the command line."""
        with_it, without = " ".join(self.on), " ".join(self.off)
        return f"{with_it or 'default'}, without: {without}" if without else with_it

    def counts(self, date: str) -> bool:
        """Return whether a figure of that day counts: it is not from before a fault was mended."""
        return date >= self.mended

    def source(self) -> str:
        """Return the file of the technique in the repository."""
        return self.file or file_of((*self.on, *self.off)[0])


@dataclasses.dataclass(frozen=True, slots=True)
class StudyTable:
    """A whole study."""

    sizes: tuple[int, ...]
    ending: MatchEnding
    openings: str
    both: tuple[str, ...]
    budgets: tuple[MoveBudget, ...]
    rows: tuple[StudyRow, ...]

    def cells(self) -> list[Cell]:
        """Return all matches, by row."""
        return [
            Cell(row, size, budget, at, self.both)
            for row in self.rows
            for size in self.sizes
            for budget in self.budgets
            for at in WAYS
        ]


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """One match: a row on one board, with one budget, equal in simulations or in time."""

    row: StudyRow
    size: int
    budget: MoveBudget
    at: str
    both: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, int, str, str]:
        """What tells it from the other matches of a table."""
        return self.row.name, self.size, self.budget.name, self.at

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which ``--only`` finds it."""
        board = f"{self.size}x{self.size}"
        return self.row.name, self.row.family.replace(" ", "-"), board, self.budget.name, self.at

    @property
    def limit(self) -> str:
        """How much a move may take, in words."""
        if self.at == "time":
            return f"{self.budget.seconds[self.size]:g} s a move"
        return f"{self.budget.simulations:,} simulations"

    def __str__(self) -> str:
        return f"{self.row.name}, {self.size}x{self.size}, {self.limit}"

    def engines(self, command: str) -> tuple[str, str]:
        """Return the engine with the technique and the one without, as NAME=COMMAND."""
        limit = f" --simulations {self.budget.simulations}"
        if self.at == "time":
            limit = f" --time-per-move {self.budget.seconds[self.size]:g}"
        preset = f" --preset {self.row.preset}" if self.row.preset else ""
        with_it, without = (
            "".join(f" --set {setting}" for setting in (*self.both, *settings))
            for settings in (self.row.on, self.row.off)
        )
        name = self.row.name
        return (
            f"{name}={command}{preset}{limit}{with_it}",
            f"without-{name}={command}{preset}{limit}{without}",
        )


def chosen(cells: Sequence[Cell], only: Sequence[str]) -> list[Cell]:
    """Return the cells that ``--only`` names: those that have all the words of one of its texts.

    :raises TableError: for a word that no cell has
    """
    return choosing.chosen(
        cells, only, "row, family, board or budget", "a row, a family, 9x9, 1k or time"
    )


def file_of(setting: str) -> str:
    """Return the file, in the repository, that has the parameter of a setting NAME=VALUE.

    A choice that switches a technique on names the technique's file.
    """
    name, _, value = setting.partition("=")
    for module, (parameter, choice) in SWITCHES.items():
        if parameter == name and choice == value:
            return module.replace(".", "/") + ".pyx"
    for module, rows in OWN_ROWS.items():
        if any(row.name == name for row in rows):
            return module.replace(".", "/") + ".pyx"
    if name in ENGINE_PARAMS:
        return "gtpengine/config/option_rows.py"
    return "gtpengine/mcts/params/rows.py"


def read_table(path: Path) -> StudyTable:
    """Read a table.

    :raises TableError: when it is no table of a study
    :raises OSError: when it cannot be read
    """
    content = content_of(path)
    try:
        return _table(content)
    except TableError as error:
        raise TableError(f"{path}: {error}") from None


def _table(content: dict[str, Any]) -> StudyTable:
    known = ("sizes", "width", "least", "most", "openings", "both", "budget", "row")
    only_keys(content, "the table", known)
    sizes = content.get("sizes")
    good = isinstance(sizes, list) and sizes
    if not good or not all(type(size) is int and 2 <= size <= 19 for size in sizes or ()):
        raise TableError("give sizes = [9, 13, 19], or other sizes from 2 to 19")
    assert isinstance(sizes, list)
    ending = ending_of(content, 0.05, 60, 400)
    budgets = tuple(_budget(one, sizes) for one in tables(content, "budget"))
    rows = tuple(_row(one) for one in tables(content, "row"))
    no_twins("budget", [budget.name for budget in budgets])
    no_twins("row", [row.name for row in rows])
    openings = text_of(content, "the table", "openings") or "balanced"
    both = settings_of(content, "the table", "both")
    return StudyTable(tuple(sizes), ending, openings, both, budgets, rows)


def _budget(content: dict[str, Any], sizes: Sequence[int]) -> MoveBudget:
    what = f"[[budget]] {content.get('name', '')}".rstrip()
    only_keys(content, what, ("name", "simulations", "seconds"))
    name = text_of(content, what, "name", needed=True)
    simulations = content.get("simulations")
    if type(simulations) is not int or not 1 <= simulations <= 2_000_000_000:
        raise TableError(f"{what} needs simulations = a whole number above 0")
    seconds = content.get("seconds")
    if not isinstance(seconds, dict):
        raise TableError(f"{what} needs seconds = {{ 9 = 0.03, ... }}, for each size")
    found = {}
    for size in sizes:
        found[size] = number(seconds, str(size), 0.0, 0.001, 86_400)
    return MoveBudget(name, simulations, found)


def _row(content: dict[str, Any]) -> StudyRow:
    what = f"[[row]] {content.get('name', '')}".rstrip()
    only_keys(content, what, [field.name for field in dataclasses.fields(StudyRow)])
    name = name_of(content, what)
    on, off = (settings_of(content, what, key) for key in ("on", "off"))
    if on == off:
        raise TableError(f"{what} needs on or off, so that its sides differ")
    fault, mended = (text_of(content, what, key) for key in ("fault", "mended"))
    if bool(fault) != bool(mended) or not _is_day(mended):
        raise TableError(f'{what}: a fault needs mended = "2026-11-28", the day it was mended')
    return StudyRow(
        name=name,
        technique=text_of(content, what, "technique", needed=True),
        family=text_of(content, what, "family", needed=True),
        paper=text_of(content, what, "paper", needed=True),
        on=on,
        off=off,
        preset=preset_of(content, what, "preset"),
        published=text_of(content, what, "published"),
        file=text_of(content, what, "file"),
        rules=rules_of(content, what, "rules"),
        fault=fault,
        mended=mended,
    )


def _is_day(text: str) -> bool:
    """Return whether a text is a day as 2026-11-28, or empty."""
    try:
        return not text or datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
