"""The action ``gtpengine book grow``: extend a book of whole boards, for hours.

All state is in one SQLite file. After a stop or a kill the same command continues. Run twice at the
same time, it shares the work. With ``--cluster`` it uses the slots of a Ray cluster. ``--output``
writes a book of what is known so far.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from pathlib import Path
from typing import Any, Final

from gtpengine.books.bookfile import BookError
from gtpengine.books.table import BookTable
from gtpengine.tools.matches.campaign import INTERRUPT_STATUS, Interrupt
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.options import PoolOptions, tasks_pool
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.matches.pools import make_pool
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.provenance import BOOK_LICENCE, program, step
from gtpengine.tools.running.runner import TaskError

from board_ext.rules import rules_named
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import argument, command_words, group, option
from gtpengine.base.files.userpath import real_path, user_path
from gtpengine.commands import bench
from gtpengine.mcts.params.players import remarks
from gtpengine.mcts.params.set_option import params_with, set_options

from .book_files import open_book, write_book
from .book_state import BookState, GrowSettings
from .book_work import Positions

_USUAL: Final = GrowSettings()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class StateOptions:
    """What is fixed when the state is made; None is what ``GrowSettings`` has."""

    size: int | None = option(
        f"board size (default: {_USUAL.size})", numbers.board_size, default=None
    )
    komi: float | None = option(
        f"points for White (default: that of the rules, such as {_USUAL.komi:g})",
        numbers.komi,
        default=None,
    )
    rules: str | None = option(
        f"rules of the game (default: {_USUAL.rules})", str, default=None, metavar="NAME"
    )
    simulations: int | None = option(
        f"simulations of each search (default: {_USUAL.simulations})",
        numbers.count,
        default=None,
    )
    seed: int | None = option(
        f"seed of all randomness (default: {_USUAL.seed})", numbers.seed, default=None
    )
    loss_weight: float | None = option(
        "moves that a loss of all the win rate is worth: small for broad books (default:"
        f" {_USUAL.loss_weight:g})",
        numbers.real(0, 1e6),
        default=None,
    )
    depth: int | None = option(
        f"length of the longest lines (default: {_USUAL.depth})", numbers.count, default=None
    )


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class GrowOptions:
    """What ``gtpengine book grow`` takes."""

    state: Path = argument("the SQLite file of the growing book", Path)
    output: Path | None = option(
        "write the book of what is known at the end (default: none)", Path, default=None
    )
    positions: int = option(
        "stop when this many positions are searched in all; 0 for no limit",
        numbers.count_or_none,
        default=0,
    )
    minutes: float = option(
        "stop after this time; 0 for no limit",
        numbers.real(0, 1e6, metavar="MINUTES"),
        default=0.0,
    )
    records: str | None = option(
        "what people play: a book of gtpengine book build, or a shipped one (default: none)",
        str,
        default=None,
        metavar="BOOK",
    )
    settings: StateOptions = group(StateOptions)
    parameters: tuple[tuple[str, str], ...] = set_options()
    pool: PoolOptions = tasks_pool(
        "searches",
        "; with more than one, the order of results decides what is searched next, and the book"
        " differs between runs: 1 repeats",
    )
    words: tuple[str, ...] = command_words()


def read_settings(options: GrowOptions) -> tuple[GrowSettings, list[str]]:
    """Return the settings, and the names of those that the command line gave.

    :raises ValueError: when a setting makes no sense.
    """
    fields = dataclasses.asdict(options.settings)
    given: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
    usual = {}
    if "rules" in given:
        rules = rules_named(given["rules"])
        given["rules"], usual["komi"] = rules.name, rules.komi
    if options.parameters:
        params_with(options.parameters)  # raises ValueError for what cannot be set
        given["params"] = options.parameters
    settings = GrowSettings(**{**usual, **given})
    _ = settings.header  # raises ValueError when settings make no sense
    return settings, list(given)


def _refuse_unread(settings: GrowSettings) -> None:
    """Raise ValueError for parameters that the searches of a book do not read."""
    removes_dead = rules_named(settings.rules).removes_dead
    if found := remarks(params_with(settings.params), settings.size, removes_dead):
        raise ValueError("; ".join(remark.told() for remark in found))


@user_errors("book grow")
def grow_book(options: GrowOptions) -> int:
    """Run the action and return its exit status.

    :raises ValueError: when the user has to change something.
    """
    if options.output:
        inputs = [options.state, *([user_path(options.records)] if options.records else [])]
        check_folder(options.output, inputs)
    settings, given = read_settings(options)
    if options.output and real_path(options.output) == real_path(options.state):
        raise ValueError(
            f"{options.output}: this file has the state of the searches; give another --output"
        )
    begun = options.state.exists()
    if not begun:
        _refuse_unread(settings)
    seed = b""
    if options.records:
        records = open_book(options.records)
        seed = records.data
        whole = records.header.kind == "board" and records.header.sizes == (settings.size,)
        if not whole and not begun:  # else the state checks them
            raise BookError(
                f"{options.records}: not a book of whole {settings.size}x{settings.size} boards"
            )
    state = BookState(options.state, settings, given, seed)
    try:
        work = Positions(state)
        work.sync()
        finished = _work(options, state, work) if _wanted(options, state) else True
        summary = work.summary()
        print(summary or "no positions yet", file=sys.stdout if summary else sys.stderr)
        if options.output:
            write_book(state_table(options, state, work), options.output)
    finally:
        state.close()
    return 0 if finished else INTERRUPT_STATUS


GROW: Final = CommandLine(
    GrowOptions,
    grow_book,
    "Extend a book by deep searches of the positions where they matter most, for hours. The"
    " state is a file that later runs continue.",
    "# one minute, from the empty board of 9x9\n"
    "gtpengine book grow my.sqlite --minutes 1 --output grown.book",
    "# another for an hour, where the moves of a book are likely\n"
    "gtpengine book grow likely.sqlite --records board9 --minutes 60 --output likely.book",
)


def state_table(options: GrowOptions, state: BookState, work: Positions) -> BookTable:
    """Return the book of a state, with its provenance."""
    seed = state.seed()
    steps = [] if seed is None else list(seed.header.provenance)
    grown = step(
        options.words,
        licence=BOOK_LICENCE,
        searched_by=state.programs(),
        settings=dataclasses.asdict(state.settings),
        positions=work.count(),
    )
    table = work.table()
    for earlier in [*steps, grown]:
        table = table.noting(earlier)
    return table


def _wanted(options: GrowOptions, state: BookState) -> bool:
    return not options.positions or state.count() < options.positions


def _work(options: GrowOptions, state: BookState, work: Positions) -> bool:
    """Search until told to stop; return False when interrupted."""
    deadline = time.monotonic() + 60 * options.minutes if options.minutes else float("inf")
    _note_program(state)
    pool = make_pool(options.pool)
    running = 0
    with (
        Interrupt("searches") as interrupt,
        Reporter("positions", options.positions or None, work.count()) as shown,
    ):
        try:
            while interrupt.count < 2:
                more = not interrupt.count and time.monotonic() < deadline
                while more and pool.free and _room(options, work, running):
                    task = work.claim(options.positions)
                    if task is None:
                        break
                    pool.submit(task)
                    running += 1
                if not running and not (more and _room(options, work, 0) and state.others()):
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


def _room(options: GrowOptions, work: Positions, running: int) -> bool:
    return not options.positions or work.count() + running < options.positions
