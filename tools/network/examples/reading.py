"""Reading of records for learning and tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gtpengine.tools.running.leftout import leave_out

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import arguments, option
from gtpengine.data.folders import is_selfplay
from gtpengine.game.records import ReadingCounts, RecordedGame, RecordSource, read_games

from .games import Split, split
from .selfplay_files import selfplay_games

DEFAULT_SIZE: Final = 9


@dataclass(frozen=True, kw_only=True, slots=True)
class NetRecordsOptions:
    """The game records, of one board size, and the share of them that is kept for the test."""

    records: tuple[RecordSource, ...] = arguments(
        ".txt, .xz, .sgf, .zip or folders, also of 'gtpengine selfplay'; FILE:d,p takes only"
        " moves of players whose rank ends so",
        RecordSource.named,
        least=1,
    )
    size: int = option("lines of the board", numbers.board_size, default=DEFAULT_SIZE)
    test: float = option(
        "share of each file, its last games, that is kept for the test",
        numbers.real(0, 0.9, above=True),
        default=0.03,
    )

    @property
    def paths(self) -> list[Path]:
        """The files and folders."""
        return [place.path for place in self.records]


def read_split(options: NetRecordsOptions, learned: Any) -> Split:
    """Return the games of the records, divided, and say how many there are.

    A folder of ``gtpengine selfplay`` counts as records, too.

    :raises RecordError: when there are none.
    :raises ValueError: when a folder of self-play is of another board size, or damaged.
    """
    reading = ReadingCounts()
    lists = _lists(options.records, options.size, reading)
    for what in reading.unread:
        leave_out(what)
    found = split(lists, options.test, learned)
    print(
        f"{reading.games:,} games on {options.size}x{options.size}: {len(found.learn):,} to learn"
        f" from, {len(found.test):,} for the test",
        file=sys.stderr,
    )
    return found


def _lists(
    places: Sequence[RecordSource], size: int, reading: ReadingCounts
) -> list[list[RecordedGame]]:
    """Return the games of each place, see `read_games`."""
    played = [place for place in places if is_selfplay(place.path)]
    lists = [_selfplayed(place.path, size) for place in played]
    reading.games += sum(map(len, lists))
    others = [place for place in places if place not in played]
    return lists + read_games(others, size, reading) if others else lists


def _selfplayed(folder: Path, size: int) -> list[RecordedGame]:
    games = selfplay_games(folder)
    if games[0].size != size:
        raise ValueError(f"{folder} has games on {games[0].size}x{games[0].size}; give --size")
    return games
