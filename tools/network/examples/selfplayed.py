"""Positions of ``gtpengine selfplay`` as judged ones: the search and the result are the teacher.

AlphaZero (Silver et al. 2018) learns so: moves by the visits of the search, the value by who won.
All positions of a game have one result, which a network soon knows by heart where games are few. So
the value is the mean of the result and of what the search said (Prasad 2018, "Lessons from
AlphaZero: improving the training target"). Points and owners are ours: the same mean of the result
and the search's score, and the owners that the search expected.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from pathlib import Path
from typing import Any, Final

import numpy as np

from board_ext.coords import BLACK
from gtpengine.data.folders import columns_of, damaged, files_of, is_selfplay, settings_of

from .games import joined
from .judged import OWNED, Judged, read_judged
from .selfplay_files import sound_moves

OWNED_BY_SEARCH: Final = 100
"""The owner of a point that the search was sure of, in files of self-play."""

RESULT: Final = 0.5
"""Share of the game's result in the value and the lead; the rest is the search's."""


def read_examples(folder: Path) -> Judged:
    """Return the positions of a folder of ``gtpengine net judge`` or ``gtpengine selfplay``.

    :raises ValueError: when it is neither, or damaged.
    """
    return read_selfplayed(folder) if is_selfplay(folder) else read_judged(folder)


def read_selfplayed(folder: Path) -> Judged:
    """Return the searched positions of a folder of self-play, unfinished files included.

    The networks' planes know no suicide, which Tromp-Taylor rules allow: what comes after one is
    left out.

    :raises ValueError: when there are none, or a file is damaged.
    """
    settings = settings_of(folder)
    moves: list[Any] = []
    columns: dict[str, list[Any]] = {}
    for path in files_of(folder):
        told = columns_of(path, settings["size"])
        try:
            told = _without_suicides(told)
            moves += _moves_to(told)
            for name, values in _judgements(told).items():
                columns.setdefault(name, []).append(values)
        except (ValueError, KeyError, IndexError) as error:
            raise damaged(path, error) from None
    points, starts = joined(moves)
    komi = np.full(len(moves), settings["komi"], np.float32)
    found = {name: np.concatenate(parts) for name, parts in columns.items()}
    return Judged(settings["size"], points, starts, komi, **found)


def _without_suicides(told: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a file without the positions after a suicide."""
    size = isqrt(told["ownership"].shape[1])
    ends = np.cumsum(told["game_length"], dtype=np.int64)
    sound = {
        game: sound_moves(size, told["game_moves"][end - length : end].tolist())
        for game, length, end in zip(
            told["game_number"].tolist(), told["game_length"].tolist(), ends.tolist(), strict=True
        )
    }
    most = np.array([sound[game] for game in told["game"].tolist()], np.int64)
    kept = told["ply"] <= most
    rows = {name: told[name][kept] for name in told if not name.startswith("game_")}
    return told | rows


def _moves_to(told: dict[str, Any]) -> Iterator[Any]:
    """Yield the moves to each searched position."""
    ends = np.cumsum(told["game_length"], dtype=np.int64)
    begins = dict(zip(told["game_number"].tolist(), ends - told["game_length"], strict=True))
    for game, ply in zip(told["game"].tolist(), told["ply"].tolist(), strict=True):
        yield told["game_moves"][begins[game] : begins[game] + ply]


def _judgements(told: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of judged positions, for the side to move."""
    results = dict(zip(told["game_number"].tolist(), told["game_result"].tolist(), strict=True))
    side = np.where(told["to_play"] == BLACK, 1, -1)
    lead = side * np.array([results[game] for game in told["game"].tolist()], np.float32)
    visits = told["visits"].astype(np.float64)
    owners = told["ownership"].astype(np.float64) * side[:, None] * (OWNED / OWNED_BY_SEARCH)
    return {
        "games": told["game"].astype(np.uint32),
        "policy": (visits / visits.sum(axis=1, keepdims=True)).astype(np.float16),
        "value": _mean(0.5 + 0.5 * np.sign(lead), told["value"]),
        "lead": _mean(lead, told["score"]),
        "ownership": np.rint(owners).astype(np.int8),
    }


def _mean(result: Any, searched: Any) -> Any:
    """Return what a position teaches of its result and of what its search said."""
    return (RESULT * result + (1.0 - RESULT) * searched).astype(np.float32)
