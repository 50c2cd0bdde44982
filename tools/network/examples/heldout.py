"""Positions of games that nothing has learned from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gtpengine.game.records import RecordedGame
from gtpengine.prediction.movemodel import MoveModel

from .batches import Batch, FromGames
from .games import games_of


def spread_positions(
    games: Sequence[RecordedGame], size: int, model: MoveModel, most: int
) -> Batch:
    """Return at most ``most`` positions of games, evenly spread over all their moves.

    :raises ValueError: when there are none.
    """
    source = FromGames(games_of(games, size), model)
    total = len(source.games.points)
    if total == 0:
        raise ValueError("no game is kept for the test; give more records, or a larger --test")
    count = min(most, total)
    at = np.arange(count, dtype=np.int64) * total // count
    game = np.searchsorted(source.games.starts, at, side="right") - 1
    picks = np.stack([game, at - source.games.starts[game]], 1).astype(np.int32)
    return source.at(picks)


def at_move(
    games: Sequence[RecordedGame], size: int, model: MoveModel, number: int
) -> Batch | None:
    """Return the position of each game with a result after ``number`` moves, or None where no game
    is that long."""
    source = FromGames(games_of([game for game in games if game.winner], size), model)
    long = np.flatnonzero(source.games.lengths > number)
    if not len(long):
        return None
    return source.at(np.stack([long, np.full(len(long), number)], 1).astype(np.int32))
