"""Games of ``gtpengine selfplay`` as records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from gtpengine.tools.running.leftout import leave_out

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.data.folders import columns_of, damaged, files_of, settings_of
from gtpengine.game.records import RecordedGame


def sound_moves(size: int, points: list[int]) -> int:
    """Return how many moves of a game come before its first suicide.

    Tromp-Taylor rules allow one; the networks' planes and records know none.
    """
    position = Position(size, rules_named("japanese"))
    for number, point in enumerate(points):
        if not position.is_legal(point):
            return number
        position.play(point)
    return len(points)


def selfplay_games(folder: Path) -> list[RecordedGame]:
    """Return the games of a folder of self-play as records, each up to its first suicide.

    Damaged files are left out.

    :raises ValueError: when there are none.
    """
    settings = settings_of(folder)
    size, komi = settings["size"], settings["komi"]
    games: list[RecordedGame] = []
    for path in files_of(folder):
        try:
            games += list(_games(columns_of(path, size), size, komi, folder.name))
        except (KeyError, ValueError, IndexError) as error:
            leave_out(str(error if isinstance(error, ValueError) else damaged(path, error)))
    if not games:
        raise ValueError(f"{folder}: no game there has a move; run 'gtpengine selfplay' again")
    return games


def _games(told: dict[str, Any], size: int, komi: float, source: str) -> Iterator[RecordedGame]:
    """Yield the games of a file that have moves."""
    lengths = told["game_length"].astype(np.int64)
    ends = np.cumsum(lengths)
    for begin, end, result in zip(
        (ends - lengths).tolist(), ends.tolist(), told["game_result"].tolist(), strict=True
    ):
        points = told["game_moves"][begin:end].astype(np.int16)
        points = points[: sound_moves(size, points.tolist())]
        if len(points):
            winner = BLACK if result > 0 else WHITE if result < 0 else EMPTY
            yield RecordedGame(
                size, points, source, winner=winner, komi=komi, scored=True, margin=result
            )
