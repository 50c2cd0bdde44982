"""Games for learning: as arrays, and which of them are kept for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.game.records import BOTH, RecordedGame, game_ids, split_games

UNKNOWN_KOMI = 7.5
"""The komi of records that don't tell theirs."""


@dataclass(frozen=True, slots=True)
class GameArrays:
    """Games of one board size, as arrays: game i has the moves ``points[starts[i]:starts[i + 1]]``.

    ``winners`` is BLACK, WHITE or EMPTY (unknown); ``margins`` is Black's lead in points with komi
    counted, NaN where the game was not counted; ``colors`` says whose moves are worth learning, 1
    Black's, 2 White's, 3 both.
    """

    size: int
    points: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int64]
    komi: npt.NDArray[np.float32]
    winners: npt.NDArray[np.int8]
    margins: npt.NDArray[np.float32]
    colors: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.winners)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of moves of each game."""
        return np.diff(self.starts)

    def moves_of(self, game: int) -> npt.NDArray[np.int16]:
        """Return the moves of a game, PASS = -1."""
        return self.points[self.starts[game] : self.starts[game + 1]]


def joined(
    parts: Sequence[npt.NDArray[np.int16]],
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
    """Return the moves of games one after the other, and where each begins and the last ends."""
    lengths = [len(part) for part in parts]
    points = np.concatenate([*parts, np.zeros(0, np.int16)]).astype(np.int16)
    return points, np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def games_of(games: Sequence[RecordedGame], size: int) -> GameArrays:
    """Return games as arrays; games of other sizes and without moves are left out."""
    kept = [game for game in games if game.size == size and len(game.points)]
    points, starts = joined([game.points for game in kept])
    return GameArrays(
        size,
        points,
        starts,
        np.array([UNKNOWN_KOMI if g.komi is None else g.komi for g in kept], np.float32),
        np.array([game.winner for game in kept], np.int8),
        np.array([np.nan if g.margin is None else g.margin for g in kept], np.float32),
        np.array([game.colors & BOTH for game in kept], np.int8),
    )


@dataclass(frozen=True, slots=True)
class Split:
    """Games to learn from, and games of the test."""

    learn: list[RecordedGame]
    test: list[RecordedGame]


def split(
    lists: Sequence[Sequence[RecordedGame]], share: float, learned: npt.NDArray[np.uint32]
) -> Split:
    """Divide games into games to learn from and games of the test.

    The test has the last ``share`` of each file, as ``gtpengine patterns`` divides them, without
    the games that the move model has ``learned``. No game is on both sides, whatever files it
    stands in: games are told apart by the hash of their moves.
    """
    first, last = split_games(lists, share)
    known = np.isin(game_ids(last), learned)
    test = [game for game, is_known in zip(last, known, strict=True) if not is_known]
    in_test = np.isin(game_ids(first), game_ids(test))
    learn = [game for game, is_there in zip(first, in_test, strict=True) if not is_there]
    return Split(learn, test)
