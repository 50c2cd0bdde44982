"""``gtpengine book``: opening books, from records or by searches; see docs/guides/books.md.

gtpengine book build RECORDS... --size 9 --output my.book
gtpengine book grow my.sqlite --records my.book --output grown.book --minutes 60
gtpengine book show grown.book E5 C5
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Protocol

from gtpengine.tools.matches.event_cli import check_folder, user_errors

from gtpengine.base.parser import describe
from gtpengine.base.userpath import user_path

from . import book_build, book_grow, book_openings
from .book_files import Bench, Show


class Action(Protocol):
    """One of the actions: it adds its arguments and runs."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


ACTIONS: dict[str, tuple[Action, str]] = {
    "show": (Show(), "show a book, or its moves in a position"),
    "build": (book_build, "make a book of game records"),
    "grow": (book_grow, "extend a book by deep searches, for hours"),
    "openings": (book_openings, "make balanced start positions for matches, by self-play"),
    "bench": (Bench(), "measure how long a look-up takes"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and the options of each."""
    describe(
        parser,
        "Make and look after opening books, from game records or by searches. 'gtpengine help book"
        " ACTION' explains an action.",
        "# what does the book that comes with the program say after two moves?\n"
        "gtpengine book show board9 E5 C5",
    )
    commands = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, help="what to do:"
    )
    for name, (action, text) in ACTIONS.items():
        action.add_arguments(commands.add_parser(name, help=text))


def run(args: argparse.Namespace) -> int:
    """Run the chosen action and return its exit status."""
    with user_errors(f"book {args.action}") as status:
        if getattr(args, "output", None):
            # Openings are added to the file of an earlier run.
            mark = None if args.action == "openings" else b""
            check_folder(args.output, kept_inputs(args), mark)
        status[0] = ACTIONS[args.action][0].run(args)
    return status[0]


def kept_inputs(args: argparse.Namespace) -> list[Path]:
    """Return the files an action reads that its output may not replace."""
    match args.action:
        case "build":
            return [place.path for place in args.records]
        case "grow":
            return [args.state, *([user_path(args.records)] if args.records else [])]
    return []
