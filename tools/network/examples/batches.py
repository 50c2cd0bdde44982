"""Batches of positions for learning, from games and from judged positions.

Records are kept as moves, a hundred bytes a game; positions are made when they are needed, by the
kernel, in threads. The batch of a step depends on the seed and the number of the step alone, so a
run that is resumed sees the batches that it would have seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, EMPTY
from gtpengine.learning.samples import BINARY, NO_MOVE, fill_samples
from gtpengine.network.planes import NUMBERS
from gtpengine.prediction.movemodel import MoveModel

from .games import GameArrays
from .judged import OWNED, Judged

AHEAD: Final = 3
"""Batches made ahead by each thread."""
KOMI_SHIFT: Final = 8
"""The most points by which the komi of a counted game is moved."""

Floats = npt.NDArray[np.float32]


@dataclass(slots=True)
class Batch:
    """Rows of positions, for the side to move; weights are 0 where something is not known.

    ``bits`` packed binary planes (rows, bytes), ``expected`` the move model's plane (rows, points),
    ``numbers`` (rows, numbers); ``policy`` the wanted probabilities (rows, points + 1), the pass
    last; ``value`` 0 to 1, ``score`` the lead with komi counted, ``ownership`` 0 to 1 (rows,
    points). ``weights`` (rows, 4): of policy, value, score and ownership.
    """

    bits: npt.NDArray[np.uint8]
    expected: npt.NDArray[np.uint8]
    numbers: Floats
    policy: Floats
    value: Floats
    score: Floats
    ownership: Floats
    weights: Floats


def positions_of(
    games: GameArrays, picks: npt.NDArray[np.int32], model: MoveModel
) -> tuple[Any, ...]:
    """Return bits, expected, numbers, moves and sides of picks in their order, (game, move) each.

    :raises ValueError: when a record has an illegal move.
    """
    rows, area = len(picks), games.size**2
    order = np.lexsort((picks[:, 1], picks[:, 0]))
    bits = np.zeros((rows, (BINARY * area + 7) // 8), np.uint8)
    expected = np.zeros((rows, area), np.uint8)
    numbers = np.zeros((rows, len(NUMBERS)), np.float32)
    moves = np.zeros(rows, np.int16)
    sides = np.zeros(rows, np.int8)
    done = fill_samples(
        model,
        games.points,
        games.starts,
        games.komi,
        np.ascontiguousarray(picks[order]),
        games.size,
        bits,
        expected,
        numbers,
        moves,
        sides,
    )
    if done < rows:
        raise ValueError(f"game {picks[order[done], 0]} has an illegal move")
    back = np.argsort(order)
    return tuple(column[back] for column in (bits, expected, numbers, moves, sides))


class FromGames:
    """Batches from records: the move that was played, who won, and by how much.

    Half of the counted games are learned as if they had been played with other komi, which has
    another winner perhaps: so the network learns what komi means.
    """

    def __init__(self, games: GameArrays, model: MoveModel) -> None:
        self.games = games
        self._model = model

    def draw(self, rows: int, random: np.random.Generator) -> Batch:
        """Return rows drawn from all moves of all games alike."""
        at = random.integers(0, len(self.games.points), rows)
        game = np.searchsorted(self.games.starts, at, side="right") - 1
        picks = np.stack([game, at - self.games.starts[game]], 1).astype(np.int32)
        batch = self.at(picks)
        self._move_komi(batch, random)
        return batch

    def at(self, picks: npt.NDArray[np.int32]) -> Batch:
        """Return the positions before the moves ``picks``, (game, move number) each."""
        games, rows, area = self.games, len(picks), self.games.size**2
        bits, expected, numbers, moves, sides = positions_of(games, picks, self._model)
        policy = np.zeros((rows, area + 1), np.float32)
        played = moves != NO_MOVE
        policy[np.flatnonzero(played), moves[played]] = 1
        game = picks[:, 0]
        winners, margins = games.winners[game], games.margins[game]
        weights = np.zeros((rows, 4), np.float32)
        weights[:, 0] = played & ((games.colors[game] & sides) != 0)
        weights[:, 1] = winners != EMPTY
        weights[:, 2] = ~np.isnan(margins)
        lead = np.nan_to_num(np.where(sides == BLACK, margins, -margins)).astype(np.float32)
        value = (winners == sides).astype(np.float32)
        ownership = np.zeros((rows, area), np.float32)
        return Batch(bits, expected, numbers, policy, value, lead, ownership, weights)

    def _move_komi(self, batch: Batch, random: np.random.Generator) -> None:
        rows = len(batch.value)
        chosen = (batch.weights[:, 2] > 0) & (random.random(rows) < 0.5)
        shift = np.where(chosen, random.integers(-KOMI_SHIFT, KOMI_SHIFT + 1, rows), 0)
        batch.score += shift.astype(np.float32)
        # A shift by whole points never makes a draw of a game with half a point in its komi.
        won = np.where(batch.score == 0, 0.5, batch.score > 0)
        batch.value = np.where(chosen, won, batch.value).astype(np.float32)
        owed = batch.numbers[:, 0] * 10 + shift
        batch.numbers[:, 0] = owed / 10
        batch.numbers[:, 1] = np.clip(owed, -2, 2) / 2


class FromJudged:
    """Batches from judged positions: the teacher's policy, value, lead and ownership."""

    def __init__(self, judged: Judged, model: MoveModel) -> None:
        self.judged = judged
        self._games = judged.as_games()
        self._model = model

    def draw(self, rows: int, random: np.random.Generator) -> Batch:
        """Return rows drawn from all positions alike."""
        return self.at(random.integers(0, len(self.judged), rows))

    def at(self, rows: npt.NDArray[np.integer[Any]]) -> Batch:
        """Return the rows of these numbers."""
        judged = self.judged
        picks = np.stack([rows, self._games.lengths[rows]], 1).astype(np.int32)
        bits, expected, numbers, _, _ = positions_of(self._games, picks, self._model)
        policy = judged.policy[rows].astype(np.float32)
        policy[:, :-1] *= expected > 0
        policy /= np.maximum(policy.sum(1, keepdims=True), 1e-6)
        return Batch(
            bits,
            expected,
            numbers,
            policy,
            judged.value[rows],
            judged.lead[rows],
            (judged.ownership[rows] / np.float32(OWNED) + 1) / 2,
            np.ones((len(rows), 4), np.float32),
        )


