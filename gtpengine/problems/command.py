"""``gtpengine problems``: what its command lines take and say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gtpengine.base.arguments.actions import Actions
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.language_options import LanguageOptions
from gtpengine.base.arguments.parser import UsageError
from gtpengine.problems.deck import DeckError
from gtpengine.problems.options import AddOptions, AskOptions, DeckExportOptions, ProgressOptions


def _told(act: Callable[[], int], spoken: LanguageOptions) -> int:
    spoken.use()
    try:
        return act()
    except DeckError as error:
        raise UsageError(f"gtpengine problems: {error}") from None


def _add(options: AddOptions) -> int:
    # Here, because --help needs no extra.
    from gtpengine.problems.actions import add

    return _told(lambda: add(options), options.spoken)


def _ask(options: AskOptions) -> int:
    from gtpengine.problems.actions import ask

    return _told(lambda: ask(options), options.spoken)


def _progress(options: ProgressOptions) -> int:
    from gtpengine.problems.actions import progress

    return _told(lambda: progress(options), options.spoken)


def _export(options: DeckExportOptions) -> int:
    from gtpengine.problems.actions import export

    return _told(lambda: export(options), options.spoken)


COMMAND: Final = Actions(
    {
        "add": (
            CommandLine(
                AddOptions,
                _add,
                "Review games, and put the mistakes that lost most into the deck: those that the"
                " review is sure of. A problem that is there stays as"
                " it is.",
                "# my games, as problems\ngtpengine problems add my-games/ --player Ann",
            ),
            "put the mistakes of games into the deck",
        ),
        "ask": (
            CommandLine(
                AskOptions,
                _ask,
                "Ask the problems that are due, line by line. Any good move counts. A problem comes"
                " back 1, 3, 9 and 27 days after you have solved it; then you have learned it.",
                "gtpengine problems ask",
            ),
            "ask the problems that are due",
        ),
        "progress": (
            CommandLine(
                ProgressOptions,
                _progress,
                "Show how far you are, by kind of mistake and by part of the game.",
                "gtpengine problems progress",
            ),
            "show how far you are",
        ),
        "export": (
            CommandLine(
                DeckExportOptions,
                _export,
                "Write all problems of the deck to an SGF file, a game each: the better line is"
                " marked RIGHT, the mistake and its punishment are a variation. A file that ends in"
                " .apkg is a deck of Anki.",
                "gtpengine problems export problems.sgf",
                "gtpengine problems export problems.apkg",
            ),
            "write the deck as SGF, or for Anki",
        ),
    },
    "Your own mistakes as problems that come back until you have learned them.",
    "# put your games in, then solve\n"
    "gtpengine problems add my-games/ --player Ann\ngtpengine problems ask",
)
