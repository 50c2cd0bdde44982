"""The tasks of ``gtpengine bench library`` with our own library, and the games that all read."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

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
"""One position of so many is asked about where each takes long."""


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


def own_work(material: Material) -> Mapping[str, Callable[[], int]]:
    """Return what does each task, and how many units one call does."""
    positions = []
    for points in material.beginnings():
        position = gtpengine.Position(SIZE)
        for point in points:
            position.play(point)
        positions.append(position)
    some = positions[::SPARSE]

    def records() -> int:
        for data in material.records:
            gtpengine.Game.from_sgf(data)
        return len(material.records)

    def legal() -> int:
        for position in positions:
            position.legal_mask()
        return len(positions)

    def tries() -> int:
        count = 0
        for position in some:
            board = position.copy()
            for point in np.flatnonzero(board.legal_mask()[:-1]).tolist():
                board.play(point)
                board.undo()
                count += 1
        return count

    def random_moves() -> int:
        rng = random.Random(1)
        count = 0
        for _ in range(RANDOM_GAMES):
            board = gtpengine.Position(SIZE)
            passes = moves = 0
            while passes < 2 and moves < LONGEST:
                points = np.flatnonzero(board.legal_mask())
                point = int(points[int(rng.random() * len(points))])
                board.play(point if point < SIZE * SIZE else gtpengine.PASS)
                passes = passes + 1 if point == SIZE * SIZE else 0
                moves += 1
            count += moves
        return count

    def boards() -> int:
        for position in positions:
            position.stones()
        return len(positions)

    def planes() -> int:
        for position in positions:
            gtpengine.network_input(position)
        return len(positions)

    def evaluations() -> int:
        return len(gtpengine.evaluate(positions, workers=1))

    def searches() -> int:
        return len(gtpengine.search_many(positions, simulations=100, workers=1))

    def playout_searches() -> int:
        params = {"network": "none"}
        return len(gtpengine.search_many(positions, simulations=100, workers=1, params=params))

    return {
        "records": records,
        "legal": legal,
        "tries": tries,
        "random": random_moves,
        "boards": boards,
        "planes": planes,
        "evaluations": evaluations,
        "searches": searches,
        "playout searches": playout_searches,
    }
