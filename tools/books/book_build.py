"""The action ``gtpengine book build``: make a book from game records."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gtpengine.books.bookfile import KINDS, BookError, Header
from gtpengine.books.building import Filter, build
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.provenance import BOOK_LICENCE, step

from board_ext.rules import CHINESE, rules_named
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import (
    arguments,
    command_words,
    group,
    option,
    repeated,
    required,
)
from gtpengine.game.records import (
    ReadingCounts,
    RecordedGame,
    RecordSource,
    endings,
    place_names,
    read_games,
)
from gtpengine.session.opening import area_komi

from .book_files import write_book

REGION = 9
"""Lines of a corner, unless the user names another number."""


def _limit(text: str, name: str) -> int | None:
    """Make a field for a limit of ``Filter``, whose own holds where None is given."""
    shown = f"{text} (default: {getattr(Filter(), name)})"
    return option(shown, numbers.count, default=None)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class FilterOptions:
    """What a book keeps: see ``Filter``."""

    moves: int | None = _limit("moves of each game that are read", "moves")
    support: int | None = _limit(
        "games a position needs to be kept; each corner of a game counts", "support"
    )
    games: int | None = _limit("games a move needs to be kept", "games")
    share: float | None = option(
        f"share of the position's games a move needs to be kept (default: {Filter().share})",
        numbers.share,
        default=None,
    )
    stones: int | None = _limit("most stones of a corner", "stones")

    def filter(self) -> Filter:
        """Return the limits, with the usual ones where none is given."""
        given = {
            name: value for name, value in dataclasses.asdict(self).items() if value is not None
        }
        return Filter(**given)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class BuildOptions:
    """What ``gtpengine book build`` takes."""

    records: tuple[RecordSource, ...] = arguments(
        ".txt, .xz, .sgf, .zip or folders; FILE:d,p is --strong for these alone",
        RecordSource.named,
        least=1,
    )
    output: Path = required("the book to write", Path)
    size: int = option("board size of the records", numbers.board_size, default=19)
    kind: str = option(
        "what is looked up: whole positions or corners", str, default="board", choices=KINDS
    )
    region: int | None = option(
        f"lines of a corner (default: {REGION})", numbers.whole(2, 19), default=None
    )
    for_size: tuple[int, ...] = repeated(
        "board size that a book of corners is for; as often as needed (default: --size)",
        numbers.board_size,
    )
    rules: str | None = option(
        "rules of the records (default: those the SGFs agree on, else chinese)",
        str,
        default=None,
        metavar="NAME",
    )
    komi: float | None = option(
        "komi of the games to use (default: that of the rules, such as 7.5)",
        numbers.komi,
        default=None,
    )
    komi_tolerance: float = option(
        "how far the komi of a game may be off", numbers.real(0, 1000), default=0.5
    )
    note: str = option("where the records come from (default: none)", str, default="")
    strong: str = option(
        "endings of ranks, such as 'd,p': use only moves of players with such a rank, where"
        " a file does not name others (default: use all)",
        str,
        default="",
        metavar="ENDINGS",
    )
    limits: FilterOptions = group(FilterOptions)
    words: tuple[str, ...] = command_words()


def read_wishes(options: BuildOptions) -> tuple[Header, Filter]:
    """Return the header of the book and the limits for what it keeps.

    The header's rules are Chinese for now if the user named none; ``run`` then takes the rules of
    the records.

    :raises ValueError: when options contradict each other.
    """
    wanted = options.limits.filter()
    corners = {
        "region": options.region,
        "for-size": options.for_size or None,
        "stones": options.limits.stones,
    }
    idle = [name for name, value in corners.items() if value is not None]
    sizes: tuple[int, ...] = (options.size,)
    if options.kind == "board":
        if idle:
            raise ValueError(f"--{idle[0]} is for corners: add --kind corner, or leave it out")
        region = 0
    else:
        region, sizes = options.region or REGION, options.for_size or sizes
        if 2 * region > options.size:
            raise ValueError(
                f"--region {region}: corners would meet on {options.size}x{options.size}"
            )
    rules = rules_named(options.rules or CHINESE.name)
    komi = rules.komi if options.komi is None else options.komi
    tolerance = options.komi_tolerance
    header = Header(options.kind, sizes, region, komi, tolerance, rules.name, moves=wanted.moves)
    return header, wanted


@user_errors("book build")
def build_book(options: BuildOptions) -> int:
    """Run the action and return its exit status.

    :raises ValueError: when the user has to change something.
    """
    check_folder(options.output, [place.path for place in options.records])
    header, wanted = read_wishes(options)
    begun = time.monotonic()
    reading = ReadingCounts()
    strong = endings(options.strong)
    read = [
        g for games in read_games(options.records, options.size, reading, strong) for g in games
    ]
    for what in reading.unread:
        leave_out(what)
    print(f"{len(read):,} games on {options.size}x{options.size}", file=sys.stderr)
    if not options.rules:
        rules = common_rules(read)
        komi = rules_named(rules).komi if options.komi is None else options.komi
        header = dataclasses.replace(header, rules=rules, komi=komi)
    games, unknown = with_fitting_komi(read, header)

    def tell(number: int) -> None:
        if number and number % 5000 == 0:
            left = (time.monotonic() - begun) / number * (len(games) - number)
            print(f"{number:,} of {len(games):,} games, {left:.0f} s left", file=sys.stderr)

    table = build(games, options.size, header, wanted, tell)
    if not table.entries:
        raise BookError(
            f"no position occurs in {wanted.support} games with a move played in {wanted.games};"
            " give more records, or smaller --support, --games and --share"
        )
    made = step(
        options.words,
        licence=BOOK_LICENCE,
        records=place_names(options.records, strong),
        note=options.note,
        games=len(games),
        left_out_for_komi=len(read) - len(games),
        komi_not_known=unknown,
        rules_not_known=sum(not game.rules for game in games),
        filter=dataclasses.asdict(wanted),
    )
    return write_book(table.noting(made), options.output, f", {time.monotonic() - begun:.0f} s")


BUILD: Final = CommandLine(
    BuildOptions,
    build_book,
    "Make a book of the moves that players chose often enough in game records.",
    "# whole positions, from the SGF files of a folder\n"
    "gtpengine book build games --size 9 --support 2 --games 1 --output my.book",
    "# corners, for 19x19, from records of your own, strong players alone\n"
    "gtpengine book build records --kind corner --strong d,p --output corners.book",
)


def common_rules(games: Sequence[RecordedGame]) -> str:
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


def with_fitting_komi(
    games: Sequence[RecordedGame], header: Header
) -> tuple[list[RecordedGame], int]:
    """Return the games that fit the header's komi, and how many of them do not name theirs.

    Games without a known komi count as fitting. All others are left out: komi changes which moves
    are played, and a win at another komi says little about a move. Komi is compared after
    ``area_komi``, since rules with other scoring write the same game with another komi. Tells on
    standard error what is left out.

    :raises BookError: when no game is left.
    """

    wanted = area_komi(header.komi, rules_named(header.rules))

    def other(game: RecordedGame) -> bool:
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
