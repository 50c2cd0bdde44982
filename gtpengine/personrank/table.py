"""The tables that turn figures of moves into ranks, one for each kind of board.

``gtpengine.tools.research.ranks.person_ranks`` makes them from games of people of known rank.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gtpengine.patterns.shipped import read_shipped
from gtpengine.personrank.figures import FIGURES

Floats = npt.NDArray[np.float64]

FILE: Final = "people{board}.json"

BOARDS: Final = (9, 19)
"""The boards that have a table. On 13x13 too few games of people of known rank were there."""


@dataclass(frozen=True, slots=True)
class RankTable:
    """What players of each rank score.

    The score of a game is ``weights`` @ figures, ``weights`` of shape (FIGURES,). Players of the
    ranks ``knots`` (rising numbers) score ``scores`` on average, also rising; both are linear
    between the knots. ``spreads`` is the variance of a game's score, times the moves of the game.
    ``person`` is the variance between people of one rank, of the mean score of all their games.
    ``about`` says what the table was made of.
    """

    weights: Floats
    knots: Floats
    scores: Floats
    spreads: Floats
    person: float
    about: Mapping[str, Any]

    @property
    def bounds(self) -> tuple[float, float]:
        """The weakest and the strongest rank that the table knows."""
        return float(self.knots[0]), float(self.knots[-1])

    def expected(self, ranks: Floats) -> Floats:
        """Return the mean score of players of ``ranks``, of the same shape."""
        return np.interp(ranks, self.knots, self.scores)

    def variance(self, ranks: Floats, moves: int) -> Floats:
        """Return the variance of the score of a person of ``ranks`` over this many moves."""
        return np.interp(ranks, self.knots, self.spreads) / moves + self.person

    def encoded(self) -> bytes:
        """Return the table as a file holds it."""
        numbers = {
            name: [round(float(one), 5) for one in getattr(self, name)]
            for name in ("knots", "weights", "scores", "spreads")
        }
        fields = {"figures": FIGURES, **numbers, "person": round(self.person, 5)}
        return (json.dumps(fields | {"about": self.about}, indent=1) + "\n").encode()


def decoded(data: bytes, name: str) -> RankTable:
    """Read the table in the bytes of a file called ``name``.

    :raises ValueError: when the bytes are no table, or a damaged table.
    """
    try:
        fields = json.loads(data)
        weights, knots, scores, spreads = (
            np.array(fields[part], np.float64) for part in ("weights", "knots", "scores", "spreads")
        )
        sound = (
            tuple(fields["figures"]) == FIGURES
            and weights.shape == (len(FIGURES),)
            and knots.shape == scores.shape == spreads.shape
            and len(knots) > 1
            and bool((np.diff(knots) > 0).all() and (np.diff(scores) >= 0).all())
            and bool((spreads > 0).all())
        )
        if not sound:
            raise ValueError("its parts do not fit")
        person = float(fields["person"])
        return RankTable(weights, knots, scores, spreads, person, fields["about"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{name} is no table of ranks ({error}); make it again") from None


@functools.cache
def shipped_table(board: int) -> RankTable:
    """Return the package's table for one of ``BOARDS``.

    :raises ValueError: when it is missing or damaged.
    """
    return read_shipped(FILE.format(board=board), decoded, ValueError, "gtpengine.personrank")
