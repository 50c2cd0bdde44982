"""``gtpengine study``: techniques against their baselines, by a table in a file.

Each match is an event of the store. The same command continues the study, on the same version of
the engine; a new version begins new matches, and the page shows the newest of each.
"""

from __future__ import annotations

import datetime
import importlib.util
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import lacking
from gtpengine.base.arguments.options import flag, group, option
from gtpengine.base.files.wholefile import user_file
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.options import STATUS_HELP
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.matches.pools import slots_of
from gtpengine.tools.storage.store import Store

from .figures import results
from .figures.archive import read_archive, write_archive
from .figures.equalcost import simulations_of_equal_cost
from .figures.stored import tell
from .matches import plan
from .matches.adding import add_games
from .matches.arguments import PartOptions, PlayingOptions, figures_option, page_option, table_part
from .matches.playing import StudyMatch
from .matches.series import play_all
from .pages import forest
from .pages.page import make_page
from .tables.table import SHIPPED, Cell, StudyTable, chosen, read_table


@dataclass(frozen=True, kw_only=True, slots=True)
class StudyOptions:
    """What ``gtpengine study`` takes."""

    table: Path = option(
        "TOML file of the rows, boards and budgets (default: the program's own)",
        Path,
        default=SHIPPED,
    )
    part: PartOptions = table_part(
        "a block, a row, a family (with hyphens), 9x9, a budget, simulations, cost or time"
    )
    plan: bool = flag("print rows, games and hours; play nothing")
    page: Path | None = page_option()
    figures: Path | None = figures_option("figures")
    pictures: Path | None = option(
        "write a forest plot of each block, and play nothing (default: none)",
        Path,
        default=None,
        metavar="FOLDER",
    )
    archive: Path | None = option(
        "write the games as a table compressed by xz, and play nothing (default: none)",
        Path,
        default=None,
        metavar="FILE",
    )
    add: Path | None = option(
        "add the games of an archive that another machine wrote, and play nothing (default: none)",
        Path,
        default=None,
        metavar="FILE",
    )
    playing: PlayingOptions = group(PlayingOptions)


@user_errors("study")
def run(options: StudyOptions) -> int:
    """Run the command and return its exit status."""
    table = read_table(options.table)
    cells = chosen(table.cells(), options.part.only)
    if options.add:
        return _add(options, table, cells, options.add)
    if options.page or options.figures or options.pictures or options.archive:
        return _write(options, table, cells)
    if options.plan:
        found = _costs(options, cells)
        print("\n".join(plan.lines(found, slots_of(options.playing.run))))
        return 0
    return _play(options, table, cells)


COMMAND: Final = CommandLine(
    StudyOptions,
    run,
    "Measure what techniques of the literature are worth: each row of a table is played against"
    " its baseline, block by block: on several boards, with several budgets, at equal simulations,"
    " cost or time. A match ends when its interval is narrow enough. The same command continues.",
    "# what would the table that ships cost here?\ngtpengine study --plan",
    "# one row on 9x9, with the smaller budget, for at most two hours\n"
    "gtpengine study --only mast,9x9,1k --hours 2",
    "# the page of what the store has, and its games for others, who go on by --add games.tsv.xz\n"
    "gtpengine study --page study.html --archive games.tsv.xz",
    more=STATUS_HELP,
)


def _costs(options: StudyOptions, cells: Sequence[Cell]) -> list[plan.Cost]:
    speeds: plan.Speeds = {}
    for both in dict.fromkeys(cell.block.both for cell in cells):
        engine = " --set ".join((options.part.engine, *both))
        sizes = sorted({cell.size for cell in cells if cell.block.both == both})
        found = plan.simulations_a_second(engine, sizes)
        speeds |= {(both, size): speed for size, speed in found.items()}
    if not options.playing.place.store.exists():
        return plan.costs(None, cells, speeds)
    with Store(options.playing.place.store, read_only=True) as store:
        return plan.costs(store, cells, speeds)


def _write(options: StudyOptions, table: StudyTable, cells: Sequence[Cell]) -> int:
    """Write the page, figures, plots and games that are asked for; return the exit status."""
    if options.pictures and importlib.util.find_spec("matplotlib") is None:
        raise ValueError(lacking("--pictures needs matplotlib", "tools"))
    head = results.written(()).encode()
    for path, mark in ((options.page, b""), (options.figures, head)):
        if path is not None:
            check_folder(path, (options.playing.place.store, options.table), mark)
    found = results.current(table, results.read_figures(results.SHIPPED))
    if options.playing.place.store.exists():
        with Store(options.playing.place.store, read_only=True) as store:
            played = results.figures(store, cells, table.ending.least)
            found |= results.telling_more(played, found, table.ending.least)
    keys = [cell.key for cell in cells]
    found = {key: found[key] for key in keys if key in found}
    if options.figures:
        with user_file(options.figures, head) as file:
            file.write(results.written(found.values()).encode())
    if options.pictures:
        forest.draw(table, found, options.pictures)
    if options.archive:
        with Store(options.playing.place.store, read_only=True) as store:
            games = write_archive(store, cells, options.archive)
        size = math.ceil(options.archive.stat().st_size / 1000)
        print(f"{options.archive}: {games:,} games, {size:,} kB", file=sys.stderr)
    if options.page:
        made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        with user_file(options.page) as file:
            file.write(make_page(table, cells, found, made).encode("utf-8", "replace"))
    return tell(found.values(), len(cells))


def _add(options: StudyOptions, table: StudyTable, cells: Sequence[Cell], path: Path) -> int:
    """Add the games of an archive to the store; return the exit status."""

    def match(cell: Cell, simulations: int) -> StudyMatch:
        return match_of(
            table, plan.Step(cell, cell.block.ending.most), options.part.engine, simulations
        )

    games = read_archive(path)
    with Store(options.playing.place.store) as store:
        added = add_games(store, options.playing, cells, games, match)
    print(f"{path}: {added:,} of {len(games):,} games added", file=sys.stderr)
    return 0


def match_of(table: StudyTable, step: plan.Step, engine: str, simulations: int = 0) -> StudyMatch:
    """Return the match of a step of the plan; ``engine`` is the command line of a gtpengine.

    ``simulations`` are those of the side with the technique, if they are not the budget's.
    """
    cell = step.cell
    return StudyMatch(
        str(cell), results.KIND, results.cell_settings(cell), cell.size, None, table.openings,
        cell.engines(engine, simulations), cell.block.ending, cell.row.rules or "chinese",
        cell.seed, step.goal,
    )  # fmt: skip


def _play(options: StudyOptions, table: StudyTable, cells: Sequence[Cell]) -> int:
    """Play what is missing, block by block and the shortest matches first; return the status."""
    least = table.ending.least

    def shown(store: Store, step: plan.Step) -> str:
        figure = results.figures(store, [step.cell], least).get(step.cell.key)
        return figure.shown(least) if figure else ""

    def match(store: Store, step: plan.Step) -> StudyMatch | None:
        simulations = 0
        if step.cell.at == "cost":
            wanted = simulations_of_equal_cost(store, step.cell)
            if not wanted:
                why = "costs hardly more" if wanted == 0 else "waits for equal simulations"
                print(f"{step}: {why}", file=sys.stderr)
                return None
            simulations = wanted
        return match_of(table, step, options.part.engine, simulations)

    steps = plan.steps(table, _costs(options, cells))
    return play_all(options.part, options.playing, steps, match, shown)
