"""``gtpengine play``: choose how the board is shown, and begin or go on with a game."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from pathlib import Path
from typing import Final

from board_ext.coords import BLACK, WHITE
from board_ext.rules import RULES
from gtpengine.base import numbers
from gtpengine.base.extras import lacking
from gtpengine.base.parser import UsageError, describe
from gtpengine.base.userpath import user_path
from gtpengine.config.settings import OPTIONS
from gtpengine.config.threads import usual_threads
from gtpengine.game.handicap import MOST_HANDICAP
from gtpengine.play.sitting import Sitting
from gtpengine.play.terms import SMALLEST, Terms, parse_clock
from gtpengine.play.trouble import PlayError
from gtpengine.terminal import drawing
from gtpengine.terminal.plain import Look, Plain, reader
from gtpengine.terminal.view import DEFAULT_STRENGTH

STRENGTH: Final = ("rank", "level")
ENGINE: Final = ("time-per-move", "simulations", "threads", "memory", "seed")
"""Options of the engine that change how strong and how fast it plays."""

MISSING: Final = "gtpengine: a plain board; a board with colours, mouse and clock needs textual"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Play against the engine on a board in the terminal: with colours, mouse and keys where"
        " the terminal has them (Textual draws it), line by line elsewhere and through a pipe.",
        "# 9x9, you are Black, against a weak engine\ngtpengine play --size 9 --rank 20k",
        "# four stones, half an hour each, then five times 30 seconds\n"
        "gtpengine play --handicap 4 --clock 30m+5x30s",
        "# go on with a saved game\ngtpengine play game.sgf",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a game in SGF to go on with")
    parser.add_argument(
        "--size",
        type=numbers.whole(SMALLEST, 19),
        default=19,
        help=f"size of the board ({SMALLEST} to 19)",
    )
    parser.add_argument("--color", choices=("black", "white"), default="black", help="your colour")
    for name in STRENGTH:
        if name in OPTIONS:
            option = OPTIONS[name]
            default = DEFAULT_STRENGTH.get(name)
            text = option.help.rpartition("default: ")[0] + f"default: {default})"
            parser.add_argument(
                f"--{name}", metavar=option.metavar, help=text if default else option.help
            )
    parser.add_argument(
        "--handicap",
        type=numbers.whole(0, MOST_HANDICAP),
        default=0,
        help=f"handicap stones for Black, 2 to {MOST_HANDICAP}",
    )
    parser.add_argument(
        "--komi",
        type=numbers.komi,
        help="points for White (default: the komi of the rules, or 0.5 with handicap stones)",
    )
    parser.add_argument(
        "--rules", choices=tuple(RULES), default="chinese", help="rules of the game"
    )
    parser.add_argument(
        "--clock",
        default="none",
        metavar="CLOCK",
        help="time for each side: 10m, 10m+5x30s (byo-yomi), 5m+10s (Fischer), or none",
    )
    parser.add_argument(
        "--name",
        default="",
        metavar="NAME",
        help="your name, for the record of the game (default: none)",
    )
    parser.add_argument("--plain", action="store_true", help="line by line, in any terminal")
    for name in ENGINE:
        option = OPTIONS[name]
        parser.add_argument(f"--{name}", metavar=option.metavar, help=option.help)


def run(args: argparse.Namespace) -> int:
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    path = None if args.file is None else user_path(args.file)
    try:
        terms = terms_of(args)
        sitting = Sitting(terms) if path is None else Sitting.load(path, terms)
    except PlayError as error:
        raise UsageError(f"gtpengine play: {error}") from error
    for event in sitting.events_since():
        if event.kind == "note":
            print(f"gtpengine play: {event.text}", file=sys.stderr)
    wanted = asks and not args.plain and os.environ.get("TERM", "dumb") != "dumb"
    if wanted and importlib.util.find_spec("textual") is None:
        print(lacking(MISSING, "play"), file=sys.stderr)
        wanted = False
    if wanted:
        from gtpengine.terminal.screen import show

        return show(sitting, path, ask_first=len(args.words) == 1)
    return _plain(sitting, path, asks)


def _plain(sitting: Sitting, path: Path | None, asks: bool) -> int:
    color = drawing.has_color(sys.stdout) and drawing.has_unicode(sys.stdout)
    ask = reader(sys.stdin, asks, sys.stdout)
    return Plain(sitting, path, ask, sys.stdout, Look(color, asks)).run()


def terms_of(args: argparse.Namespace) -> Terms:
    """Return the terms that a command line names.

    :raises PlayError: when they do not fit together, or the engine refuses an option.
    """
    options = {}
    for name in (*STRENGTH, *ENGINE):
        text = vars(args).get(name.replace("-", "_"))
        if text is not None:
            options[OPTIONS[name].parameter] = text
    options.setdefault("threads", usual_threads(seeded="seed" in options))
    if not options.keys() & {*STRENGTH, "time_per_move", "simulations"}:
        options |= DEFAULT_STRENGTH
    return Terms(
        args.size,
        args.rules,
        args.komi,
        BLACK if args.color == "black" else WHITE,
        args.handicap,
        options,
        parse_clock(args.clock),
        args.name,
    )
