"""The table of a study: which techniques are compared, on which boards, with which budgets.

The table is a TOML file; the program's own is ``data/study.toml``:

    sizes = [9, 13, 19]
    width = 0.05              # half the width of the interval of the score at which a match ends
    least = 60                # games before it may end
    most = 400                # games at which it ends in any case
    far = 0                   # Elo beyond which an interval needs not be narrow; 0 is never
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
    copies = 0                # of a row without on and off: as many rows, the engine against itself

``blocks.py`` explains [[block]]. Without blocks each row is played on each board with each budget.
"""

from __future__ import annotations

import dataclasses
import datetime
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.base.arguments.paramspec import nearest
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.params.search_params import OWN_ROWS, SWITCHES

from . import choosing
from .blocks import SCREEN, StudyBlock, block_of, named_by
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

SHIPPED: Final = Path(__file__).parents[1] / "data" / "study.toml"


@dataclasses.dataclass(frozen=True, slots=True)
class MoveBudget:
    """How much a move may take: simulations, or by size of the board seconds.

    Without seconds no match has equal time.
    """

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
    def family_word(self) -> str:
        """The family as a word of the command line."""
        return self.family.replace(" ", "-")

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
    blocks: tuple[StudyBlock, ...]

    def cells(self) -> list[Cell]:
        """Return all matches, by row."""
        budgets = {budget.name: budget for budget in self.budgets}
        return [
            Cell(row, size, budgets[block.budget], at, block)
            for row in self.rows
            for block in self.blocks
            if named_by(block, self.blocks, (row.name, row.family_word))
            for size in block.sizes
            for at in block.at
        ]


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """One match: a row on one board, with one budget, equal in simulations or in time."""

    row: StudyRow
    size: int
    budget: MoveBudget
    at: str
    block: StudyBlock

    @property
    def key(self) -> tuple[str, int, str, str]:
        """What tells it from the other matches of a table."""
        return self.row.name, self.size, self.budget.name, self.at

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which ``--only`` finds it."""
        board = f"{self.size}x{self.size}"
        row, budget = self.row, self.budget.name
        return row.name, row.family_word, board, budget, self.at, self.block.name

    @property
    def limit(self) -> str:
        """How much a move may take, in words."""
        if self.at == "time":
            return f"{self.budget.seconds[self.size]:g} s a move"
        equal = " of equal cost" if self.at == "cost" else ""
        return f"{self.budget.simulations:,} simulations{equal}"

    @property
    def seed(self) -> int:
        """A number of its own, so that no two matches play the same games."""
        return zlib.crc32(repr(self.key).encode()) % 1_000_000

    @property
    def is_screen(self) -> bool:
        """Whether its games are too few for a verdict, by plan."""
        return self.block.role == SCREEN

    def __str__(self) -> str:
        block = f"{self.block.name}: " if self.block.name else ""
        return f"{block}{self.row.name}, {self.size}x{self.size}, {self.limit}"

    def engines(self, command: str, simulations: int = 0) -> tuple[str, str]:
        """Return the engine with the technique and the one without, as NAME=COMMAND.

        The one with it has other ``simulations`` than the budget's if they are given.
        """
        limits = [f" --simulations {n}" for n in (self.budget.simulations,) * 2]
        if simulations:
            limits[0] = f" --simulations {simulations}"
        if self.at == "time":
            limits = [f" --time-per-move {self.budget.seconds[self.size]:g}"] * 2
        preset = f" --preset {self.row.preset}" if self.row.preset else ""
        with_it, without = (
            limit + "".join(f" --set {setting}" for setting in (*self.block.both, *settings))
            for limit, settings in zip(limits, (self.row.on, self.row.off), strict=True)
        )
        name = self.row.name
        return (
            f"{name}={command}{preset}{with_it}",
            f"without-{name}={command}{preset}{without}",
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
    known = ("sizes", "width", "least", "most", "far", "openings", "both", "budget", "row", "block")
    only_keys(content, "the table", known)
    sizes = content.get("sizes")
    good = isinstance(sizes, list) and sizes
    if not good or not all(type(size) is int and 2 <= size <= 19 for size in sizes or ()):
        raise TableError("give sizes = [9, 13, 19], or other sizes from 2 to 19")
    assert isinstance(sizes, list)
    ending = ending_of(content, 0.05, 60, 400)
    budgets = tuple(_budget(one) for one in tables(content, "budget"))
    rows = tuple(row for one in tables(content, "row") for row in _rows(one))
    no_twins("budgets", [budget.name for budget in budgets])
    no_twins("rows", [row.name for row in rows])
    openings = text_of(content, "the table", "openings") or "balanced"
    both = settings_of(content, "the table", "both")
    all_rows = StudyBlock("", "", "", tuple(sizes), ("simulations", "time"), both, ending)
    blocks = tuple(dataclasses.replace(all_rows, budget=budget.name) for budget in budgets)
    if "block" in content:
        blocks = tuple(block_of(one, all_rows) for one in tables(content, "block"))
        no_twins("blocks", [block.name for block in blocks])
    _check_blocks(blocks, budgets, rows)
    table = StudyTable(tuple(sizes), ending, openings, both, budgets, rows, blocks)
    no_twins("matches", [str(cell.key) for cell in table.cells()])
    return dataclasses.replace(table, blocks=tuple(_with_tests(table, one) for one in blocks))


def _with_tests(table: StudyTable, block: StudyBlock) -> StudyBlock:
    """Return a block whose matches know how many they are, for the bound of their signs."""
    tests = sum(cell.block == block for cell in table.cells())
    return dataclasses.replace(block, ending=dataclasses.replace(block.ending, tests=max(1, tests)))


def _check_blocks(
    blocks: Sequence[StudyBlock], budgets: Sequence[MoveBudget], rows: Sequence[StudyRow]
) -> None:
    """Refuse a block of a row or a budget that is not there."""
    seconds = {budget.name: budget.seconds for budget in budgets}
    words = {word for row in rows for word in (row.name, row.family_word)}
    for block in blocks:
        what = f"[[block]] {block.name}"
        if block.budget not in seconds:
            raise TableError(f"{what}: there is no [[budget]] of the name {block.budget!r}")
        if unknown := [word for word in block.rows if word not in words]:
            guess = nearest(unknown[0], words)
            hint = f"; did you mean {guess}?" if guess else ""
            raise TableError(f"{what}: there is no row or family {unknown[0]!r}{hint}")
        if "time" in block.at:
            for size in block.sizes:
                if size not in seconds[block.budget]:
                    raise TableError(f"[[budget]] {block.budget}: seconds has no {size} = X")


def _budget(content: dict[str, Any]) -> MoveBudget:
    what = f"[[budget]] {content.get('name', '')}".rstrip()
    only_keys(content, what, ("name", "simulations", "seconds"))
    name = text_of(content, what, "name", needed=True)
    simulations = content.get("simulations")
    if type(simulations) is not int or not 1 <= simulations <= 2_000_000_000:
        raise TableError(f"{what} needs simulations = a whole number above 0")
    seconds = content.get("seconds", {})
    if not isinstance(seconds, dict) or not all(key.isdecimal() for key in seconds):
        raise TableError(f"{what} needs seconds = {{ 9 = 0.03, ... }}, for each size")
    found = {int(size): number(seconds, size, 0.0, 0.001, 86_400) for size in seconds}
    return MoveBudget(name, simulations, found)


def _rows(content: dict[str, Any]) -> list[StudyRow]:
    """Return a row, or the copies of one without a technique."""
    copies = int(number(content, "copies", 0, 0, 1000))
    alone = {key: value for key, value in content.items() if key != "copies"}
    if not copies:
        return [_row(alone)]
    row = _row(alone, has_technique=False)
    return [dataclasses.replace(row, name=f"{row.name}-{n + 1}") for n in range(copies)]


def _row(content: dict[str, Any], has_technique: bool = True) -> StudyRow:
    what = f"[[row]] {content.get('name', '')}".rstrip()
    only_keys(content, what, [field.name for field in dataclasses.fields(StudyRow)])
    name = name_of(content, what)
    on, off = (settings_of(content, what, key) for key in ("on", "off"))
    if has_technique and on == off:
        raise TableError(f"{what} needs on or off, so that its sides differ")
    if not has_technique and (on or off or not content.get("file")):
        raise TableError(f"{what}: copies are of a row with a file, and without on and off")
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
