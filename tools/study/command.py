"""``gtpengine study``: techniques against their baselines, by a table in a file.

Each match is an event of the store. The same command continues the study, on the same version of
the engine; a new version begins new matches, and the page shows the newest of each.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

from gtpengine.tools.matches.campaign import Interrupt, interrupted
from gtpengine.tools.matches.event_cli import (
    STATUS_HELP,
    add_running_arguments,
    add_store_arguments,
    check_folder,
    user_errors,
)
from gtpengine.tools.running.engines import own_engine
from gtpengine.tools.storage.store import Store

from gtpengine.base import numbers
from gtpengine.base.parser import append, describe
from gtpengine.base.wholefile import whole_file

from . import plan, results
from .page import make_page
from .playing import Clock, match_of, play
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
    parser.add_argument(
        "--engine",
        default=own_engine(),
        metavar="COMMAND",
        help="command line of a gtpengine, without a limit (default: this one)",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TEXT",
        help="play a part: the matches that have all of these words, with commas between: a row, a"
        " family (with hyphens), 9x9, a budget, simulations or time; as often as needed",
    )
    parser.add_argument(
        "--hours",
        type=numbers.real(0, 100_000, above=True),
        metavar="X",
        help="hours after which no game is begun (default: none)",
    )
    parser.add_argument(
        "--plan", action="store_true", help="print rows, games and hours; play nothing"
    )
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="write the page, and play nothing (default: none)"
    )
    parser.add_argument(
        "--figures",
        type=Path,
        metavar="FILE",
        help="write the figures as a table with tabs, and play nothing (default: none)",
    )
    parser.add_argument(
        "--seed",
        type=numbers.seed,
        default=1,
        help="number that decides the games' seeds and the order of openings (default: 1)",
    )
    add_store_arguments(parser, named=False)
    add_running_arguments(parser.add_argument_group("running"), records=False)
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
    speeds = plan.simulations_a_second(args.engine, sorted({cell.size for cell in cells}))
    if not args.store.exists():
        return plan.costs(None, table, cells, speeds)
    with Store(args.store, read_only=True) as store:
        return plan.costs(store, table, cells, speeds)


def _print_plan(args: argparse.Namespace, table: Table, cells: Sequence[Cell]) -> None:
    found = _costs(args, table, cells)
    print("\n".join(plan.lines(found, plan.slots_of(args))))


def _write(args: argparse.Namespace, table: Table, cells: Sequence[Cell]) -> int:
    """Write the page and the figures that are asked for; return the exit status."""
    for path in filter(None, (args.page, args.figures)):
        check_folder(path, (args.store, args.table))
    found = results.current(table, results.read_figures(results.SHIPPED))
    if args.store.exists():
        with Store(args.store, read_only=True) as store:
            found |= results.figures(store, cells, table.ending.least)
    keys = [cell.key for cell in cells]
    found = {key: found[key] for key in keys if key in found}
    if args.figures:
        with whole_file(args.figures) as file:
            file.write(results.written(found.values()).encode())
    if args.page:
        made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        with whole_file(args.page) as file:
            file.write(make_page(table, cells, found, made).encode("utf-8", "replace"))
    failed = sum(figure.failures for figure in found.values())
    print(
        f"{len(found)} of {len(cells)} matches have games, {failed} games failed", file=sys.stderr
    )
    return int(failed > 0)


def _play(args: argparse.Namespace, table: Table, cells: Sequence[Cell]) -> int:
    """Play what is missing, the shortest matches first; return the exit status."""
    order = plan.cheapest_first(_costs(args, table, cells))
    clock, failed = Clock(args.hours), 0
    with Store(args.store) as store, Interrupt() as interrupt:
        for number, cell in enumerate(order, 1):
            if clock.is_over() or interrupt.count:
                break
            print(f"match {number} of {len(order)}: {cell}", file=sys.stderr)
            played = play(store, interrupt, args, match_of(table, cell, args.engine), clock)
            failed += played.failures
            figure = results.figures(store, [cell], table.ending.least).get(cell.key)
            state = figure.shown(table.ending.least) if figure else "no game counts"
            rest = "" if played.over else "; not ended"
            print(f"{cell}: {state}{rest}", flush=True)
        stopped = interrupt.count and not clock.is_over()
    if failed:
        print(
            f"warning: {failed} games failed or are void; gtpengine report shows them",
            file=sys.stderr,
        )
    if stopped:
        return interrupted()
    if clock.is_over():
        print("the hours are over; the same command continues", file=sys.stderr)
    return int(failed > 0)
