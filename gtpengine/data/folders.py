"""Folders that ``gtpengine selfplay`` wrote: their settings, files and columns."""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

from gtpengine.library.positions.position import Position

SETTINGS: Final = "settings.json"

_OF_POSITIONS: Final = ("game", "ply", "to_play", "move", "visits", "value", "score", "ownership")
"""Columns with a row for each position."""


def is_selfplay(folder: Path) -> bool:
    """Return whether ``gtpengine selfplay`` wrote a folder."""
    try:
        return "random_moves" in json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return False


def settings_of(folder: Path) -> dict[str, Any]:
    """Return the settings of a folder of self-play, with ``size``, ``komi`` and ``rules``.

    :raises ValueError: when its settings do not tell them.
    """
    try:
        settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        size, komi = int(settings["size"]), float(settings["komi"])
        rules = Position(size, str(settings["rules"]), komi).rules.name
        return {**settings, "size": size, "komi": komi, "rules": rules}
    except (OSError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise damaged(folder / SETTINGS, error) from None


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder of self-play, the unfinished one last.

    :raises ValueError: when there are none.
    """
    paths = sorted([*folder.glob("games-*.npz"), *folder.glob("part-*.npz")])
    if not paths:
        raise ValueError(f"{folder}: no games yet; run 'gtpengine selfplay' again")
    return paths


def columns_of(path: Path, size: int) -> dict[str, Any]:
    """Return the columns of a file of games on boards of a size.

    :raises ValueError: when it is damaged, or of another size.
    """
    try:
        with np.load(path) as file:
            columns = {name: file[name] for name in file.files}
        _check(columns, size)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise damaged(path, error) from None
    return columns


def _check(columns: dict[str, Any], size: int) -> None:
    """Check that the columns of a file fit together.

    :raises ValueError: when they do not, or one is missing.
    """
    for name in (*_OF_POSITIONS, "game_number", "game_result", "game_length", "game_moves"):
        if name not in columns:
            raise ValueError(f"no column {name}")
    rows, games = len(columns["game"]), len(columns["game_number"])
    widths = {"visits": size * size + 1, "ownership": size * size}
    for name in _OF_POSITIONS:
        wanted = (rows, widths[name]) if name in widths else (rows,)
        if columns[name].shape != wanted:
            raise ValueError(f"{name} of shape {columns[name].shape}, not {wanted}")
    for name in ("game_result", "game_length"):
        if columns[name].shape != (games,):
            raise ValueError(f"{name} of shape {columns[name].shape}, not {(games,)}")
    if columns["game_length"].sum(dtype=np.int64) != len(columns["game_moves"]):
        raise ValueError("game_moves are not as many as game_length says")
    if not (columns["visits"].sum(axis=1) > 0).all():
        raise ValueError("a position without visits")
    order = np.argsort(columns["game_number"])
    at = np.searchsorted(columns["game_number"], columns["game"], sorter=order)
    if rows and (at.max() >= games or (columns["game_number"][order][at] != columns["game"]).any()):
        raise ValueError("a position of a game that is not there")
    if rows and (columns["ply"] > columns["game_length"][order][at]).any():
        raise ValueError("a position behind the end of its game")


def damaged(path: Path, error: Exception) -> ValueError:
    """Return the error that says that a file of self-play cannot be used."""
    return ValueError(f"{path} is damaged ({error}); remove it and play again")
