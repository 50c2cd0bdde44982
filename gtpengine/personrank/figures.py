"""What the moves of a player tell of the player's rank: a few means over the moves of a game.

Two sources judge each move without a search: the model of moves by rank says how probable the move
is for players of each of its ranks, and the network how good it looks. Passes are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.network.serving import shipped_for
from gtpengine.patterns import modelfile, rankfile
from gtpengine.review.searching.record import ReviewRecord

KNOTS: Final = ("22k", "18k", "14k", "11k", "8k", "5k", "2k", "2d")
"""The ranks of the model by rank at which probabilities are taken."""

FIGURES: Final = (
    *(f"log p as {rank}" for rank in KNOTS),
    "first choices of the network",
    "log p by the network, less that of its first choice",
    "moves improbable to the network",
)
"""The figures of a game: means and shares over a player's moves."""

LEAST_LOG: Final = -9.0
"""Log p below which moves count alike: one strange move is to say no more than that."""

LEAST_RATIO: Final = 1e-3
"""The same for the ratio of the network's probabilities."""

IMPROBABLE: Final = 0.02
"""Probability below which a move is improbable to the network."""

LEAST_MOVES: Final = 8
"""A player's moves below which a game tells nothing."""


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures of a player's moves in one game: ``means``, float64 of shape (FIGURES,)."""

    means: npt.NDArray[np.float64]
    moves: int


def figures_of(
    record: ReviewRecord, colors: Sequence[int] = (BLACK, WHITE)
) -> dict[int, GameFigures]:
    """Return the figures of each of these colours that has made ``LEAST_MOVES`` moves, passes not
    counted.

    :raises ValueError: when no network serves the board, or the package's data are damaged.
    """
    size = record.size
    network, notices = shipped_for(size)
    if network is None:
        raise ValueError("; ".join(notices) or f"ranks on {size}x{size} are not known")
    model = rankfile.load_shipped(size)
    base = modelfile.load_shipped(size).model
    rows: dict[int, list[npt.NDArray[np.float64]]] = {}
    for position, (color, point) in zip(record.positions(), record.moves, strict=False):
        if point == PASS or color not in colors:
            continue
        points, logs = model.log_probabilities(position, model.knots)
        as_ranks = logs[:, np.flatnonzero(points == point)[0]]
        policy = network.evaluate(position, base).policy
        best, played = float(policy.max()), float(policy[point])
        row = [
            *np.maximum(as_ranks, LEAST_LOG),
            float(played >= best),
            np.log(max(played / best, LEAST_RATIO)),
            float(played < IMPROBABLE),
        ]
        rows.setdefault(color, []).append(np.array(row))
    return {
        color: GameFigures(np.mean(found, axis=0), len(found))
        for color, found in rows.items()
        if len(found) >= LEAST_MOVES
    }
