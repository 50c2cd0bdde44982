"""Positions for a teacher to judge: of games, and beside them.

A search asks about positions that no player would reach. Many of the positions therefore go on
from a game with a few moves that the move model draws, some with moves drawn from all legal ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import PASS
from board_ext.position import IllegalMoveError, Position
from board_ext.rules import rules_named
from gtpengine.prediction.movemodel import MoveModel

from .games import GameArrays

USUAL_KOMI: Final = (5.5, 6.5, 7.5)
ODD_KOMI: Final = (-10.0, 20.0)
"""The range of the others, in steps of half a point."""
ODD_SHARE: Final = 0.3
"""Share of positions with another komi than a usual one."""
MOST_ASIDE: Final = 4
"""The most moves beside the game."""
WILD_SHARE: Final = 0.15
"""Share of moves beside the game that are drawn from all legal ones alike."""
FLATTER: Final = 0.7
"""The power of the model's probabilities by which it draws, so that unlikely moves occur."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position to judge: its moves (PASS = -1), Black first, komi, and the game it came from."""

    points: npt.NDArray[np.int16]
    komi: float
    game: int


class Drawer:
    """Draws positions from games; the same ``random`` gives the same ones.

    :param aside: share of positions that go on beside the game.
    """

    def __init__(
        self, games: GameArrays, model: MoveModel, aside: float, random: np.random.Generator
    ) -> None:
        self._games = games
        self._model = model
        self._aside = aside
        self._random = random

    def draw(self) -> Drawn:
        """Return one where the game goes on; all moves of all games are alike likely to be next."""
        while True:
            at = int(self._random.integers(len(self._games.points)))
            game = int(np.searchsorted(self._games.starts, at, side="right")) - 1
            played = self._games.points[self._games.starts[game] : at].tolist()
            try:
                if self._random.random() < self._aside:
                    played += self._beside(played, int(self._random.integers(1, MOST_ASIDE + 1)))
            except IllegalMoveError:
                continue  # a record of other rules of repetition
            if played[-2:] == [PASS, PASS]:
                continue  # the game is over: no search asks about it, and not every teacher answers
            return Drawn(np.array(played, np.int16), self._komi(), game)

    def _komi(self) -> float:
        if self._random.random() < ODD_SHARE:
            low, high = ODD_KOMI
            return low + 0.5 * int(self._random.integers(round(2 * (high - low)) + 1))
        return float(self._random.choice(USUAL_KOMI))

    def _beside(self, played: list[int], count: int) -> list[int]:
        """Return ``count`` moves to go on with."""
        position = Position(self._games.size, rules_named("chinese"))
        for point in played:
            position.play(point)
        moves: list[int] = []
        for _ in range(count):
            if self._random.random() < WILD_SHARE:
                legal = position.legal_moves()
                point = int(self._random.choice(legal)) if legal else PASS
            else:
                share = self._model.probabilities(position).astype(np.float64) ** FLATTER
                point = int(self._random.choice(len(share), p=share / share.sum()))
                if point == len(share) - 1 or not position.is_legal(point):
                    point = PASS
            position.play(point)
            moves.append(point)
        return moves
