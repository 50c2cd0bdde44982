"""`gtpengine book`: opening books, from records or by searches; see docs/books.md.

gtpengine book build RECORDS... --size 9 --output my.book
gtpengine book grow my.sqlite --records my.book --output grown.book --minutes 60
gtpengine book show grown.book E5 C5
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from gtpengine.books.bookfile import KINDS, Header
from gtpengine.books.building import Filter, build
from gtpengine.patterns.records import Game, Reading, read_games

from gtpengine import __version__

from . import book_grow, book_verify
from .book_files import Bench, Export, Import, Merge, Show
from .event_cli import check_folder, user_errors


class Action(Protocol):
    """One of the actions: its arguments, and what it does."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


class _Build:
    """A book of game records."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        defaults = Filter()
        parser.add_argument("records", nargs="+", type=Path, help=".txt, .xz, .sgf, .zip, folders")
        parser.add_argument("--output", type=Path, required=True, help="the book to write")
        parser.add_argument("--size", type=int, default=19, help="board size of the records (19)")
        parser.add_argument(
            "--kind",
            choices=KINDS,
            default="board",
            help="whole positions (the default), or corners",
        )
        parser.add_argument("--region", type=int, default=9, help="lines of a corner (9)")
        parser.add_argument(
            "--for-size", type=int, action="append", help="boards a book of corners is for"
        )
        parser.add_argument("--komi", type=float, default=7.5, help="what fits the records (7.5)")
        parser.add_argument(
            "--komi-tolerance", type=float, default=0.5, help="how far a game's may be away (0.5)"
        )
        parser.add_argument("--note", default="", help="where the records come from")
        parser.add_argument(
            "--strong", default="", help="endings of ranks, such as 'd,p': only moves of such"
        )
        for name, text in (
            ("moves", "of each game"),
            ("support", "games a position is kept from"),
            ("games", "games a move is kept from"),
            ("share", "part of the position's games that a move is kept from"),
            ("stones", "most stones of a corner"),
        ):
            value = getattr(defaults, name)
            parser.add_argument(
                f"--{name}", type=type(value), default=value, help=f"{text} ({value})"
            )

    def run(self, args: argparse.Namespace) -> int:
        wanted = Filter(**{f.name: getattr(args, f.name) for f in dataclasses.fields(Filter)})
        sizes = tuple(args.for_size or [args.size]) if args.kind == "corner" else (args.size,)
        region = args.region if args.kind == "corner" else 0
        header = Header(args.kind, sizes, region, args.komi, args.komi_tolerance, moves=args.moves)
        if 2 * region > args.size:
            raise ValueError(f"--region {region}: corners would meet on {args.size}x{args.size}")
        begun = time.monotonic()
        reading = Reading()
        strong = tuple(filter(None, args.strong.split(",")))
        games = [g for games in read_games(args.records, args.size, reading, strong) for g in games]
        print(f"{len(games):,} games on {args.size}x{args.size}", file=sys.stderr)
        _note_komi(games, args)

        def tell(number: int) -> None:
            if number and number % 5000 == 0:
                left = (time.monotonic() - begun) / number * (len(games) - number)
                print(f"{number:,} of {len(games):,} games, {left:.0f} s left", file=sys.stderr)

        table = build(games, args.size, header, wanted, tell).noting(
            {
                "command": "gtpengine book build",
                "date": time.strftime("%Y-%m-%d", time.gmtime()),
                "version": __version__,
                "records": sorted(path.name for path in args.records),
                "note": args.note,
                "games": len(games),
                "filter": dataclasses.asdict(wanted),
            }
        )
        size = table.write(args.output)
        print(
            f"{args.output}: {size:,} bytes, {len(table.entries):,} positions,"
            f" {table.move_count:,} moves, {time.monotonic() - begun:.0f} s"
        )
        return 0


def _note_komi(games: Sequence[Game], args: argparse.Namespace) -> None:
    """Say so when many records were played with a komi that the book will not be asked for."""
    other = Counter(
        game.komi
        for game in games
        if game.komi is not None and abs(game.komi - args.komi) > args.komi_tolerance
    )
    if 10 * other.total() > len(games):
        komi, count = other.most_common(1)[0]
        print(
            f"note: {other.total():,} of {len(games):,} games have another komi than {args.komi:g}"
            f" within {args.komi_tolerance:g}, {count:,} of them {komi:g}; their results count."
            " Give --komi and --komi-tolerance that fit the records",
            file=sys.stderr,
        )


ACTIONS: dict[str, tuple[Action, str]] = {
    "show": (Show(), "the header of a book and the moves of a position"),
    "build": (_Build(), "a book of game records"),
    "grow": (book_grow, "extend a book by deep searches, for hours"),
    "merge": (Merge(), "several books as one"),
    "verify": (book_verify, "is the file sound, and do its moves stand up to a search"),
    "import": (Import(), "a book from its text form or an SGF tree"),
    "export": (Export(), "a book as text or as an SGF tree"),
    "bench": (Bench(), "how long a look-up takes"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = " | ".join(ACTIONS)
    commands = parser.add_subparsers(dest="action", metavar=names, required=True)
    for name, (action, text) in ACTIONS.items():
        action.add_arguments(commands.add_parser(name, help=text, description=text))


def run(args: argparse.Namespace) -> int:
    with user_errors(f"book {args.action}") as status:
        if getattr(args, "output", None):
            check_folder(args.output)
        status[0] = ACTIONS[args.action][0].run(args)
    return status[0]


def main() -> int:
    parser = argparse.ArgumentParser(prog="gtpengine book", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
