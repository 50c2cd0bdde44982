"""``gtpengine rank``: a person's rank from the person's games, with its error."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.streams.stderrline import say
from gtpengine.base.text.language import _, _n
from gtpengine.base.text.plain import plain
from gtpengine.personrank.options import RankOptions
from gtpengine.personrank.people import NobodyError
from gtpengine.personrank.ranking import ranking
from gtpengine.personrank.words import left_out_lines, lines, ranking_json
from gtpengine.review.inputs import games

LEFT_OUT_STATUS: Final = 1
NO_GAME_STATUS: Final = 2

Read = TypeVar("Read")

PATIENCE: Final = 5.0
"""Seconds between two lines that tell how far the work is."""


def run(options: RankOptions) -> int:
    """Print the ranks; return 1 if a game was left out, 2 if none told anything."""
    options.spoken.use()
    try:
        progress = _Progress()
        read = progress.reading(games(options.games, None))
        found = ranking(read, options.player, options.last, progress)
    except NobodyError as error:
        raise UsageError(f"gtpengine rank: {plain(str(error))} (--player NAME)") from None
    except ValueError as error:
        raise UsageError(f"gtpengine rank: {error}") from None
    for line in left_out_lines(found):
        say(f"gtpengine rank: {line}")
    if options.json:
        print(json.dumps(ranking_json(found)))
    elif found.ranks or found.person:
        print("\n  ".join(lines(found)))
    if not found.ranks:
        return NO_GAME_STATUS
    return LEFT_OUT_STATUS if found.left_out else 0


COMMAND: Final = CommandLine(
    RankOptions,
    run,
    "Say at which rank a person plays on 9x9 and 19x19, by the person's moves in these games, with"
    " an interval that holds the rank with 95 % certainty. Nothing is searched and no network"
    " connection is needed: fifty games take some seconds.",
    "# my rank, from all games of a folder\ngtpengine rank my-games/ --player Ann",
)


class _Progress:
    """Tells how far the work is, every few seconds."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def reading(self, read: Iterable[Read]) -> Iterator[Read]:
        """Pass on what is read."""
        for number, one in enumerate(read, 1):
            yield one
            if self._is_due():
                say("gtpengine rank: " + _n("{count} game read", "{count} games read", number))

    def __call__(self, done: int, of: int) -> None:
        if self._is_due():
            say("gtpengine rank: " + _("{done} of {all} games", done=done, all=of))

    def _is_due(self) -> bool:
        if time.monotonic() - self._told < PATIENCE:
            return False
        self._told = time.monotonic()
        return True