def joined_batches(parts: Sequence[Batch]) -> Batch:
    """Return batches as one."""
    names = Batch.__slots__
    return Batch(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


@dataclass(frozen=True, slots=True)
class Mixture:
    """Where batches come from: either source may be lacking.

    With both, ``judged_share`` of the rows are judged positions.
    """

    games: FromGames | None
    judged: FromJudged | None
    judged_share: float
    rows: int
    seed: int

    def batch(self, step: int) -> tuple[Batch, int]:
        """Return the batch of a step, and the symmetry to see it through (0 to 7)."""
        random = np.random.default_rng([self.seed, step])
        share = self.judged_share if self.games else 1.0
        judged = round(self.rows * share) if self.judged else 0
        parts = []
        if self.judged and judged:
            parts.append(self.judged.draw(judged, random))
        if self.games and judged < self.rows:
            parts.append(self.games.draw(self.rows - judged, random))
        return joined_batches(parts), int(random.integers(8))

    def endless(self, first: int, threads: int) -> Generator[tuple[Batch, int], None, None]:
        """Yield the batches of the steps from ``first`` on, made ahead by ``threads``."""
        with ThreadPoolExecutor(threads) as pool:
            ready: deque[Future[tuple[Batch, int]]] = deque()
            try:
                for step in range(first, first + AHEAD * threads):
                    ready.append(pool.submit(self.batch, step))
                following = first + AHEAD * threads
                while True:
                    made = ready.popleft().result()
                    ready.append(pool.submit(self.batch, following))
                    following += 1
                    yield made
            finally:
                for future in ready:
                    future.cancel()
