"""What ``gtpengine problems`` does: fill the deck, ask, show, export."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Final

from gtpengine.base.arguments.extras import lacking
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.files.userpath import user_path
from gtpengine.base.files.wholefile import new_file
from gtpengine.base.text.columns import columns, left, right
from gtpengine.base.text.language import _, _n, day, number
from gtpengine.base.text.plain import plain
from gtpengine.problems.deck import Card, Deck, this_day
from gtpengine.problems.exported import exported
from gtpengine.problems.options import AddOptions, AskOptions, DeckExportOptions, ProgressOptions
from gtpengine.problems.picture import progress_picture
from gtpengine.problems.problem import OwnMistake, problems_of, unnamed
from gtpengine.problems.progress import progress_rows
from gtpengine.problems.quiz import Quiz
from gtpengine.review.inputs import games
from gtpengine.review.progress import ReviewProgress
from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching.cache import default_folder
from gtpengine.review.searching.judge import JudgeSearcher, PositionSearcher, other_judge
from gtpengine.review.searching.record import Refused, ReviewRecord
from gtpengine.review.searching.searches import ReviewLimits, ReviewSearcher
from gtpengine.sgf.error import SgfError

ADD: Final = "'gtpengine problems add'"

APKG: Final = ".apkg"
SGF: Final = ".sgf"
SVG: Final = ".svg"
"""What names of Anki packages, records and pictures end in."""


def add(options: AddOptions) -> int:
    """Review games and put their mistakes into the deck.

    Return 1 if some could not be reviewed, or another engine left positions; 2 if none could, or no
    record names the player. Each game's problems are in the deck as soon as it was reviewed.
    """
    try:
        found = list(games(options.games, None))
    except SgfError as error:
        raise UsageError(f"gtpengine problems: {error}") from None
    records = [one for one in found if isinstance(one, ReviewRecord)]
    for one in found:
        if isinstance(one, Refused):
            _say(f"{one.name}: {one.reason}")
    if records and (nobody := unnamed(options.player, records)):
        _say(str(nobody))
        return 2
    try:
        whole, left = _add(records, options)
    except OSError as error:
        place = error.filename or default_folder()
        raise UsageError(f"gtpengine problems: {place}: {error.strerror}") from None
    except KeyboardInterrupt:
        _say(_("stopped; the same command goes on from here"))
        raise
    games_ = _n("{count} game", "{count} games", len(records))
    print(_("{problems} from {games}", problems=new_problems(whole), games=games_))
    return 2 if not records else int(len(records) < len(found) or left > 0)


def _add(records: Sequence[ReviewRecord], options: AddOptions) -> tuple[int, int]:
    """Return how many problems are new, and how many positions the other engine left.

    :raises OSError: when the searches cannot be kept.
    """
    whole = left = 0
    with (
        other_judge(options.judge, _say) as (judge, lost),
        Deck(options.which.path) as deck,
        ReviewProgress([len(record.moves) + 1 for record in records], "problems") as shown,
    ):
        settings = ReviewSettings(
            ReviewLimits(options.simulations),
            options.threads,
            cache=default_folder(),
            judge=judge,
            judge_lost=lost,
        )
        for number, record in enumerate(records):
            review = review_game(record, settings, shown.of(number, record.name))
            new = deck.add(problems_of(record, review, options.player, options.most), this_day())
            whole += new
            left += review.judges.count("")
            for note in review.notes:
                shown.say(f"{record.name}: {note}")
            shown.say(f"{record.name}: {new_problems(new)}")
    return whole, left


def ask(options: AskOptions) -> int:
    """Ask what is due today."""
    today = this_day()
    with Deck(options.which.path) as deck:
        cards = deck.due(today)[: options.most]
        if not cards:
            print(_nothing(deck.cards()))
            return 0
        limits = ReviewLimits(options.simulations)
        with (
            other_judge(options.judge, _say) as (judge, _lost),
            contextlib.closing(ReviewSearcher(limits)) as ours,
        ):
            searchers: list[PositionSearcher] = [ours]
            if judge is not None:
                searchers.insert(0, JudgeSearcher(judge, limits))
            solved, answered = Quiz(deck, searchers, _reader(), sys.stdout, today).run(cards)
        print(
            "\n" + _("{solved} of {all} solved.", solved=solved, all=answered),
            _nothing(deck.cards()),
        )
    return 0


def _reader() -> Callable[[str], str]:
    if sys.stdin.isatty():
        return input

    def read(prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return read


def _nothing(cards: Iterable[Card]) -> str:
    """Return what the deck still has to ask, as a sentence."""
    today = this_day()
    waiting = sorted(card.due for card in cards if card.due is not None)
    if not waiting:
        return _(
            "Nothing is due: {command} puts games into the deck.",
            command="'gtpengine problems add'",
        )
    if waiting[0] > today:
        return _("Nothing is due until {day}.", day=day(waiting[0]))
    due = sum(one <= today for one in waiting)
    return _n("{count} problem due today.", "{count} problems due today.", due)


def progress(options: ProgressOptions) -> int:
    """Show a table by kind of mistake and by part of the game, and draw it where that is wanted.

    Return 1 where there are no problems.
    """
    picture = None if options.picture is None else _named(options.picture, SVG)
    with Deck(options.which.path) as deck:
        cards = deck.cards()
    if not cards:
        return _no_problems()
    print("\n".join(progress_lines(cards, this_day())))
    if picture is not None:
        _write(picture, progress_picture(progress_rows(cards)))
    return 0


def _named(name: str, *endings: str) -> Path:
    """Return the path of a file to write.

    :raises UsageError: when the name ends otherwise: programs would take it for something else.
    """
    path = user_path(name)
    if path.suffix.lower() not in endings:
        ends = " or ".join(endings)
        raise UsageError(f"gtpengine problems: {name}: give a name that ends in {ends}")
    return path


def _write(path: Path, content: bytes) -> None:
    """Write a new file.

    :raises UsageError: when it cannot be written.
    """
    try:
        with new_file(path) as file:
            file.write(content)
    except OSError as error:
        raise UsageError(f"gtpengine problems: {path}: {error.strerror}") from None


def progress_lines(cards: Iterable[Card], today: date) -> list[str]:
    """Return the table, and a line on what is due. The bar is full where all is learned."""
    cards = list(cards)
    rows = progress_rows(cards)
    wide = max([columns(row.name) for row in rows], default=0)
    heads = [_("problems"), _("learned"), _("answers solved")]
    lines = [f"{'':{wide}}  {'  '.join(heads)}"]
    for row in rows:
        share = number(row.solved / row.asked, ".0%") if row.asked else "-"
        bar = "#" * round(20 * row.way)
        figures = [str(row.problems), str(row.learned), share]
        cells = [right(one, columns(head)) for one, head in zip(figures, heads, strict=True)]
        lines.append(f"{left(row.name, wide)}  {'  '.join(cells)}  {bar}".rstrip())
    due = sum(card.due is not None and card.due <= today for card in cards)
    count = _n("{count} problem", "{count} problems", len(cards))
    lines.append(_("{problems}, {due} due today.", problems=count, due=due))
    return lines


def export(options: DeckExportOptions) -> int:
    """Write the deck as SGF, or for Anki, as the ending of the file says."""
    path = _named(options.output, SGF, APKG)
    with Deck(options.which.path) as deck:
        problems = [card.problem for card in deck.cards()]
    if not problems:
        return _no_problems()
    _write(path, _for_anki(problems) if path.suffix.lower() == APKG else exported(problems))
    print(f"{path}: {_n('{count} problem', '{count} problems', len(problems))}")
    return 0


def _no_problems() -> int:
    """Say what makes problems; return the status."""
    _say(_("there are no problems yet: {command} makes some", command=ADD))
    return 1


def new_problems(count: int) -> str:
    """Return how many problems are new, in words."""
    return _n("{count} new problem", "{count} new problems", count)


def _for_anki(problems: Sequence[OwnMistake]) -> bytes:
    try:
        from gtpengine.problems.anki import anki_deck
    except ModuleNotFoundError as error:
        what = f"gtpengine problems export to {APKG} needs {error.name}"
        raise UsageError(lacking(what, "anki")) from error
    return anki_deck(problems)


def _say(text: str) -> None:
    print(f"gtpengine problems: {plain(text)}", file=sys.stderr)
