"""``gtpengine review``: what its command line takes."""

from __future__ import annotations

import argparse

from gtpengine.base import numbers
from gtpengine.base.parser import describe

SIMULATIONS = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Review games: which moves lost points, by how much, what was better and why. Each game"
        " gets an HTML page, which needs no network, and an SGF file with comments, variations and"
        " win rates. A review that was stopped goes on from there when you run the command again.",
        "# reviews/game.html and reviews/game.sgf\ngtpengine review game.sgf",
        "# all games of a folder and of an archive, with more care\n"
        "gtpengine review my-games/ league.zip --simulations 4000 --output reviews",
        "# from another program\ngtpengine review - < game.sgf",
    )
    parser.add_argument(
        "games",
        nargs="+",
        help="SGF files, folders, archives (zip, tar), or - for stdin; several games a file are"
        " reviewed one by one",
    )
    parser.add_argument(
        "--output",
        metavar="FOLDER",
        default="reviews",
        help="folder to write to; it is made if needed (default: reviews)",
    )
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument(
        "--simulations",
        type=numbers.count,
        default=SIMULATIONS,
        help="simulations of the search of each position; a move that looks like a mistake is"
        f" searched up to five times as long (default: {SIMULATIONS})",
    )
    limits.add_argument(
        "--time",
        type=numbers.seconds(0.01),
        help="seconds for each position instead of simulations; the review then depends on the"
        " machine (default: simulations)",
    )
    parser.add_argument(
        "--threads",
        type=numbers.concurrency,
        default=0,
        help="positions searched at a time (default: 0, one for each core)",
    )
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help="rules of the games, such as chinese or japanese (default: those of each record)",
    )
    parser.add_argument(
        "--cache",
        metavar="FOLDER",
        help="folder that keeps the searches, so that a stopped review can go on"
        " (default: ~/.cache/gtpengine/review)",
    )
    parser.add_argument(
        "--no-cache", action="store_true", help="keep no searches; a review begins anew each time"
    )


def run(args: argparse.Namespace) -> int:
    """Review all games; return 1 if some could not be, 2 if none could."""
    # Here, because --help needs no extra.
    from gtpengine.review.reviewing import review_all

    return review_all(args)
