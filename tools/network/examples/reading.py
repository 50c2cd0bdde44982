"""Reading of records for learning and tests."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from gtpengine.tools.running.leftout import leave_out

from gtpengine.game.records import Game, Place, Reading, read_games

from .games import Split, split
from .selfplay_files import is_selfplay, selfplay_games


def read_split(args: argparse.Namespace, learned: Any) -> Split:
    """Return the games of ``args.records``, divided, and say how many there are.

    A folder of ``gtpengine selfplay`` counts as records, too.

    :raises RecordError: when there are none.
    :raises ValueError: when a folder of self-play is of another board size, or damaged.
    """
    reading = Reading()
    lists = _lists(args.records, args.size, reading)
    for what in reading.unread:
        leave_out(what)
    found = split(lists, args.test, learned)
    print(
        f"{reading.games:,} games on {args.size}x{args.size}: {len(found.learn):,} to learn from,"
        f" {len(found.test):,} for the test",
        file=sys.stderr,
    )
    return found


def _lists(places: list[Place], size: int, reading: Reading) -> list[list[Game]]:
    """Return the games of each place, see `read_games`."""
    played = [place for place in places if is_selfplay(place.path)]
    lists = [_selfplayed(place.path, size) for place in played]
    reading.games += sum(map(len, lists))
    others = [place for place in places if place not in played]
    return lists + read_games(others, size, reading) if others else lists


def _selfplayed(folder: Path, size: int) -> list[Game]:
    games = selfplay_games(folder)
    if games[0].size != size:
        raise ValueError(f"{folder} has games on {games[0].size}x{games[0].size}; give --size")
    return games
