"""The action ``gtpengine book openings``: balanced start positions for matches, by self-play.

Each try plays a few moves from the empty board, drawn from the visits of short searches. A longer
search then judges the position. It is kept if the win rate of the side to move is near one half and
no equal one was kept before: equal up to the symmetries of the board and the exchange of colours.

A try depends on its number, the seed and the settings alone. The output tells how many tries were
made, so the same command continues an interrupted run.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.books.canonical import board_frame
from gtpengine.tools.matches.campaign import Interrupt, interrupted
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.provenance import step

from board_ext.coords import PASS, point_to_vertex, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.base.wholefile import user_file
from gtpengine.commands import bench
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

BALANCE: Final = (0.42, 0.58)
"""Least and greatest win rate of the side to move."""

MOVES: Final = (4, 8)
"""Least and greatest number of moves."""

PATIENCE: Final = 300
"""Tries in a row without a new position that end the run."""

MEMORY_MB: Final = 128
#: The line of a file that says how many tries were made.
TRIES: Final = re.compile(r"# (\d+) tries")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the action."""
    describe(
        parser,
        "Make a list of balanced start positions by self-play: a search holds each for about even,"
        " and no two are equal up to symmetry. The same command continues an interrupted list.",
        "# twenty for 13x13; a match takes them by --openings mine13.txt\n"
        "gtpengine book openings --size 13 --count 20 --output mine13.txt",
    )
    parser.add_argument(
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the list to write, or to continue; its name ends in .txt",
    )
    parser.add_argument(
        "--size", type=numbers.board_size, default=9, help="lines of the board (default: 9)"
    )
    parser.add_argument(
        "--komi", type=numbers.komi, help="points (default: the rules' own, such as 7.5)"
    )
    parser.add_argument("--rules", default="chinese", help="rule set (default: chinese)")
    parser.add_argument(
        "--count", type=numbers.count, default=100, help="positions to find (default: 100)"
    )
    parser.add_argument(
        "--simulations",
        type=numbers.count,
        default=3000,
        help="simulations that judge a position (default: 3000)",
    )
    parser.add_argument(
        "--move-simulations",
        type=numbers.count,
        default=300,
        help="simulations before each move (default: 300)",
    )
    parser.add_argument(
        "--seed", type=numbers.seed, default=1, help="number that decides all (default: 1)"
    )


class Maker:
    """Makes start positions, one a try."""

    def __init__(self, args: argparse.Namespace) -> None:
        """Take the settings from the options of the action.

        :raises ValueError: if there are no such rules
        """
        self._size: int = args.size
        self._rules = rules_named(args.rules)
        self._komi: float = self._rules.komi if args.komi is None else args.komi
        self._seed: int = args.seed
        self._before = Limits(simulations=args.move_simulations)
        self._judging = Limits(simulations=args.simulations)
        self._searcher = Searcher(SearchParams(), threads=1, memory_mb=MEMORY_MB)

    def empty_board(self) -> Position:
        """Return the position that all tries begin with."""
        return Position(self._size, self._rules, self._komi)

    def attempt(self, number: int) -> tuple[Position, float]:
        """Return the position of a try, and the win rate of the side to move."""
        lot = random.Random(f"{self._seed} {number}")
        position = self.empty_board()
        self._searcher.clear()
        for _ in range(lot.randint(*MOVES)):
            self._searcher.set_seed(lot.randrange(1, 2**31))
            self._searcher.set_position(position)
            found = [m for m in self._searcher.search(self._before).moves if m.point != PASS]
            if not found:
                break
            [move] = lot.choices(found, [m.visits for m in found])
            position.play(move.point)
        self._searcher.set_seed(lot.randrange(1, 2**31))
        self._searcher.set_position(position)
        return position, self._searcher.search(self._judging).value


def run(args: argparse.Namespace) -> int:
    """Make the list and return the exit status."""
    if args.output.suffix != ".txt":
        raise ValueError(f"{args.output}: give a name that ends in .txt")
    maker = Maker(args)
    head, made = _head(args), _made(args)
    lines, tries = _earlier(args.output, head)
    last = tries
    keys = set()
    for line in lines:
        position = maker.empty_board()
        for vertex in line.partition("#")[0].split():
            position.play(vertex_to_point(vertex, args.size))
        keys.add(board_frame(position, position.to_play).key)
    reporter = Reporter("positions", args.count, len(lines))
    with Interrupt("search") as interrupt, reporter:
        while len(lines) < args.count and not interrupt.count:
            tries += 1
            position, value = maker.attempt(tries)
            key = board_frame(position, position.to_play).key
            if not BALANCE[0] <= value <= BALANCE[1] or key in keys:
                if tries - last == PATIENCE:
                    raise ValueError(
                        f"no other balanced position in {PATIENCE} tries; {args.output} has"
                        f" {len(lines)}; give another --komi, or a smaller --count"
                    )
                continue
            last = tries
            keys.add(key)
            moves = " ".join(point_to_vertex(point, args.size) for _, point in position.moves)
            lines.append(f"{moves}  # {value:.2f}")
            _write(args, head, made, lines, tries)
            reporter.update(len(lines), f"{tries} tries")
    return interrupted() if len(lines) < args.count else 0


def _head(args: argparse.Namespace) -> str:
    """Return the lines of the file that its settings decide."""
    komi = rules_named(args.rules).komi if args.komi is None else args.komi
    low, high = BALANCE
    return (
        f"# Balanced start positions for {args.size}x{args.size}, {args.rules} rules,"
        f" komi {komi:g}: the moves, Black first.\n"
        f"# Each move is drawn from the visits of {args.move_simulations} simulations; seed"
        f" {args.seed}.\n"
        f"# After it: the win rate of the side to move by {args.simulations} simulations, kept from"
        f" {low} to {high}.\n"
        "# No two are equal up to symmetry and exchange of colours.\n"
    )


def _made(args: argparse.Namespace) -> dict[str, Any]:
    """Return what made the file.

    The signature of searches tells which engine it was: commits may be rebased, and an installed
    program knows none.
    """
    about = step(args)
    about.pop("revision")
    if args.size in bench.SIZES:
        row = bench.bench_search(args.size, 1, 1.0)
        about["bench"] = f"{row.name} {row.signature}"
    return about


def _earlier(output: Path, head: str) -> tuple[list[str], int]:
    """Return the positions of an earlier run with these settings, and how many tries it made.

    :raises ValueError: if the file has been made otherwise
    """
    if not output.exists():
        return [], 0
    text = output.read_text(encoding="utf-8", errors="replace")
    tries = TRIES.search(text)
    if not text.startswith(head) or not tries:
        raise ValueError(f"{output}: holds something else; give another name")
    body = text[text.index("\nboardsize ") + 1 :]
    return body.splitlines()[1:], int(tries[1])


def _write(
    args: argparse.Namespace, head: str, made: Mapping[str, Any], lines: Sequence[str], tries: int
) -> None:
    about = f"# {tries} tries\n" + "".join(f"# {name}: {text}\n" for name, text in made.items())
    text = f"{head}{about}boardsize {args.size}\n" + "\n".join(lines) + "\n"
    with user_file(args.output, head.encode()) as file:
        file.write(text.encode())
