"""Folders that ``gtpengine selfplay`` wrote: their settings, files and columns."""

from __future__ import annotations

import json
import math
import zipfile
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

from board_ext.coords import BLACK, WHITE
from gtpengine.library.positions.position import Position

OWNED: Final = 100
"""The owner of a point that the search was sure of."""

LARGEST: Final = float(np.finfo(np.float32).max)

SETTINGS: Final = "settings.json"

_OF_POSITIONS: Final = ("game", "ply", "to_play", "move", "visits", "value", "score", "ownership")
"""Columns with a row for each position."""


_RANGES: Final = {
    "to_play": ("iu", BLACK, WHITE),
    "ply": ("iu", 0, math.inf),
    "visits": ("iu", 0, math.inf),
    "value": ("f", 0, 1),
    "score": ("f", -LARGEST, LARGEST),
    "ownership": ("iu", -OWNED, OWNED),
    "game_length": ("iu", 0, math.inf),
    "game_result": ("f", -LARGEST, LARGEST),
}
"""By column: the kinds of numbers, the least and the greatest."""


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
    for name, column in columns.items():
        if name in _RANGES:
            _check_values(name, column, *_RANGES[name])
    _check_values("game_moves", columns["game_moves"], "iu", -1, size * size - 1)
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


def _check_values(name: str, column: Any, kinds: str, low: float, high: float) -> None:
    """Check that a column has numbers of a kind in a range.

    :raises ValueError: when it has not.
    """
    if column.dtype.kind not in kinds:
        raise ValueError(f"{name} has values of type {column.dtype}")
    if not ((column >= low) & (column <= high)).all():
        raise ValueError(f"{name} has values beyond {low:g} to {high:g}")


def damaged(path: Path, error: Exception) -> ValueError:
    """Return the error that says that a file of self-play cannot be used."""
    return ValueError(f"{path} is damaged ({error}); remove it and play again")
