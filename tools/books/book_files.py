"""The actions of ``gtpengine book`` on finished books: show and bench."""

from __future__ import annotations

import json
import random
import statistics
import time
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from gtpengine.books.bookfile import Book, BookError
from gtpengine.books.canonical import ELSEWHERE, board_frame, corner_frame
from gtpengine.books.table import BookTable
from gtpengine.books.walk import frame_of, point_of, position_after, vertex_of, walk
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.running.provenance import readable
from gtpengine.tools.running.tables import table_lines

from board_ext.coords import PASS, color_name
from board_ext.legality import IllegalMoveError
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import argument, arguments, option
from gtpengine.base.files.userpath import user_path
from gtpengine.config.options import EngineOptions
from gtpengine.session.opening import judged, margin

BENCH_POSITIONS: Final = 2000


def open_book(text: str) -> Book:
    """Open a book by its path, or by the name of a shipped one, such as ``board9``.

    :raises BookError: when it does not exist or is damaged.
    """
    path = user_path(text)
    folder = resources.files("gtpengine.books").joinpath("data")
    names = sorted(f.name.removesuffix(".book") for f in folder.iterdir() if f.name.endswith("k"))
    if text in names and not path.exists():
        book = Book(folder.joinpath(f"{text}.book").read_bytes(), text)
    elif path.exists():
        book = Book.open(path)
    else:
        raise BookError(f"{text}: no such file; shipped books are {', '.join(names)}")
    book.check()
    return book


@dataclass(frozen=True, kw_only=True, slots=True)
class BookShowOptions:
    """What ``gtpengine book show`` takes."""

    book: str = argument("a file, or a shipped book such as board9", str)
    moves: tuple[str, ...] = arguments("the moves that lead to the position, such as E5 C5", str)
    margin: float | None = option(
        "a move this much below the best is not played (default: that of the parameter"
        " book_margin or, for searches, book_search_margin)",
        numbers.share,
        default=None,
    )


@user_errors("book show")
def show_book(options: BookShowOptions) -> int:
    """Print the header of a book, or the moves of a position."""
    book = open_book(options.book)
    header = book.header
    if not options.moves:
        print(f"{book.entry_count:,} positions, {book.move_count:,} moves")
        for name, value in header.to_json().items():
            if name != "provenance":
                print(f"{name}: {value}")
        for step in header.provenance:
            print("from:", json.dumps(step, ensure_ascii=False))
    try:
        line = [point_of(header, vertex) for vertex in options.moves]
        position = position_after(header, line)
    except IllegalMoveError as error:
        raise ValueError(f"these moves cannot be played: {error}") from None
    frame = frame_of(header, position, position.to_play)
    print(position.to_diagram())
    entry = book.entry(frame.key)
    if not entry.moves:
        print("not in the book")
        return 0
    usual = EngineOptions()
    chosen = margin(header.decides, usual) if options.margin is None else options.margin
    rated = judged(entry, header.decides, chosen, usual.book_floor)
    shares = {id(m): weight for m, weight, _ in rated}
    print(f"{color_name(position.to_play)} to move")
    if entry.games:
        rate = 100 * entry.half_wins / (2 * entry.games)
        print(f"met in {entry.games:,} games, {rate:.1f} % won")
    rows = []
    for m in entry.moves:
        vertex = vertex_of(header, PASS if m.point == ELSEWHERE else frame.to_board(m.point))
        won = f"{100 * m.win_rate:.1f} %" if m.games else "-"
        value = "-" if m.value is None else f"{100 * m.value:.1f} %"
        chance = f"{100 * shares[id(m)]:.0f} %" if id(m) in shares else "-"
        rows.append((vertex, chance, f"{m.games:,}", won, f"{m.visits:,}", value))
    heads = ("move", "chance", "games", "won", "visits", "value")
    print("\n".join(table_lines(heads, rows)))
    return 0


SHOW: Final = CommandLine(
    BookShowOptions,
    show_book,
    "Show the header of a book, or its moves after some moves with their games and values.",
    "# size, komi, rules and origin\ngtpengine book show board9",
    "# its moves after Black has played E5 and White C5\ngtpengine book show board9 E5 C5",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class BookBenchOptions:
    """What ``gtpengine book bench`` takes."""

    book: str = argument("a file, or a shipped book such as board9", str)
    seed: int = option("seed of the order of positions", numbers.seed, default=1)


@user_errors("book bench")
def bench_book(options: BookBenchOptions) -> int:
    """Measure how long a look-up takes, from a position to its moves."""
    book = open_book(options.book)
    if not book.move_count:
        raise BookError(f"{book.name}: has no moves to look up")
    visits = []
    for visit in walk(book):
        visits.append(visit)
        if len(visits) >= 10 * BENCH_POSITIONS:
            break
    random.Random(options.seed).shuffle(visits)
    header = book.header
    times = []
    for visit in visits[:BENCH_POSITIONS]:
        position, color = visit.position, visit.position.to_play
        begun = time.perf_counter_ns()
        if header.kind == "corner":
            frame = corner_frame(position, color, 0, header.region)
        else:
            frame = board_frame(position, color)
        book.moves(frame.key)
        times.append((time.perf_counter_ns() - begun) / 1000)
    print(
        f"{len(times):,} positions: median {statistics.median(times):.1f} microseconds,"
        f" 99 % within {sorted(times)[int(0.99 * len(times))]:.1f}"
    )
    return 0


BENCH: Final = CommandLine(
    BookBenchOptions,
    bench_book,
    "Measure how long it takes to look a position up, in the book and out of it.",
    "gtpengine book bench board9",
)


def write_book(table: BookTable, path: Path, more: str = "") -> int:
    """Write a book, report its size, and return the exit status.

    :raises BookError: when the book has no moves; an existing file stays as it is.
    """
    if not table.entries:
        raise BookError(f"{path} is not written: it would have no positions")
    size = table.write(path)
    print(
        f"{readable(str(path))}: {size:,} bytes, {len(table.entries):,} positions,"
        f" {table.move_count:,} moves{more}"
    )
    return 0
