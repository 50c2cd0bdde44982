"""``gtpengine rank``: a person's rank from the person's games, with its error."""

from __future__ import annotations

import json
import sys
import time
from typing import Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.streams.stderrline import say
from gtpengine.base.text.language import _
from gtpengine.base.text.plain import plain
from gtpengine.personrank.options import RankOptions
from gtpengine.personrank.people import NobodyError
from gtpengine.personrank.ranking import ranking
from gtpengine.personrank.words import left_out_lines, lines, ranking_json
from gtpengine.review.inputs import games

LEFT_OUT_STATUS: Final = 1
NO_GAME_STATUS: Final = 2

PATIENCE: Final = 5.0
"""Seconds between two lines that tell how far the work is."""


def run(options: RankOptions) -> int:
    """Print the ranks; return 1 if a game was left out, 2 if none told anything."""
    options.spoken.use()
    try:
        found = ranking(games(options.games, None), options.player, options.last, _Progress())
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

    def __call__(self, done: int, of: int) -> None:
        if time.monotonic() - self._told >= PATIENCE and sys.stderr is not None:
            self._told = time.monotonic()
            say("gtpengine rank: " + _("{done} of {all} games", done=done, all=of))
