"""The options of ``gtpengine review``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.language_options import LanguageOptions
from gtpengine.base.arguments.options import arguments, flag, group, option
from gtpengine.programs.judge_options import other_engine, patience
from gtpengine.programs.other_engine import PATIENCE

SIMULATIONS: Final = 1000


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
class JudgeOptions:
    """Which other engine judges."""

    engine: str | None = other_engine("judges")
    engine_patience: float = patience(
        "seconds without any answer after which the other engine is given up", PATIENCE
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewOptions:
    """What ``gtpengine review`` takes."""

    games: tuple[str, ...] = arguments(
        "games in SGF, GIB, NGF or UGF, folders, archives (zip, tar), or - for stdin; several"
        " games a file are reviewed one by one",
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
    judge: JudgeOptions = group(JudgeOptions)
    rules: str | None = option(
        "rules of the games, such as chinese or japanese (default: each record's)",
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
    spoken: LanguageOptions = group(LanguageOptions)
