"""``gtpengine review``: what its command line takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gtpengine.base import numbers
from gtpengine.base.commandline import CommandLine
from gtpengine.base.options import arguments, flag, group, option

SIMULATIONS = 1000


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchLimits:
    """How long each position is searched: seconds, where given, else simulations."""

    simulations: int = option(
        "simulations of the search of each position; a move that looks like a mistake is"
        " searched up to five times as long",
        numbers.count,
        default=SIMULATIONS,
    )
    time: float | None = option(
        "seconds for each position instead of simulations; the review then depends on the"
        " machine (default: simulations)",
        numbers.seconds(0.01),
        default=None,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewOptions:
    """What ``gtpengine review`` takes."""

    games: tuple[str, ...] = arguments(
        "SGF files, folders, archives (zip, tar), or - for stdin; several games a file are"
        " reviewed one by one",
        str,
        least=1,
    )
    output: str = option(
        "folder to write to; it is made if needed", str, default="reviews", metavar="FOLDER"
    )
    limits: SearchLimits = group(SearchLimits, exclusive=True)
    threads: int = option(
        "positions searched at a time (default: 0, one for each core)",
        numbers.concurrency,
        default=0,
    )
    rules: str | None = option(
        "rules of the games, such as chinese or japanese (default: those of each record)",
        str,
        default=None,
        metavar="NAME",
    )
    cache: str | None = option(
        "folder that keeps the searches, so that a stopped review can go on"
        " (default: ~/.cache/gtpengine/review)",
        str,
        default=None,
        metavar="FOLDER",
    )
    no_cache: bool = flag("keep no searches; a review begins anew each time")


def run(options: ReviewOptions) -> int:
    """Review all games; return 1 if some could not be, 2 if none could."""
    # Here, because --help needs no extra.
    from gtpengine.review.reviewing import review_all

    return review_all(options)


COMMAND: Final = CommandLine(
    ReviewOptions,
    run,
    "Review games: which moves lost points, by how much, what was better and why. Each game"
    " gets an HTML page, which needs no network, and an SGF file with comments, variations and"
    " win rates. A review that was stopped goes on from there when you run the command again.",
    "# reviews/game.html and reviews/game.sgf\ngtpengine review game.sgf",
    "# all games of a folder and of an archive, with more care\n"
    "gtpengine review my-games/ league.zip --simulations 4000 --output reviews",
    "# from another program\ngtpengine review - < game.sgf",
)
