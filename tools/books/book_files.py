"""The actions of ``gtpengine book`` on finished books: show and bench."""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from importlib import resources
from pathlib import Path
from typing import Final

from gtpengine.books.bookfile import Book, BookError
from gtpengine.books.canonical import ELSEWHERE, board_frame, corner_frame
from gtpengine.books.table import Table
from gtpengine.books.walk import frame_of, point_of, position_after, vertex_of, walk
from gtpengine.tools.running.provenance import readable
from gtpengine.tools.running.tables import table_lines

from board_ext.coords import PASS, color_name
from board_ext.legality import IllegalMoveError
from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.base.userpath import user_path
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


class Show:
    """The action that prints the header of a book and the moves of a position."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        describe(
            parser,
            "Show the header of a book, or its moves after some moves with their games and values.",
            "# size, komi, rules and origin\ngtpengine book show board9",
            "# its moves after Black has played E5 and White C5\ngtpengine book show board9 E5 C5",
        )
        parser.add_argument("book", help="a file, or a shipped book such as board9")
        parser.add_argument(
            "moves",
            nargs="*",
            default=[],
            help="the moves that lead to the position, such as E5 C5",
        )
        parser.add_argument(
            "--margin",
            type=numbers.share,
            help="a move this much below the best is not played (default: that of the parameter"
            " book_margin or, for searches, book_search_margin)",
        )

    def run(self, args: argparse.Namespace) -> int:
        book = open_book(args.book)
        header = book.header
        if not args.moves:
            print(f"{book.entry_count:,} positions, {book.move_count:,} moves")
            for name, value in header.to_json().items():
                if name != "provenance":
                    print(f"{name}: {value}")
            for step in header.provenance:
                print("from:", json.dumps(step, ensure_ascii=False))
        try:
            line = [point_of(header, vertex) for vertex in args.moves]
            position = position_after(header, line)
        except IllegalMoveError as error:
            raise ValueError(f"these moves cannot be played: {error}") from None
        frame = frame_of(header, position, position.to_play)
        print(position.to_diagram())
        entry = book.entry(frame.key)
        if not entry.moves:
            print("not in the book")
            return 0
        options = EngineOptions()
        chosen = margin(header.decides, options) if args.margin is None else args.margin
        rated = judged(entry, header.decides, chosen, options.book_floor)
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


class Bench:
    """The action that measures how long a look-up takes, from a position to its moves."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        describe(
            parser,
            "Measure how long it takes to look a position up, in the book and out of it.",
            "gtpengine book bench board9",
        )
        parser.add_argument("book", help="a file, or a shipped book such as board9")
        parser.add_argument(
            "--seed", type=numbers.seed, default=1, help="seed of the order of positions"
        )

    def run(self, args: argparse.Namespace) -> int:
        book = open_book(args.book)
        if not book.move_count:
            raise BookError(f"{book.name}: has no moves to look up")
        visits = []
        for visit in walk(book):
            visits.append(visit)
            if len(visits) >= 10 * BENCH_POSITIONS:
                break
        random.Random(args.seed).shuffle(visits)
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


def write_book(table: Table, path: Path, more: str = "") -> int:
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
