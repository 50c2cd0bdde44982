"""The action ``gtpengine book verify``: is the file sound, and do its moves stand up to a search?

Without ``--simulations`` it checks the checksum and the table only. With them it searches the
positions met most often. It plays each move of the book and the move that the search prefers,
searches the positions after them, and drops a move whose value is more than ``--margin`` below the
best. Positions that nothing leads to any more go as well. Searched moves keep visits and value, so
verifying the output again goes on with the next positions. The book is written every few minutes,
on Ctrl-C, and when a search fails.

In a grown book all moves were searched already; ``--again`` judges them, too. They get the values
of these searches and keep their visits, by which the engine draws. Corners are searched on a board
that is otherwise empty; moves elsewhere are neither judged nor dropped.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from pathlib import Path
from typing import Final, NoReturn

from gtpengine.books.bookfile import BookError, Header
from gtpengine.books.canonical import ELSEWHERE
from gtpengine.books.table import Table
from gtpengine.books.walk import Visit, position_after, reachable, vertex_of, walk
from gtpengine.tools.matches.campaign import Interrupt
from gtpengine.tools.matches.event_cli import add_pool_arguments, make_pool
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.provenance import BOOK_LICENCE, readable, step
from gtpengine.tools.running.runner import Completed, TaskError, Worker

from board_ext.coords import PASS
from board_ext.rules import rules_named
from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.mcts.report.recommend import robust_child
from gtpengine.mcts.report.stoppers import Limits

from .book_files import line_text, open_book
from .book_work import searcher_for

MARGIN: Final = 0.08
POSITIONS: Final = 1000
WRITE_SECONDS: Final = 240.0
"""Seconds between two writings of the book."""


@dataclasses.dataclass(frozen=True, slots=True)
class VerifyTask:
    """A task of a pool: search the moves of one position; ``points`` are those of the book."""

    header: Header
    line: tuple[int, ...]
    points: tuple[int, ...]
    simulations: int
    seed: int

    def run(self, _worker: Worker) -> tuple[dict[int, float], float]:
        """Return the mover's win rate after each move of the book, and after the best move."""
        position = position_after(self.header, self.line)
        position.rules = rules_named(self.header.rules)
        limits = Limits(simulations=self.simulations)
        searcher = searcher_for((), self.seed)
        searcher.set_position(position)
        favourite = robust_child(searcher.search(limits)).point
        values = {}
        for point in {*self.points, favourite}:
            after = position.copy()
            after.play(point)
            searcher = searcher_for((), self.seed)
            searcher.set_position(after)
            values[point] = 1.0 - searcher.search(limits).value
        return {point: values[point] for point in self.points}, max(values.values())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Check that the file of a book is sound and, with --simulations, whether its moves stand up"
        " to a search.",
        "# is the file sound?\ngtpengine book verify board9",
        "# a book without the bad moves of its ten most important positions\n"
        "gtpengine book verify board9 --simulations 500 --positions 10 --output checked.book",
    )
    parser.add_argument("book", help="a file, or a shipped book such as board9")
    parser.add_argument(
        "--output", type=Path, help="the book to write, without the bad moves (default: none)"
    )
    parser.add_argument(
        "--simulations",
        type=numbers.count_or_none,
        default=0,
        help="simulations for each move; 0 for no search",
    )
    parser.add_argument(
        "--margin",
        type=numbers.real(0, 1, above=True),
        help=f"a move this much worse than the best is bad (default: {MARGIN:g})",
    )
    parser.add_argument(
        "--positions", type=numbers.count, help=f"positions to search (default: {POSITIONS})"
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="also judge moves that were searched before, as all those of a grown book",
    )
    parser.add_argument("--seed", type=numbers.seed, default=1, help="seed of the searches")
    add_pool_arguments(parser, "searches")


def run(args: argparse.Namespace) -> int:
    """Run the action and return its exit status.

    :raises ValueError: when the user has to change something.
    """
    idle = [name for name in ("output", "again", "margin", "positions") if getattr(args, name)]
    args.margin = MARGIN if args.margin is None else args.margin
    args.positions = POSITIONS if args.positions is None else args.positions
    if not args.simulations and idle:
        raise ValueError(f"--{idle[0]} needs searches: add --simulations")
    book = open_book(args.book)
    table = Table.of(book)
    met = sum(1 for _ in walk(table))
    print(
        f"{readable(book.name)}: sound; {book.entry_count:,} positions, {met:,} of them met from"
        f" the empty board, {book.move_count:,} moves"
    )
    if not args.simulations:
        return 0
    if args.output is None:
        raise ValueError("--simulations needs --output FILE, the book to write")
    work = _Judging(args, table)
    finished = work.run()
    left = work.write()
    print(
        f"{readable(str(args.output))}: {args.output.stat().st_size:,} bytes; {work.judged:,}"
        f" positions judged, {work.dropped:,} moves dropped, {left:,} positions left"
    )
    if not finished:
        rest = f"{args.output} as BOOK goes on"
        if args.again:
            rest += ", but --again judges all its positions anew"
        print(f"interrupted; the same command with {rest}", file=sys.stderr)
    elif not work.judged:
        print("note: all moves were searched before; --again judges them anew", file=sys.stderr)
    return 0 if finished else 130


