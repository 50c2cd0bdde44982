"""Games and books for the tests of books."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import numpy.typing as npt
from gtpengine.books.bookfile import BookEntry, EntryMove, Header
from gtpengine.books.building import Filter, build
from gtpengine.books.canonical import images
from gtpengine.books.table import BookTable

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position

NINE = Header("board", (9,))
KEEP_ALL = Filter(moves=40, support=1, games=1, share=0.0)


@dataclasses.dataclass(frozen=True)
class Game:
    """What a book wants to know of a game."""

    points: npt.NDArray[np.int16]
    winner: int = 0
    colors: int = BLACK | WHITE


def game(*points: int, winner: int = 0, colors: int = BLACK | WHITE) -> Game:
    return Game(np.array(points, np.int16), winner, colors)


def random_game(size: int, moves: int, seed: int) -> Game:
    """Legal moves near earlier ones, so that stones get captured."""
    chance = random.Random(seed)
    position = Position(size)
    points: list[int] = []
    for _ in range(moves):
        legal = position.legal_moves()
        if not legal:
            break
        last = points[-1] if points else 0
        near = sorted(
            chance.sample(legal, min(6, len(legal))),
            key=lambda p: abs(p // size - last // size) + abs(p % size - last % size),
        )
        position.play(near[0])
        points.append(near[0])
    return game(*points, winner=chance.choice([0, BLACK, WHITE]))


def mirrored(record: Game, size: int, symmetry: int) -> Game:
    """The game seen through a symmetry of the board."""
    image = images(size)[symmetry]
    points = [PASS if p == PASS else int(image[p]) for p in record.points.tolist()]
    return game(*points, winner=record.winner, colors=record.colors)


def position_of(record: Game, size: int) -> Position:
    position = Position(size)
    for point in record.points.tolist():
        position.play(point)
    return position


def small_book(size: int = 5, games: int = 60, header: Header | None = None) -> BookTable:
    """All moves of some short random games."""
    records = [random_game(size, 6, seed % 40) for seed in range(games)]
    return build(records, size, header or Header("board", (size,)), KEEP_ALL)


def sorted_entries(table: BookTable) -> dict[int, tuple[object, ...]]:
    """Entries in a form that can be compared: values as the file keeps them."""

    def row(move: EntryMove) -> tuple[object, ...]:
        value = None if move.value is None else round(65534 * move.value)
        return move.point, move.games, move.half_wins, move.visits, value

    def rows(entry: BookEntry) -> list[tuple[object, ...]]:
        return sorted((row(move) for move in entry.moves), key=repr)

    return {
        key: (entry.movers, entry.games, entry.half_wins, rows(entry))
        for key, entry in table.entries.items()
    }
