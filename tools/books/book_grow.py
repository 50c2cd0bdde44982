"""The action ``gtpengine book grow``: extend a book of whole boards, for hours.

All state is in one SQLite file. After a stop or a kill the same command continues. Run twice at the
same time, it shares the work. With ``--cluster`` it uses the slots of a Ray cluster. ``--output``
writes a book of what is known so far.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from pathlib import Path
from typing import Any

from gtpengine.books.bookfile import BookError
from gtpengine.books.table import Table
from gtpengine.tools.matches.campaign import Interrupt
from gtpengine.tools.matches.event_cli import add_pool_arguments, make_pool
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.provenance import BOOK_LICENCE, program, step
from gtpengine.tools.running.runner import TaskError

from board_ext.rules import rules_named
from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.base.userpath import real_path
from gtpengine.commands import bench
from gtpengine.mcts.params.set_option import add_set_option, params_with

from .book_files import open_book, write_book
from .book_state import BookState, GrowSettings
from .book_work import Positions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Extend a book by deep searches of the positions where they matter most, for hours. The"
        " state is a file that later runs continue.",
        "# one minute, from the empty board of 9x9\n"
        "gtpengine book grow my.sqlite --minutes 1 --output grown.book",
        "# another for an hour, where the moves of a book are likely\n"
        "gtpengine book grow likely.sqlite --records board9 --minutes 60 --output likely.book",
    )
    parser.add_argument("state", type=Path, help="the SQLite file of the growing book")
    parser.add_argument(
        "--output", type=Path, help="write the book of what is known at the end (default: none)"
    )
    parser.add_argument(
        "--positions",
        type=numbers.count_or_none,
        default=0,
        help="stop when this many positions are searched in all; 0 for no limit",
    )
    parser.add_argument(
        "--minutes",
        type=numbers.real(0, 1e6, metavar="MINUTES"),
        default=0.0,
        help="stop after this time; 0 for no limit",
    )
    parser.add_argument(
        "--records",
        metavar="BOOK",
        help="what people play: a book of gtpengine book build, or a shipped one (default: none)",
    )
    _add_settings(parser)
    add_set_option(parser)
    add_pool_arguments(
        parser,
        "searches",
        "; with more than one, the order of results decides what is searched next, and the book"
        " differs between runs: 1 repeats",
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    """Add what is fixed when the state is made."""
    defaults = GrowSettings()
    for name, kind, text in (
        ("size", numbers.board_size, "board size"),
        ("komi", numbers.komi, "points for White"),
        ("rules", str, "rules of the game"),
        ("simulations", numbers.count, "simulations of each search"),
        ("seed", numbers.seed, "seed of all randomness"),
        (
            "loss_weight",
            numbers.real(0, 1e6),
            "moves that a loss of all the win rate is worth: small for broad books",
        ),
        ("depth", numbers.count, "length of the longest lines"),
    ):
        value = getattr(defaults, name)
        shown = f"{value:g}" if isinstance(value, float) else value
        shown = f"that of the rules, such as {shown}" if name == "komi" else shown
        parser.add_argument(
            "--" + name.replace("_", "-"),
            type=kind,
            metavar="NAME" if name == "rules" else None,
            help=f"{text} (default: {shown})",
        )


def read_settings(args: argparse.Namespace) -> tuple[GrowSettings, list[str]]:
    """Return the settings, and the names of those that the command line gave.

    :raises ValueError: when a setting makes no sense.
    """
    names = [f.name for f in dataclasses.fields(GrowSettings) if f.name != "params"]
    given: dict[str, Any] = {n: getattr(args, n) for n in names if getattr(args, n) is not None}
    usual = {}
    if "rules" in given:
        rules = rules_named(given["rules"])
        given["rules"], usual["komi"] = rules.name, rules.komi
    if args.set:
        params_with(args.set)  # raises ValueError for what cannot be set
        given["params"] = tuple(args.set)
    settings = GrowSettings(**{**usual, **given})
    _ = settings.header  # raises ValueError when settings make no sense
    return settings, list(given)


def run(args: argparse.Namespace) -> int:
    """Run the action and return its exit status.

    :raises ValueError: when the user has to change something.
    """
    settings, given = read_settings(args)
    if args.output and real_path(args.output) == real_path(args.state):
        raise ValueError(
            f"{args.output}: this file has the state of the searches; give another --output"
        )
    begun = args.state.exists()
    seed = b""
    if args.records:
        records = open_book(args.records)
        seed = records.data
        whole = records.header.kind == "board" and records.header.sizes == (settings.size,)
        if not whole and not begun:  # else the state checks them
            raise BookError(
                f"{args.records}: not a book of whole {settings.size}x{settings.size} boards"
            )
    state = BookState(args.state, settings, given, seed)
    try:
        work = Positions(state)
        work.sync()
        finished = _work(args, state, work) if _wanted(args, state) else True
        summary = work.summary()
        print(summary or "no positions yet", file=sys.stdout if summary else sys.stderr)
        if args.output:
            write_book(state_table(args, state, work), args.output)
    finally:
        state.close()
    return 0 if finished else 130


def state_table(args: argparse.Namespace, state: BookState, work: Positions) -> Table:
    """Return the book of a state, with its provenance."""
    seed = state.seed()
    steps = [] if seed is None else list(seed.header.provenance)
    grown = step(
        args,
        licence=BOOK_LICENCE,
        searched_by=state.programs(),
        settings=dataclasses.asdict(state.settings),
        positions=work.count(),
    )
    table = work.table()
    for earlier in [*steps, grown]:
        table = table.noting(earlier)
    return table


def _wanted(args: argparse.Namespace, state: BookState) -> bool:
    return not args.positions or state.count() < args.positions


def _work(args: argparse.Namespace, state: BookState, work: Positions) -> bool:
    """Search until told to stop; return False when interrupted."""
    deadline = time.monotonic() + 60 * args.minutes if args.minutes else float("inf")
    _note_program(state)
    pool = make_pool(args)
    running = 0
    with (
        Interrupt("searches") as interrupt,
        Reporter("positions", args.positions or None, work.count()) as shown,
    ):
        try:
            while interrupt.count < 2:
                more = not interrupt.count and time.monotonic() < deadline
                while more and pool.free and _room(args, work, running):
                    task = work.claim(args.positions)
                    if task is None:
                        break
                    pool.submit(task)
                    running += 1
                if not running and not (more and _room(args, work, 0) and state.others()):
                    break
                for item in pool.wait(0.5):
                    running -= 1
                    if item.error:
                        raise TaskError(item.task.name, item)
                    work.finish(item.task, item.result)
                work.sync()
                state.beat()
                shown.update(work.count(), work.note())
        finally:
            pool.close()
            state.release()
    return not interrupt.count


def _note_program(state: BookState) -> None:
    """Note in the state which program searches now, and the signature of its search."""
    about = program()
    if not any(about.items() <= known.items() for known in state.programs()):
        size = state.settings.size
        if size in bench.SIZES:
            about["bench"] = f"search {size}x{size} {bench.bench_search(size, 1, 1.0).signature}"
        state.note_program(about)


def _room(args: argparse.Namespace, work: Positions, running: int) -> bool:
    return not args.positions or work.count() + running < args.positions
