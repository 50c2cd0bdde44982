"""The tasks of ``gtpengine bench library`` with our own library, and the games that all read."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np

import gtpengine

SIZE: Final = 19
MOVES: Final = 200
"""Moves of each game."""
EVERY: Final = 2
"""Moves between two positions that are asked about."""
RANDOM_GAMES: Final = 3
LONGEST: Final = 400
"""Moves after which a random game ends, unless two passes end it."""
SPARSE: Final = 10
"""Where a question takes long, every tenth position is asked about."""


@dataclass(frozen=True, slots=True)
class Material:
    """Games as points (row times size plus column, from below) and as SGF."""

    games: tuple[tuple[int, ...], ...]
    records: tuple[bytes, ...]

    @classmethod
    def made(cls, count: int) -> Material:
        """Return random games without passes."""
        rng = random.Random(1)
        games, records = [], []
        for _ in range(count):
            position = gtpengine.Position(SIZE)
            for _ in range(MOVES):
                position.play(rng.choice(np.flatnonzero(position.legal_mask()[:-1]).tolist()))
            games.append(tuple(position.number(move) for _, move in position.moves))
            records.append(gtpengine.Game(position, black="one", white="two").to_sgf().encode())
        return cls(tuple(games), tuple(records))

    def beginnings(self) -> list[tuple[int, ...]]:
        """Return the moves that lead to each of the positions that are asked about."""
        return [game[:moves] for game in self.games for moves in range(0, MOVES, EVERY)]


Item = TypeVar("Item")
Task = Callable[[], int]
"""Does a task, and returns how many units of it."""


def for_each(items: Sequence[Item], work: Callable[[Item], object]) -> Task:
    """Return the task of doing this with each of them."""

    def task() -> int:
        for item in items:
            work(item)
        return len(items)

    return task


def random_games(play: Callable[[random.Random], int]) -> Task:
    """Return the task of playing random games; ``play`` plays one, and returns its moves."""

    def task() -> int:
        rng = random.Random(1)
        return sum(play(rng) for _ in range(RANDOM_GAMES))

    return task


def own_work(material: Material) -> Mapping[str, Task]:
    """Return what does each task, and how many units one call does."""
    positions = []
    for points in material.beginnings():
        position = gtpengine.Position(SIZE)
        for point in points:
            position.play(point)
        positions.append(position)
    some = positions[::SPARSE]

    def tries() -> int:
        count = 0
        for position in some:
            board = position.copy()
            for point in np.flatnonzero(board.legal_mask()[:-1]).tolist():
                board.play(point)
                board.undo()
                count += 1
        return count

    def random_game(rng: random.Random) -> int:
        board = gtpengine.Position(SIZE)
        passes = moves = 0
        while passes < 2 and moves < LONGEST:
            points = np.flatnonzero(board.legal_mask())
            point = int(points[int(rng.random() * len(points))])
            board.play(point if point < SIZE * SIZE else gtpengine.PASS)
            passes = passes + 1 if point == SIZE * SIZE else 0
            moves += 1
        return moves

    def evaluations() -> int:
        return len(gtpengine.evaluate(positions, workers=1))

    def searches() -> int:
        return len(gtpengine.search_many(some, simulations=100, workers=1))

    def playout_searches() -> int:
        params = {"network": "none"}
        return len(gtpengine.search_many(some, simulations=100, workers=1, params=params))

    return {
        "records": for_each(material.records, gtpengine.Game.from_sgf),
        "legal": for_each(positions, gtpengine.Position.legal_mask),
        "tries": tries,
        "random": random_games(random_game),
        "boards": for_each(positions, gtpengine.Position.stones),
        "planes": for_each(positions, gtpengine.network_input),
        "evaluations": evaluations,
        "searches": searches,
        "playout searches": playout_searches,
    }
