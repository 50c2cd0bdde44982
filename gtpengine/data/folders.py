"""Folders that ``gtpengine selfplay`` wrote: their settings, files and columns."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any, Final

import numpy as np

SETTINGS: Final = "settings.json"


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
        known = {
            "size": int(settings["size"]),
            "komi": float(settings["komi"]),
            "rules": str(settings["rules"]),
        }
        return {**settings, **known}
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
