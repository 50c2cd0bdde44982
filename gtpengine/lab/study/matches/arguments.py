"""Options of the commands that play a table of matches: a study, and claims of papers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import group, option, repeated
from gtpengine.tools.matches.options import RunOptions, StoreOptions
from gtpengine.tools.running.engines import own_engine


@dataclass(frozen=True, kw_only=True, slots=True)
class PartOptions:
    """Who plays which part of the table, and for how long; None is without end."""

    engine: str = option(
        "command line of a gtpengine, without a limit (default: this program)",
        str,
        default=own_engine(),
        metavar="COMMAND",
    )
    only: tuple[str, ...] = repeated("", str, metavar="TEXT")
    hours: float | None = option(
        "hours after which no game is begun (default: none)",
        numbers.real(0, 100_000, above=True),
        default=None,
        metavar="X",
    )
    games: int | None = option(
        "each match pauses at this many games (default: each is played to its end)",
        numbers.whole(2),
        default=None,
        metavar="N",
    )


def table_part(words: str) -> PartOptions:
    """Make a field for a part of a table; ``words`` are what --only takes."""
    return group(
        PartOptions,
        texts={
            "only": "play a part: the matches that have all of these words, with commas between:"
            f" {words}; as often as needed"
        },
    )


def page_option() -> Path | None:
    """Make a field for the page of what was found."""
    text = "write the page, and play nothing (default: none)"
    return option(text, Path, default=None, metavar="FILE")


def figures_option(what: str) -> Path | None:
    """Make a field for ``what`` was found as a table."""
    text = f"write the {what} as a table with tabs, and play nothing (default: none)"
    return option(text, Path, default=None, metavar="FILE")


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayingOptions:
    """How games are played, and where they are stored."""

    seed: int = option(
        "number that decides the games' seeds and the order of openings", numbers.seed, default=1
    )
    place: StoreOptions = group(StoreOptions, without=("name",))
    run: RunOptions = group(
        RunOptions,
        "running",
        texts={"verbose": "a line for each finished game"},
        without=("sgf",),
    )
