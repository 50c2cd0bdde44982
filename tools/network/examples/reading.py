"""Reading of records for learning and tests."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from gtpengine.game.records import Reading, read_games

from .games import Split, split


def read_split(args: argparse.Namespace, learned: Any) -> Split:
    """Return the games of ``args.records``, divided, and say how many there are.

    :raises RecordError: when there are none.
    """
    reading = Reading()
    found = split(read_games(args.records, args.size, reading), args.test, learned)
    print(
        f"{reading.games:,} games on {args.size}x{args.size}: {len(found.learn):,} to learn from,"
        f" {len(found.test):,} for the test",
        file=sys.stderr,
    )
    return found
