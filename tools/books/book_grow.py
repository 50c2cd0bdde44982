"""The action ``gtpengine book grow``: extend a book of whole boards by deep searches, for hours.

All state is in one SQLite file. After a stop or a kill the same command continues. Run twice at the
same time, it shares the work. With ``--cluster`` it uses the slots of a Ray cluster. ``--output``
writes a book of what is known so far.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

from gtpengine.books.bookfile import BookError
from gtpengine.books.growth import Found, Growth
from gtpengine.books.table import Table
from gtpengine.books.walk import position_after
from gtpengine.tools.matches.campaign import Interrupt
from gtpengine.tools.matches.event_cli import add_cluster_argument, make_pool
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.provenance import BOOK_LICENCE, program, step
from gtpengine.tools.running.runner import TaskError, Worker

from board_ext.coords import point_to_vertex
from board_ext.rules import rules_named
from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.commands import bench
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

from .book_files import open_book, write_book
from .book_state import BookState, GrowSettings

KEPT_MOVES: Final = 20
"""How many moves of a search are stored."""

MEMORY_MB: Final = 512

_local = threading.local()


def searcher_for(params: tuple[tuple[str, str], ...], seed: int) -> Searcher:
    """Return this thread's searcher, with no memory of earlier searches."""
    if getattr(_local, "params", None) != params:
        chosen = SearchParams()
        for name, text in params:
            chosen.set(name, text)
        _local.searcher, _local.params = Searcher(chosen, 1, MEMORY_MB, seed), params
    searcher: Searcher = _local.searcher
    searcher.set_seed(seed)
    return searcher


@dataclasses.dataclass(frozen=True, slots=True)
class GrowTask:
    """A task of a pool: search one position."""

    key: int
    line: tuple[int, ...]
    settings: GrowSettings

    def run(self, _worker: Worker) -> tuple[list[Found], float]:
        """Return the moves with the most visits, and the seconds the search took."""
        settings = self.settings
        begun = time.monotonic()
        position = position_after(settings.header, self.line)
        position.rules = rules_named(settings.rules)
        searcher = searcher_for(settings.params, settings.seed)
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=settings.simulations))
        found = [Found(m.point, m.visits, m.value) for m in report.moves[:KEPT_MOVES] if m.visits]
        return found, time.monotonic() - begun


def add_arguments(parser: argparse.ArgumentParser) -> None:
    defaults = GrowSettings()
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
    for name, kind, text in (
        ("size", numbers.board_size, "board size"),
        ("komi", numbers.komi, "points for White"),
        ("rules", str, "rules of the game"),
        ("simulations", numbers.count, "simulations for each position"),
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
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a parameter of the search; as often as needed",
    )
    parser.add_argument(
        "--concurrency",
        type=numbers.concurrency,
        default=0,
        help="searches at a time; 0 for all cores; with more than one, the order of results decides"
        " what is searched next, and the book differs between runs: 1 repeats",
    )
    add_cluster_argument(parser)
    parser.set_defaults(cores_per_game=1, gtp_log=None)


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
    pairs = []
    for text in args.set:
        name, sign, value = text.partition("=")
        if not sign:
            raise ValueError(f"--set {text!r}: write NAME=VALUE")
        SearchParams().set(name, value)
        pairs.append((name, value))
    if pairs:
        given["params"] = tuple(pairs)
    settings = GrowSettings(**{**usual, **given})
    _ = settings.header  # raises ValueError when settings make no sense
    return settings, list(given)


def run(args: argparse.Namespace) -> int:
    """Run the action and return its exit status.

    :raises ValueError: when the user has to change something.
    """
    settings, given = read_settings(args)
    if args.output and args.output.resolve() == args.state.resolve():
        raise ValueError(
            f"{args.output}: this file has the state of the searches; give another --output"
        )
    seed = b""
    if args.records:
        records = open_book(args.records)
        seed = records.data
        whole = records.header.kind == "board" and records.header.sizes == (settings.size,)
        if not whole and not args.state.exists():  # else the state checks them
            raise BookError(
                f"{args.records}: not a book of whole {settings.size}x{settings.size} boards"
            )
    state = BookState(args.state, settings, given, seed)
    try:
        growth = Growth(state.settings.header, state.settings.policy, state.seed())
        state.sync(growth)
        finished = _search(args, state, growth) if _wanted(args, state) else True
        _tell(growth)
        if args.output:
            write_book(state_table(args, state, growth), args.output)
    finally:
        state.close()
    return 0 if finished else 130


def state_table(args: argparse.Namespace, state: BookState, growth: Growth) -> Table:
    """Return the book of a state, with its provenance."""
    seed = state.seed()
    steps = [] if seed is None else list(seed.header.provenance)
    grown = step(
        args,
        licence=BOOK_LICENCE,
        searched_by=state.programs(),
        settings=dataclasses.asdict(state.settings),
        positions=len(growth.nodes),
    )
    table = growth.table()
    for earlier in [*steps, grown]:
        table = table.noting(earlier)
    return table


def _wanted(args: argparse.Namespace, state: BookState) -> bool:
    return not args.positions or state.count() < args.positions


def _search(args: argparse.Namespace, state: BookState, growth: Growth) -> bool:
    """Search until told to stop; return False when interrupted."""
    deadline = time.monotonic() + 60 * args.minutes if args.minutes else float("inf")
    _note_program(state)
    pool = make_pool(args)
    running = 0
    already = len(growth.nodes)
    with (
        Interrupt("searches") as interrupt,
        Reporter("positions", args.positions or None, already) as shown,
    ):
        try:
            while interrupt.count < 2:
                more = not interrupt.count and time.monotonic() < deadline
                while more and pool.free and _room(args, growth, running):
                    chosen = state.claim(growth, args.positions)
                    if chosen is None:
                        break
                    pool.submit(GrowTask(*chosen, state.settings))
                    running += 1
                if not running and not (more and _room(args, growth, 0) and state.others()):
                    break
                for item in pool.wait(0.5):
                    running -= 1
                    if item.error:
                        raise TaskError(f"position {item.task.line}", item)
                    found, seconds = item.result
                    task = item.task
                    simulations = state.settings.simulations
                    state.finish(task.key, task.line, found, simulations, seconds)
                state.sync(growth)
                state.beat()
                shown.update(len(growth.nodes), _note(growth))
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


def _room(args: argparse.Namespace, growth: Growth, running: int) -> bool:
    return not args.positions or len(growth.nodes) + running < args.positions


def _note(growth: Growth) -> str:
    root = growth.nodes.get(growth.root)
    return "" if root is None else f"Black wins {100 * root.value:.1f} %"


def _tell(growth: Growth) -> None:
    size = growth.header.sizes[0]
    depths = [len(node.line) for node in growth.nodes.values()]
    if not depths:
        print("no position yet", file=sys.stderr)
        return
    line = " ".join(point_to_vertex(point, size) for point in growth.best_line())
    print(
        f"{len(depths):,} positions, depth {sum(depths) / len(depths):.1f} on average,"
        f" {max(depths)} at most; {_note(growth)}; best line: {line}"
    )
