"""``gtpengine study``: techniques against their baselines, by a table in a file.

Each match is an event of the store. The same command continues the study, on the same version of
the engine; a new version begins new matches, and the page shows the newest of each.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import flag, group, option
from gtpengine.base.files.wholefile import user_file
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.options import STATUS_HELP
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.matches.pools import slots_of
from gtpengine.tools.storage.store import Store

from . import plan, results
from .arguments import PartOptions, PlayingOptions, figures_option, page_option, table_part
from .page import make_page
from .playing import StudyMatch
from .series import play_all
from .stored import tell
from .table import SHIPPED, Cell, StudyTable, chosen, read_table


@dataclass(frozen=True, kw_only=True, slots=True)
class StudyOptions:
    """What ``gtpengine study`` takes."""

    table: Path = option(
        "TOML file of the rows, boards and budgets (default: the program's own)",
        Path,
        default=SHIPPED,
    )
    part: PartOptions = table_part(
        "a row, a family (with hyphens), 9x9, a budget, simulations or time"
    )
    plan: bool = flag("print rows, games and hours; play nothing")
    page: Path | None = page_option()
    figures: Path | None = figures_option("figures")
    playing: PlayingOptions = group(PlayingOptions)


@user_errors("study")
def run(options: StudyOptions) -> int:
    """Run the command and return its exit status."""
    table = read_table(options.table)
    cells = chosen(table.cells(), options.part.only)
    if options.page or options.figures:
        return _write(options, table, cells)
    if options.plan:
        found = _costs(options, table, cells)
        print("\n".join(plan.lines(found, slots_of(options.playing.run))))
        return 0
    return _play(options, table, cells)


COMMAND: Final = CommandLine(
    StudyOptions,
    run,
    "Measure what techniques of the literature are worth: each row of a table is played against"
    " its baseline, on several boards, with several budgets, at equal simulations and at equal"
    " time. A match ends when its interval is narrow enough. The same command continues.",
    "# what would the table that ships cost here?\ngtpengine study --plan",
    "# one row on 9x9, with the smaller budget, for at most two hours\n"
    "gtpengine study --only mast,9x9,1k --hours 2",
    "# the page of what the store has\ngtpengine study --page study.html",
    more=STATUS_HELP,
)


def _costs(options: StudyOptions, table: StudyTable, cells: Sequence[Cell]) -> list[plan.Cost]:
    engine = " --set ".join((options.part.engine, *table.both))
    speeds = plan.simulations_a_second(engine, sorted({cell.size for cell in cells}))
    if not options.playing.place.store.exists():
        return plan.costs(None, table, cells, speeds)
    with Store(options.playing.place.store, read_only=True) as store:
        return plan.costs(store, table, cells, speeds)


def _write(options: StudyOptions, table: StudyTable, cells: Sequence[Cell]) -> int:
    """Write the page and the figures that are asked for; return the exit status."""
    head = results.written(()).encode()
    for path, mark in ((options.page, b""), (options.figures, head)):
        if path is not None:
            check_folder(path, (options.playing.place.store, options.table), mark)
    found = results.current(table, results.read_figures(results.SHIPPED))
    if options.playing.place.store.exists():
        with Store(options.playing.place.store, read_only=True) as store:
            found |= results.figures(store, cells, table.ending.least)
    keys = [cell.key for cell in cells]
    found = {key: found[key] for key in keys if key in found}
    if options.figures:
        with user_file(options.figures, head) as file:
            file.write(results.written(found.values()).encode())
    if options.page:
        made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        with user_file(options.page) as file:
            file.write(make_page(table, cells, found, made).encode("utf-8", "replace"))
    return tell(found.values(), len(cells))


def match_of(table: StudyTable, cell: Cell, engine: str) -> StudyMatch:
    """Return the match of a cell; ``engine`` is the command line of a gtpengine."""
    return StudyMatch(
        str(cell), results.KIND, results.cell_settings(cell), cell.size, None, table.openings,
        cell.engines(engine), table.ending, cell.row.rules or "chinese",
    )  # fmt: skip


def _play(options: StudyOptions, table: StudyTable, cells: Sequence[Cell]) -> int:
    """Play what is missing, the shortest matches first; return the exit status."""
    least = table.ending.least

    def shown(store: Store, cell: Cell) -> str:
        figure = results.figures(store, [cell], least).get(cell.key)
        return figure.shown(least) if figure else ""

    order = plan.cheapest_first(_costs(options, table, cells))
    return play_all(
        options.part,
        options.playing,
        order,
        lambda cell: match_of(table, cell, options.part.engine),
        shown,
    )
