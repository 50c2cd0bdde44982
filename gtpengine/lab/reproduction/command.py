"""``gtpengine reproduce``: published results, repeated in the set-up of their papers.

Each match is an event of the store. The same command continues, on the same version of the engine;
a new version begins new matches, and the page shows the newest of each.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import flag, group, option
from gtpengine.base.files.wholefile import user_file
from gtpengine.base.text.plain import plain
from gtpengine.lab.study.figures.stored import tell
from gtpengine.lab.study.matches.arguments import (
    PartOptions,
    PlayingOptions,
    figures_option,
    page_option,
    table_part,
)
from gtpengine.lab.study.matches.playing import StudyMatch
from gtpengine.lab.study.matches.series import play_all
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.options import STATUS_HELP
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.storage.store import Store

from . import scores
from .claims import SHIPPED, Claims, Point, chosen, read_claims
from .page import MARK, page


@dataclass(frozen=True, kw_only=True, slots=True)
class ReproduceOptions:
    """What ``gtpengine reproduce`` takes."""

    claims: Path = option(
        "TOML file of the claims (default: the program's own)",
        Path,
        default=SHIPPED,
        metavar="FILE",
    )
    part: PartOptions = table_part("a claim, 9x9, a program such as gnugo-10, or ourselves")
    list: bool = flag("print the claims and what was found; play nothing")
    page: Path | None = page_option()
    scores: Path | None = figures_option("scores")
    playing: PlayingOptions = group(PlayingOptions)


@user_errors("reproduce")
def run(options: ReproduceOptions) -> int:
    """Run the command and return its exit status."""
    claims = read_claims(options.claims)
    points = chosen(claims.points(), options.part.only)
    if options.page or options.scores or options.list:
        return _write(options, claims, points)
    return _play(options, claims, points)


COMMAND: Final = CommandLine(
    ReproduceOptions,
    run,
    "Repeat results that papers published, in their set-up: the same board, simulations and"
    " opponent. A match ends when its interval is narrow enough. The same command continues.",
    "# all claims between settings of this engine, for at most an hour\n"
    "gtpengine reproduce --only ourselves --hours 1",
    "# one claim that needs GNU Go\ngtpengine reproduce --only rave-gnugo",
    "# the page of what the store has\ngtpengine reproduce --page reproductions.md",
    more=STATUS_HELP + "; also 1 when a program that a claim needs is not there",
)


def _write(options: ReproduceOptions, claims: Claims, points: Sequence[Point]) -> int:
    """Write or print what is asked for; return the exit status."""
    head = scores.written(()).encode()
    for path, mark in ((options.page, MARK), (options.scores, head)):
        if path is not None:
            check_folder(path, (options.playing.place.store, options.claims), mark)
    found = scores.current(points, scores.read_scores(scores.SHIPPED))
    if options.playing.place.store.exists():
        with Store(options.playing.place.store, read_only=True) as store:
            found |= scores.scores(store, points, claims.ending.least)
    wanted = dict.fromkeys(point.settings for point in points)
    found = {settings: found[settings] for settings in wanted if settings in found}
    if options.scores:
        with user_file(options.scores, head) as file:
            file.write(scores.written(found.values()).encode())
    shown = list(dict.fromkeys(point.claim for point in points))
    text = page(shown, found, claims.ending.least)
    if options.page:
        with user_file(options.page, MARK) as file:
            file.write(text.encode("utf-8", "replace"))
    if options.list:
        print(text, end="")
    return tell(found.values(), len(wanted))


def match_of(claims: Claims, point: Point, engine: str) -> StudyMatch:
    """Return the match of a point; ``engine`` is the command line of a gtpengine."""
    claim = point.claim
    return StudyMatch(
        str(point), scores.KIND, scores.point_settings(point), claim.size, claim.komi,
        claim.openings, point.engines(engine), claims.ending,
    )  # fmt: skip


def missing(points: Sequence[Point]) -> list[str]:
    """Return what to say of each program that this machine lacks."""
    programs = dict.fromkeys(point.claim.against for point in points)
    return [
        f"{program.title} is not here ({program.command!r}): its claims are left out; install it,"
        " or put its folder into PATH"
        for program in programs
        if program and not program.is_there
    ]


def _play(options: ReproduceOptions, claims: Claims, points: Sequence[Point]) -> int:
    """Play what is missing, in the order of the table; return the exit status."""
    lacking = missing(points)
    for text in lacking:
        print(plain(f"warning: {text}"), file=sys.stderr)
    there = [p for p in points if p.claim.against is None or p.claim.against.is_there]

    def shown(store: Store, point: Point) -> str:
        score = scores.scores(store, [point], claims.ending.least).get(point.settings)
        return score.shown() if score else ""

    status = play_all(
        options.part,
        options.playing,
        there,
        lambda _, point: match_of(claims, point, options.part.engine),
        shown,
    )
    return status or int(bool(lacking))
