"""The action ``gtpengine book openings``: balanced start positions for matches, by self-play.

Each try plays a few moves from the empty board, drawn from the visits of short searches. A longer
search then judges the position. It is kept if the win rate of the side to move is near one half and
no equal one was kept before: equal up to the symmetries of the board and the exchange of colours.

A try depends on its number, the seed and the settings alone. The output tells how many tries were
made, so the same command continues an interrupted run.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gtpengine.books.canonical import board_frame
from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.provenance import step

from board_ext.coords import PASS, point_to_vertex, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import command_words, option, required
from gtpengine.base.files.wholefile import user_file
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


@dataclass(frozen=True, kw_only=True, slots=True)
class OpeningsOptions:
    """What ``gtpengine book openings`` takes."""

    output: Path = required(
        "the list to write, or to continue; its name ends in .txt", Path, metavar="FILE"
    )
    size: int = option("lines of the board", numbers.board_size, default=9)
    komi: float | None = option(
        "points (default: the rules' own, such as 7.5)", numbers.komi, default=None
    )
    rules: str = option("rule set", str, default="chinese")
    count: int = option("positions to find", numbers.count, default=100)
    simulations: int = option("simulations that judge a position", numbers.count, default=3000)
    move_simulations: int = option("simulations before each move", numbers.count, default=300)
    seed: int = option("number that decides all", numbers.seed, default=1)
    words: tuple[str, ...] = command_words()

    def usual_komi(self) -> float:
        """Return the komi of the games.

        :raises ValueError: if there are no such rules
        """
        return rules_named(self.rules).komi if self.komi is None else self.komi


class Maker:
    """Makes start positions, one a try."""

    def __init__(self, options: OpeningsOptions) -> None:
        """Take the settings from the options of the action.

        :raises ValueError: if there are no such rules
        """
        self._size, self._seed = options.size, options.seed
        self._rules, self._komi = rules_named(options.rules), options.usual_komi()
        self._before = Limits(simulations=options.move_simulations)
        self._judging = Limits(simulations=options.simulations)
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


@user_errors("book openings")
def make_openings(options: OpeningsOptions) -> int:
    """Make the list and return the exit status."""
    check_folder(options.output, mark=None)  # openings are added to those of an earlier run
    if options.output.suffix != ".txt":
        raise ValueError(f"{options.output}: give a name that ends in .txt")
    maker = Maker(options)
    head, made = _head(options), _made(options)
    lines, tries = _earlier(options.output, head)
    last = tries
    keys = set()
    for line in lines:
        position = maker.empty_board()
        for vertex in line.partition("#")[0].split():
            position.play(vertex_to_point(vertex, options.size))
        keys.add(board_frame(position, position.to_play).key)
    reporter = Reporter("positions", options.count, len(lines))
    with Interrupt("search") as interrupt, reporter:
        while len(lines) < options.count and not interrupt.count:
            tries += 1
            position, value = maker.attempt(tries)
            key = board_frame(position, position.to_play).key
            if not BALANCE[0] <= value <= BALANCE[1] or key in keys:
                if tries - last == PATIENCE:
                    raise ValueError(
                        f"no other balanced position in {PATIENCE} tries; {options.output} has"
                        f" {len(lines)}; give another --komi, or a smaller --count"
                    )
                continue
            last = tries
            keys.add(key)
            moves = " ".join(point_to_vertex(point, options.size) for _, point in position.moves)
            lines.append(f"{moves}  # {value:.2f}")
            _write(options, head, made, lines, tries)
            reporter.update(len(lines), f"{tries} tries")
    return ended(len(lines) >= options.count)


OPENINGS: Final = CommandLine(
    OpeningsOptions,
    make_openings,
    "Make a list of balanced start positions by self-play: a search holds each for about even,"
    " and no two are equal up to symmetry. The same command continues an interrupted list.",
    "# twenty for 13x13; a match takes them by --openings mine13.txt\n"
    "gtpengine book openings --size 13 --count 20 --output mine13.txt",
)


def _head(options: OpeningsOptions) -> str:
    """Return the lines of the file that its settings decide."""
    low, high = BALANCE
    return (
        f"# Balanced start positions for {options.size}x{options.size}, {options.rules} rules,"
        f" komi {options.usual_komi():g}: the moves, Black first.\n"
        f"# Each move is drawn from the visits of {options.move_simulations} simulations; seed"
        f" {options.seed}.\n"
        f"# After it: the win rate of the side to move by {options.simulations} simulations,"
        f" kept from {low} to {high}.\n"
        "# No two are equal up to symmetry and exchange of colours.\n"
    )


def _made(options: OpeningsOptions) -> dict[str, Any]:
    """Return what made the file.

    The signature of searches tells which engine it was: commits may be rebased, and an installed
    program knows none.
    """
    about = step(options.words)
    about.pop("revision")
    if options.size in bench.SIZES:
        row = bench.bench_search(options.size, 1, 1.0)
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
    options: OpeningsOptions, head: str, made: Mapping[str, Any], lines: Sequence[str], tries: int
) -> None:
    about = f"# {tries} tries\n" + "".join(f"# {name}: {text}\n" for name, text in made.items())
    text = f"{head}{about}boardsize {options.size}\n" + "\n".join(lines) + "\n"
    with user_file(options.output, head.encode()) as file:
        file.write(text.encode())
