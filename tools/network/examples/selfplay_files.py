"""Folders of ``gtpengine selfplay``: their columns, and their games as records."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from gtpengine.tools.running.leftout import leave_out

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.game.records import RecordedGame

from .judged import SETTINGS


def is_selfplay(folder: Path) -> bool:
    """Return whether ``gtpengine selfplay`` wrote a folder."""
    try:
        return "random_moves" in json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return False


def settings_of(folder: Path) -> tuple[int, float]:
    """Return the board size and the komi of a folder of self-play.

    :raises ValueError: when its settings do not tell them.
    """
    try:
        settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        return int(settings["size"]), float(settings["komi"])
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise damaged(folder / SETTINGS, error) from None


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder of self-play, the unfinished one last.

    :raises ValueError: when there are none.
    """
    paths = sorted([*folder.glob("games-*.npz"), *folder.glob("part-*.npz")])
    if not paths:
        raise ValueError(f"{folder}: no games yet; run 'gtpengine selfplay' again")
    return paths


def columns_of(path: Path) -> dict[str, Any]:
    """Return the columns of a file.

    :raises ValueError: when it is damaged.
    """
    try:
        with np.load(path) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise damaged(path, error) from None


def damaged(path: Path, error: Exception) -> ValueError:
    """Return the error that says that a file of self-play cannot be used."""
    return ValueError(f"{path} is damaged ({error}); remove it and play again")


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
    size, komi = settings_of(folder)
    games: list[RecordedGame] = []
    for path in files_of(folder):
        try:
            games += list(_games(columns_of(path), size, komi, folder.name))
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