def waiting(table: Table, most: int, again: bool = False) -> list[Visit]:
    """Return up to ``most`` positions to judge, those met most often first.

    These are positions with moves that were not searched; with ``again``, with any moves.
    """

    def weight(visit: Visit) -> int:
        return sum(max(m.games, m.visits) for _, m in visit.moves)

    found = [
        visit
        for visit in walk(table)
        if any(point != PASS and (again or not m.visits) for point, m in visit.moves)
    ]
    return sorted(found, key=weight, reverse=True)[:most]


class _Judging:
    """The positions to judge, the results so far, and the file for them."""

    def __init__(self, args: argparse.Namespace, table: Table) -> None:
        self.judged = self.dropped = 0
        self._args, self._table = args, table
        self._written = 0
        self._next_write = time.monotonic() + WRITE_SECONDS

    def run(self) -> bool:
        """Judge until all is done; return False when the user interrupts.

        :raises TaskError: when a search fails; earlier results are written first.
        """
        args, table = self._args, self._table
        todo = waiting(table, args.positions, args.again)[::-1]
        total, running = len(todo), 0
        visits = {visit.line: visit for visit in todo}
        pool = make_pool(args)
        with Interrupt("searches") as interrupt, Reporter("positions", total) as reporter:
            try:
                while (running or (todo and not interrupt.count)) and interrupt.count < 2:
                    while pool.free and todo and not interrupt.count:
                        visit = todo.pop()
                        points = tuple(point for point, _ in visit.moves if point != PASS)
                        pool.submit(
                            VerifyTask(
                                table.header, visit.line, points, args.simulations, args.seed
                            )
                        )
                        running += 1
                    for item in pool.wait(0.5):
                        running -= 1
                        if item.error:
                            self._fail(item)
                        self._note(visits[item.task.line], item.result, reporter)
                    if self.judged > self._written and time.monotonic() >= self._next_write:
                        self._write_meanwhile(reporter)
            finally:
                pool.close()
        return self.judged == total

    def write(self) -> int:
        """Write the book as it is now and return its number of positions.

        :raises BookError: when no move is left or the file cannot be written; the message says what
            to do.
        """
        made = step(
            self._args,
            licence=BOOK_LICENCE,
            simulations=self._args.simulations,
            margin=self._args.margin,
            positions=self.judged,
            dropped=self.dropped,
        )
        result, path = reachable(self._table).noting(made), self._args.output
        if not result.entries:
            raise BookError(f"{path} is not written: no move would be left; give another --margin")
        try:
            result.write(path)
        except OSError as error:
            kept = "nothing is kept, so run the same command again"
            if self._written:
                kept = f"it has {self._written:,} positions judged, so give it as BOOK to go on"
            raise BookError(
                f"{path}: {(error.strerror or str(error)).lower()}; repair this or free some space;"
                f" {kept}"
            ) from error
        self._written = self.judged
        return len(result.entries)

    def _write_meanwhile(self, reporter: Reporter) -> None:
        self._next_write = time.monotonic() + WRITE_SECONDS
        try:
            self.write()
        except BookError as error:
            reporter.say(f"note: the searches go on, but {error}")

    def _fail(self, item: Completed) -> NoReturn:
        """Write what is known after a search failed, and say how to go on.

        :raises TaskError: always.
        """
        command = "the same command"
        if self.judged:
            self.write()
            command += f" with {self._args.output} as BOOK"
        raise TaskError(line_text(self._table, item.task.line), item, command)

    def _note(
        self, visit: Visit, found: tuple[dict[int, float], float], reporter: Reporter
    ) -> None:
        for vertex, value, best in apply(self._args, self._table, visit, *found):
            self.dropped += 1
            reporter.say(
                f"dropped {vertex} after {line_text(self._table, visit.line)}:"
                f" {100 * value:.1f} %, best {100 * best:.1f} %"
            )
        self.judged += 1
        reporter.update(self.judged, f"{self.dropped} moves dropped")


def apply(
    args: argparse.Namespace, table: Table, visit: Visit, values: dict[int, float], best: float
) -> list[tuple[str, float, float]]:
    """Note the values of a position's moves and drop the bad ones.

    Returns the dropped moves as (vertex, value, best).
    """
    entry = table.entries[visit.frame.key]
    bad = []
    for point, move in visit.moves:
        if point == PASS:
            continue
        value = values[point]
        drawn_by = move.visits if table.header.decides == "search" else 0
        move.visits, move.value = drawn_by or max(move.visits, args.simulations), value
        if value < best - args.margin:
            bad.append((vertex_of(table.header, point), value, best))
            entry.moves = [m for m in entry.moves if m.point != move.point]
    if all(m.point == ELSEWHERE for m in entry.moves):
        del table.entries[visit.frame.key]
    return bad
