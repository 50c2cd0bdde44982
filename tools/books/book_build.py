"""The action ``gtpengine book build``: make a book from game records."""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from gtpengine.books.bookfile import KINDS, BookError, Header
from gtpengine.books.building import Filter, build
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.provenance import BOOK_LICENCE, step

from board_ext.rules import CHINESE, rules_named
from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.game.records import Game, Place, Reading, endings, place_names, read_games
from gtpengine.session.opening import area_komi

from .book_files import write_book

REGION = 9
"""Lines of a corner, unless the user names another number."""

CORNERS_ONLY = ("region", "for_size", "stones")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the action."""
    defaults = Filter()
    describe(
        parser,
        "Make a book of the moves that players chose often enough in game records.",
        "# whole positions, from the SGF files of a folder\n"
        "gtpengine book build games --size 9 --support 2 --games 1 --output my.book",
        "# corners, for 19x19, from records of your own, strong players alone\n"
        "gtpengine book build records --kind corner --strong d,p --output corners.book",
    )
    parser.add_argument(
        "records",
        nargs="+",
        type=Place.named,
        help=".txt, .xz, .sgf, .zip or folders; FILE:d,p is --strong for these alone",
    )
    parser.add_argument("--output", type=Path, required=True, help="the book to write")
    parser.add_argument(
        "--size", type=numbers.board_size, default=19, help="board size of the records"
    )
    parser.add_argument(
        "--kind",
        choices=KINDS,
        default="board",
        help="what is looked up: whole positions or corners",
    )
    parser.add_argument(
        "--region", type=numbers.whole(2, 19), help=f"lines of a corner (default: {REGION})"
    )
    parser.add_argument(
        "--for-size",
        type=numbers.board_size,
        action="append",
        help="board size that a book of corners is for; as often as needed (default: --size)",
    )
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help="rules of the records (default: those the SGFs agree on, else chinese)",
    )
    parser.add_argument(
        "--komi",
        type=numbers.komi,
        help="komi of the games to use (default: that of the rules, such as 7.5)",
    )
    parser.add_argument(
        "--komi-tolerance",
        type=numbers.real(0, 1000),
        default=0.5,
        help="how far the komi of a game may be off",
    )
    parser.add_argument("--note", default="", help="where the records come from (default: none)")
    parser.add_argument(
        "--strong",
        default="",
        metavar="ENDINGS",
        help="endings of ranks, such as 'd,p': use only moves of players with such a rank, where"
        " a file names none of its own (default: use all)",
    )
    for name, text in (
        ("moves", "moves of each game that are read"),
        ("support", "games a position needs to be kept; each corner of a game counts"),
        ("games", "games a move needs to be kept"),
        ("share", "share of the position's games a move needs to be kept"),
        ("stones", "most stones of a corner"),
    ):
        value = getattr(defaults, name)
        parser.add_argument(
            f"--{name}",
            type=numbers.share if name == "share" else numbers.count,
            help=f"{text} (default: {value})",
        )


def read_wishes(args: argparse.Namespace) -> tuple[Header, Filter]:
    """Return the header of the book and the limits for what it keeps.

    The header's rules are Chinese for now if the user named none; ``run`` then takes those of the
    records.

    :raises ValueError: when options contradict each other.
    """
    names = [field.name for field in dataclasses.fields(Filter)]
    wanted = Filter(**{n: getattr(args, n) for n in names if getattr(args, n) is not None})
    idle = [name for name in CORNERS_ONLY if getattr(args, name) is not None]
    if args.kind == "board":
        if idle:
            option = "--" + idle[0].replace("_", "-")
            raise ValueError(f"{option} is for corners: add --kind corner, or leave it out")
        region, sizes = 0, (args.size,)
    else:
        region = REGION if args.region is None else args.region
        sizes = tuple(args.for_size or [args.size])
        if 2 * region > args.size:
            raise ValueError(f"--region {region}: corners would meet on {args.size}x{args.size}")
    rules = rules_named(args.rules or CHINESE.name)
    komi = rules.komi if args.komi is None else args.komi
    tolerance = args.komi_tolerance
    header = Header(args.kind, sizes, region, komi, tolerance, rules.name, moves=wanted.moves)
    return header, wanted


def run(args: argparse.Namespace) -> int:
    """Run the action and return its exit status.

    :raises ValueError: when the user has to change something.
    """
    header, wanted = read_wishes(args)
    begun = time.monotonic()
    reading = Reading()
    strong = endings(args.strong)
    read = [g for games in read_games(args.records, args.size, reading, strong) for g in games]
    for what in reading.unread:
        leave_out(what)
    print(f"{len(read):,} games on {args.size}x{args.size}", file=sys.stderr)
    if not args.rules:
        rules = common_rules(read)
        komi = rules_named(rules).komi if args.komi is None else args.komi
        header = dataclasses.replace(header, rules=rules, komi=komi)
    games, unknown = with_fitting_komi(read, header)

    def tell(number: int) -> None:
        if number and number % 5000 == 0:
            left = (time.monotonic() - begun) / number * (len(games) - number)
            print(f"{number:,} of {len(games):,} games, {left:.0f} s left", file=sys.stderr)

    table = build(games, args.size, header, wanted, tell)
    if not table.entries:
        raise BookError(
            f"no position occurs in {wanted.support} games with a move played in {wanted.games};"
            " give more records, or smaller --support, --games and --share"
        )
    made = step(
        args,
        licence=BOOK_LICENCE,
        records=place_names(args.records, strong),
        note=args.note,
        games=len(games),
        left_out_for_komi=len(read) - len(games),
        komi_not_known=unknown,
        rules_not_known=sum(not game.rules for game in games),
        filter=dataclasses.asdict(wanted),
    )
    return write_book(table.noting(made), args.output, f", {time.monotonic() - begun:.0f} s")


def common_rules(games: Sequence[Game]) -> str:
    """Return the name of the rules that the games were played by.

    These are the commonest, if all that the games name are scored alike; else Chinese rules. Tells
    the choice and its reason on standard error.
    """
    said = Counter(game.rules for game in games if game.rules)
    names = ", ".join(f"{count:,} {name}" for name, count in said.most_common())
    if not said:
        taken, why = CHINESE.name, "no game names its rules (RU)"
    elif len({rules_named(name).scoring for name in said}) > 1:
        taken, why = CHINESE.name, f"the games name different ones ({names})"
    else:
        taken, why = (
            said.most_common(1)[0][0],
            f"{said.total():,} of {len(games):,} games name them",
        )
        if len(said) > 1:
            why += f" or others scored alike ({names})"
    print(f"rules: {taken}, because {why}; --rules chooses others", file=sys.stderr)
    return taken


def with_fitting_komi(games: Sequence[Game], header: Header) -> tuple[list[Game], int]:
    """Return the games that fit the header's komi, and how many of them do not name theirs.

    Games without a known komi count as fitting. All others are left out: komi changes which moves
    are played, and a win at another komi says little about a move. Komi is compared after
    ``area_komi``, since rules with other scoring write the same game with another komi. Tells on
    standard error what is left out.

    :raises BookError: when no game is left.
    """

    wanted = area_komi(header.komi, rules_named(header.rules))

    def other(game: Game) -> bool:
        if game.komi is None:
            return False
        komi = area_komi(game.komi, rules_named(game.rules or header.rules))
        return abs(komi - wanted) > header.komi_tolerance

    left_out = Counter(game.komi for game in games if other(game))
    kept = [game for game in games if not other(game)]
    unknown = sum(game.komi is None for game in kept)
    about = f"komi {header.komi:g} within {header.komi_tolerance:g}"
    if left_out:
        komi, count = left_out.most_common(1)[0]
        text = (
            f"{left_out.total():,} of {len(games):,} games are left out: they were not played with"
            f" {about} ({count:,} with {komi:g})"
        )
        if not kept:
            raise BookError(f"{text}; give --komi and --komi-tolerance that fit the records")
        print(text, file=sys.stderr)
    if unknown:
        print(f"{unknown:,} games do not name their komi; they are used", file=sys.stderr)
    return kept, unknown
