"""Reviewing many games: for each an HTML page, and the record with comments and variations."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.files.userpath import read_regular, real_path, user_path
from gtpengine.base.files.wholefile import FOREIGN, check_ours, new_file, user_file, whole_file
from gtpengine.base.text.language import _, _n, joined
from gtpengine.base.text.plain import plain
from gtpengine.game.sgf import MOST_BYTES
from gtpengine.review.inputs import games
from gtpengine.review.pages.annotated import annotated
from gtpengine.review.pages.page import page
from gtpengine.review.progress import ReviewProgress
from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching.cache import default_folder
from gtpengine.review.searching.judge import other_judge
from gtpengine.review.searching.model import Review
from gtpengine.review.searching.options import ReviewOptions
from gtpengine.review.searching.record import Refused, ReviewRecord
from gtpengine.review.searching.searches import ReviewLimits
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.seal import is_sealed


def review_all(options: ReviewOptions) -> int:
    """Review all games; return 1 if some could not be, 2 if none could."""
    if options.no_cache and options.cache is not None:
        raise UsageError("gtpengine review: give either --cache or --no-cache")
    folder = user_path(options.output)
    limits = options.limits
    budget = ReviewLimits(None, limits.time) if limits.time else ReviewLimits(limits.simulations)
    kept = None if options.no_cache else default_folder()
    cache = user_path(options.cache) if options.cache else kept
    try:
        found = list(games(options.games, options.rules, folder))
    except SgfError as error:
        raise UsageError(f"gtpengine review: {error}") from None
    records = [one for one in found if isinstance(one, ReviewRecord)]
    for one in found:
        if isinstance(one, Refused):
            say(f"{one.name}: {one.reason}")
    refused = len(found) - len(records)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _protect(options.games, folder, records)
        with other_judge(options.judge, say) as (judge, lost):
            settings = ReviewSettings(
                budget, options.threads, cache=cache, judge=judge, judge_lost=lost
            )
            left = _review(records, settings, folder)
    except OSError as error:
        say(f"{error.filename or folder}: {(error.strerror or str(error)).lower()}")
        return 2
    except KeyboardInterrupt:
        say(_("stopped; the same command goes on from here") if cache else _("stopped"))
        raise
    if refused:
        say(
            _(
                "{done} of {all} games reviewed, {refused} could not be",
                done=len(records),
                all=len(found),
                refused=refused,
            )
        )
    return 2 if not records else 1 if refused or left else 0


def _review(records: Sequence[ReviewRecord], settings: ReviewSettings, folder: Path) -> int:
    """Review games, write their files, and return how many positions the other engine left.

    :raises OSError: when a file cannot be written.
    """
    left = 0
    with ReviewProgress([len(record.moves) + 1 for record in records]) as progress:
        for number, record in enumerate(records):
            began = time.monotonic()
            told = progress.of(number, record.name)
            review = review_game(record, settings, told)
            page_path, sgf_path = paths(folder, record)
            with user_file(page_path) as file:
                file.write(page(review).encode("utf-8"))
            _check_record(sgf_path)
            with whole_file(sgf_path) if sgf_path.exists() else new_file(sgf_path) as file:
                file.write(annotated(record, review))
            left += review.judges.count("")
            for note in review.notes:
                progress.say(f"{record.name}: {note}")
            took = _("{seconds:.0f} s", seconds=time.monotonic() - began)
            progress.say(f"{record.name}: {joined([summary(review), took])}")
            print(page_path, flush=True)
    return left


def paths(folder: Path, record: ReviewRecord) -> tuple[Path, Path]:
    """Return the page and the SGF file of a record."""
    return folder / f"{record.name}.html", folder / f"{record.name}.sgf"


def summary(review: Review) -> str:
    """Return a review in a few words."""
    counts = [review.players[color].whole for color in ("b", "w")]
    words = [
        _n(
            "{name} {points:.1f} points lost a move, {count} mistake",
            "{name} {points:.1f} points lost a move, {count} mistakes",
            one.mistakes + one.blunders,
            name=name,
            points=one.points.value,
        )
        for name, one in zip((_("Black"), _("White")), counts, strict=True)
    ]
    return "; ".join(words)


def _protect(given: Sequence[str], folder: Path, records: Sequence[ReviewRecord]) -> None:
    """Refuse to overwrite a file that was given, or that no review wrote, before any work.

    :raises UsageError: when a review would.
    :raises OSError: when such a file cannot be read.
    """
    places = {real_path(user_path(place)) for place in given}
    for record in records:
        for path, check in zip(paths(folder, record), (check_ours, _check_record), strict=True):
            try:
                foreign = real_path(path) in places
                check(path)
            except FileExistsError:
                foreign = True
            if foreign:
                raise UsageError(
                    f"gtpengine review: {path} would be overwritten; give another --output"
                )


def _check_record(path: Path) -> None:
    """Check that a reviewed record may be written: a review wrote what is there, if anything is.

    :raises FileExistsError: when another file is there, or somebody has changed it.
    :raises OSError: when that file cannot be read.
    """
    if path.is_file() and (data := read_regular(path, MOST_BYTES)) and not is_sealed(data):
        raise FileExistsError(errno.EEXIST, FOREIGN, str(path))


def say(text: str) -> None:
    """Tell the user something, on stderr."""
    print(f"gtpengine review: {plain(text)}", file=sys.stderr)
