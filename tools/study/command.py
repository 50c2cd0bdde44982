"""``gtpengine study``: techniques against their baselines, by a table in a file.

Each match is an event of the store. The same command continues the study, on the same version of
the engine; a new version begins new matches, and the page shows the newest of each.
"""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Sequence
from pathlib import Path

from gtpengine.tools.matches.event_cli import check_folder, user_errors
from gtpengine.tools.matches.event_help import STATUS_HELP
from gtpengine.tools.storage.store import Store

from gtpengine.base.parser import append, describe
from gtpengine.base.wholefile import user_file

from . import plan, results
from .arguments import add_output_arguments, add_part_arguments, add_playing_arguments
from .page import make_page
from .playing import Match
from .series import play_all
from .stored import tell
from .table import SHIPPED, Cell, Table, chosen, read_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Measure what techniques of the literature are worth: each row of a table is played against"
        " its baseline, on several boards, with several budgets, at equal simulations and at equal"
        " time. A match ends when its interval is narrow enough. The same command continues.",
        "# what would the table that ships cost here?\ngtpengine study --plan",
        "# one row on 9x9, with the smaller budget, for at most two hours\n"
        "gtpengine study --only mast,9x9,1k --hours 2",
        "# the page of what the store has\ngtpengine study --page study.html",
    )
    parser.add_argument(
        "--table",
        type=Path,
        default=SHIPPED,
        help="TOML file of the rows, boards and budgets (default: the one that ships)",
    )
    add_part_arguments(parser, "a row, a family (with hyphens), 9x9, a budget, simulations or time")
    parser.add_argument(
        "--plan", action="store_true", help="print rows, games and hours; play nothing"
    )
    add_output_arguments(parser, "figures")
    add_playing_arguments(parser)
    append(parser, STATUS_HELP)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    with user_errors("study") as status:
        table = read_table(args.table)
        cells = chosen(table.cells(), args.only)
        if args.page or args.figures:
            status[0] = _write(args, table, cells)
        elif args.plan:
            _print_plan(args, table, cells)
        else:
            status[0] = _play(args, table, cells)
    return status[0]


def _costs(args: argparse.Namespace, table: Table, cells: Sequence[Cell]) -> list[plan.Cost]:
    engine = " --set ".join((args.engine, *table.both))
    speeds = plan.simulations_a_second(engine, sorted({cell.size for cell in cells}))
    if not args.store.exists():
        return plan.costs(None, table, cells, speeds)
    with Store(args.store, read_only=True) as store:
        return plan.costs(store, table, cells, speeds)


def _print_plan(args: argparse.Namespace, table: Table, cells: Sequence[Cell]) -> None:
    found = _costs(args, table, cells)
    print("\n".join(plan.lines(found, plan.slots_of(args))))


def _write(args: argparse.Namespace, table: Table, cells: Sequence[Cell]) -> int:
    """Write the page and the figures that are asked for; return the exit status."""
    head = results.written(()).encode()
    for path, mark in ((args.page, b""), (args.figures, head)):
        if path is not None:
            check_folder(path, (args.store, args.table), mark)
    found = results.current(table, results.read_figures(results.SHIPPED))
    if args.store.exists():
        with Store(args.store, read_only=True) as store:
            found |= results.figures(store, cells, table.ending.least)
    keys = [cell.key for cell in cells]
    found = {key: found[key] for key in keys if key in found}
    if args.figures:
        with user_file(args.figures, head) as file:
            file.write(results.written(found.values()).encode())
    if args.page:
        made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        with user_file(args.page) as file:
            file.write(make_page(table, cells, found, made).encode("utf-8", "replace"))
    return tell(found.values(), len(cells))


def match_of(table: Table, cell: Cell, engine: str) -> Match:
    """Return the match of a cell; ``engine`` is the command line of a gtpengine."""
    return Match(
        str(cell), results.KIND, results.cell_settings(cell), cell.size, None, table.openings,
        cell.engines(engine), table.ending, cell.row.rules or "chinese",
    )  # fmt: skip


def _play(args: argparse.Namespace, table: Table, cells: Sequence[Cell]) -> int:
    """Play what is missing, the shortest matches first; return the exit status."""
    least = table.ending.least

    def shown(store: Store, cell: Cell) -> str:
        figure = results.figures(store, [cell], least).get(cell.key)
        return figure.shown(least) if figure else ""

    order = plan.cheapest_first(_costs(args, table, cells))
    return play_all(args, order, lambda cell: match_of(table, cell, args.engine), shown)
