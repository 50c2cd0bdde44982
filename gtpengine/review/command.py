"""``gtpengine review``: for each game an HTML page, and the record with comments and variations."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gtpengine.base import numbers
from gtpengine.base.parser import UsageError, describe
from gtpengine.base.userpath import user_path
from gtpengine.base.wholefile import check_ours, user_file
from gtpengine.review.annotated import annotated
from gtpengine.review.cache import default_folder
from gtpengine.review.inputs import games
from gtpengine.review.model import Review, counted
from gtpengine.review.page import page
from gtpengine.review.progress import Progress
from gtpengine.review.record import Record, Refused
from gtpengine.review.reviewer import Settings, review_game
from gtpengine.review.searches import Budget
from gtpengine.sgf.error import SgfError

SIMULATIONS = 1000

REVIEWED: Final = b"Reviewed by gtpengine"
"""How the comment of a record begins that a review wrote."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Review games: which moves lost points, by how much, what was better and why. For each game"
        " one HTML page, which needs no network, and the SGF file with comments, variations and win"
        " rates are written. A review that was ended goes on where it was when it is run again.",
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
        help="of the search of each position; what looks like a mistake is searched up to five"
        f" times as long (default: {SIMULATIONS})",
    )
    limits.add_argument(
        "--time",
        type=numbers.seconds(0.01),
        help="seconds for each position in place of simulations; the review then depends on the"
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
        help="folder that keeps what was searched, so that a review goes on after it was ended"
        " (default: ~/.cache/gtpengine/review)",
    )
    parser.add_argument(
        "--no-cache", action="store_true", help="keep nothing; a review begins anew each time"
    )


def run(args: argparse.Namespace) -> int:
    """Review all games; return 1 if some could not be, 2 if none could."""
    if args.no_cache and args.cache is not None:
        raise UsageError("gtpengine review: give either --cache or --no-cache")
    folder = user_path(args.output)
    budget = Budget(None, args.time) if args.time else Budget(args.simulations)
    cache = user_path(args.cache) if args.cache else None if args.no_cache else default_folder()
    settings = Settings(budget, args.threads, cache=cache)
    try:
        found = list(games(args.games, args.rules, folder))
    except SgfError as error:
        raise UsageError(f"gtpengine review: {error}") from None
    records = [one for one in found if isinstance(one, Record)]
    for one in found:
        if isinstance(one, Refused):
            say(f"{one.name}: {one.reason}")
    refused = len(found) - len(records)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _protect(args.games, folder, records)
        _review(records, settings, folder)
    except OSError as error:
        say(f"{error.filename or folder}: {(error.strerror or str(error)).lower()}")
        return 2
    except KeyboardInterrupt:
        say("ended; the same command goes on from here" if cache else "ended")
        raise
    if refused:
        say(f"{len(records)} of {len(found)} games reviewed, {refused} could not be")
    return 0 if not refused else 1 if records else 2


def _review(records: Sequence[Record], settings: Settings, folder: Path) -> None:
    """Review games and write their files.

    :raises OSError: when a file cannot be written.
    """
    with Progress([len(record.moves) + 1 for record in records]) as progress:
        for number, record in enumerate(records):
            began = time.monotonic()
            told = progress.of(number, record.name)
            review = review_game(record, settings, told)
            page_path, sgf_path = paths(folder, record)
            with user_file(page_path) as file:
                file.write(page(review).encode("utf-8"))
            with user_file(sgf_path, REVIEWED) as file:
                file.write(annotated(record, review))
            for note in record.notes:
                progress.say(f"{record.name}: {note}")
            progress.say(f"{record.name}: {summary(review)}, {time.monotonic() - began:.0f} s")
            print(page_path, flush=True)


def paths(folder: Path, record: Record) -> tuple[Path, Path]:
    """Return the page and the SGF file of a record."""
    return folder / f"{record.name}.html", folder / f"{record.name}.sgf"


def summary(review: Review) -> str:
    """Return a review in a few words."""
    counts = [review.players[color].whole for color in ("b", "w")]
    words = [
        f"{name} {one.points.value:.1f} points lost a move,"
        f" {counted(one.mistakes + one.blunders, 'mistake')}"
        for name, one in zip(("Black", "White"), counts, strict=True)
    ]
    return "; ".join(words)


def _protect(given: Sequence[str], folder: Path, records: Sequence[Record]) -> None:
    """Refuse to overwrite a file that was given, or that no review wrote, before any work.

    :raises UsageError: when a review would.
    :raises OSError: when such a file cannot be read.
    """
    places = {user_path(place).resolve() for place in given}
    for record in records:
        page_path, sgf_path = paths(folder, record)
        for path, mark in ((page_path, b""), (sgf_path, REVIEWED)):
            try:
                foreign = path.resolve() in places
                check_ours(path, mark)
            except FileExistsError:
                foreign = True
            if foreign:
                raise UsageError(
                    f"gtpengine review: {path} would be overwritten; give another --output"
                )


def say(text: str) -> None:
    """Tell the user something, on stderr."""
    print(f"gtpengine review: {text}", file=sys.stderr)
