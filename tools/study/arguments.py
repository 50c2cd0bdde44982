"""Arguments of the commands that play a table of matches: a study, and claims of papers."""

from __future__ import annotations

import argparse
from pathlib import Path

from gtpengine.tools.matches.event_cli import add_running_arguments, add_store_arguments
from gtpengine.tools.running.engines import own_engine

from gtpengine.base import numbers


def add_part_arguments(parser: argparse.ArgumentParser, words: str) -> None:
    """Add the options of who plays which part, and for how long; ``words`` are those of --only."""
    parser.add_argument(
        "--engine",
        default=own_engine(),
        metavar="COMMAND",
        help="command line of a gtpengine, without a limit (default: this one)",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TEXT",
        help="play a part: the matches that have all of these words, with commas between:"
        f" {words}; as often as needed",
    )
    parser.add_argument(
        "--hours",
        type=numbers.real(0, 100_000, above=True),
        metavar="X",
        help="hours after which no game is begun (default: none)",
    )
    parser.add_argument(
        "--games",
        type=numbers.whole(2),
        metavar="N",
        help="each match pauses at this many games (default: each is played to its end)",
    )


def add_output_arguments(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the options of the files that are written: a page, and ``what`` was found as a table."""
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="write the page, and play nothing (default: none)"
    )
    parser.add_argument(
        f"--{what}",
        type=Path,
        metavar="FILE",
        help=f"write the {what} as a table with tabs, and play nothing (default: none)",
    )


def add_playing_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of how games are played and where they are stored."""
    parser.add_argument(
        "--seed",
        type=numbers.seed,
        default=1,
        help="number that decides the games' seeds and the order of openings (default: 1)",
    )
    add_store_arguments(parser, named=False)
    add_running_arguments(parser.add_argument_group("running"), records=False)
