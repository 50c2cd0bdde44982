"""Reading of records to learn from, and what is said on the way."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Final

from gtpengine.patterns.training.training import TELL_SECONDS, TrainingProgress
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.progress import TimeLeft

from gtpengine.game.records import ReadingCounts, RecordedGame, RecordSource, endings, read_games

LICENCE = (
    "Statistics of moves in game records: facts about the games, of which none is contained."
    " MIT licence, as the rest of gtpengine."
)

REASONS: Final = 8
"""The most lines that tell why records are passed over."""


def read_records(
    places: Sequence[RecordSource], size: int, strong: str = ""
) -> list[list[RecordedGame]]:
    """Return the games of a board size in each place, and say how many there are.

    ``strong`` has the endings of the ranks whose moves count, with commas between; empty for all.

    :raises RecordError: when there are none.
    """
    reading = ReadingCounts()
    told = time.monotonic()

    def tell(so_far: ReadingCounts) -> None:
        nonlocal told
        if (now := time.monotonic()) - told > TELL_SECONDS:
            told = now
            print(f"reading: {so_far.games:,} games", file=sys.stderr)

    lists = read_games(places, size, reading, endings(strong), tell)
    print(f"{reading.games:,} games on {size}x{size}", file=sys.stderr)
    for what in reading.unread:
        leave_out(what)
    reasons = sorted(reading.passed_over.items(), key=lambda item: -item[1])
    if len(reasons) > REASONS:
        rest = sum(count for _, count in reasons[REASONS - 1 :])
        reasons[REASONS - 1 :] = [("of other reasons", rest)]
    for why, count in reasons:
        print(f"passed over: {count:,} ({why})", file=sys.stderr)
    return lists


class Teller:
    """A printer of progress, with the time left."""

    def __init__(self) -> None:
        self._stage = ""
        self._left = TimeLeft(0)

    def __call__(self, progress: TrainingProgress) -> None:
        if progress.stage != self._stage:
            self._stage = progress.stage
            self._left = TimeLeft(progress.total, progress.done)
        text = f"{progress.stage}: {progress.done:,} of {progress.total:,} games"
        text += self._left.words(progress.done)
        if progress.note:
            print(f"{text}; {progress.note}", file=sys.stderr)
