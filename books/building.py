"""Books from game records: how often each move of a position was played, and won."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from gtpengine.books.bookfile import BookEntry, EntryMove, Header
from gtpengine.books.canonical import (
    CORNERS,
    ELSEWHERE,
    Points,
    board_numbers,
    corner_numbers,
    corner_of,
    corner_points,
    image_hashes,
    images,
    mover_bit,
)
from gtpengine.books.table import BookTable, reachable

from board_ext.coords import BLACK, PASS, WHITE, opponent
from board_ext.legality import IllegalMoveError
from board_ext.position import Position

REPORT_EVERY: Final = 1000


class BookGame(Protocol):
    """A game: its moves, the winner (0: unknown), the colours (bits) whose moves are good."""

    @property
    def points(self) -> Points: ...
    @property
    def winner(self) -> int: ...
    @property
    def colors(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Filter:
    """The positions and moves of the records that a book keeps.

    A position is kept when ``support`` games met it, a move when ``games`` of them played it and
    these are at least the fraction ``share``. Of each game the first ``moves`` count; of a corner
    only positions of at most ``stones`` stones.
    """

    moves: int = 40
    support: int = 20
    games: int = 8
    share: float = 0.02
    stones: int = 16

    def __post_init__(self) -> None:
        """Check the numbers.

        :raises ValueError: when they keep nothing.
        """
        if min(self.moves, self.support, self.games, self.stones) < 1 or not 0 <= self.share <= 1:
            raise ValueError(f"{self}: give positive numbers and a share of 0 to 1")


class _Rows:
    """Moves as they were played: key, point, colour to move, and 2 won, 1 unknown, 0 lost."""

    def __init__(self) -> None:
        self.keys, self.points = array("Q"), array("H")
        self.movers, self.results = array("B"), array("B")

    def add(self, key: int, point: int, color: int, winner: int) -> None:
        self.keys.append(key)
        self.points.append(point)
        self.movers.append(mover_bit(color))
        self.results.append(1 if winner == 0 else 2 * (winner == color))

    def table(self, header: Header, wanted: Filter) -> BookTable:
        """Return the positions and moves that the filter keeps."""
        keys = np.frombuffer(self.keys, np.uint64)
        points = np.frombuffer(self.points, np.uint16)
        order = np.lexsort((points, keys))
        keys, points = keys[order], points[order]
        movers = np.frombuffer(self.movers, np.uint8)[order]
        results = np.frombuffer(self.results, np.uint8)[order]
        result = BookTable(header)
        if not len(keys):
            return result
        new_key = np.concatenate(([True], keys[1:] != keys[:-1]))
        new_move = new_key | np.concatenate(([True], points[1:] != points[:-1]))
        begins = np.flatnonzero(new_key)
        totals = np.diff(np.append(begins, len(keys)))
        seen = np.bitwise_or.reduceat(movers, begins)
        moves = np.flatnonzero(new_move)
        games = np.diff(np.append(moves, len(keys)))
        results = results.astype(np.uint32)
        half_wins = np.add.reduceat(results, moves)
        won = np.add.reduceat(results, begins)
        position = np.cumsum(new_key)[moves] - 1
        total = totals[position]
        kept = (total >= wanted.support) & (games >= wanted.games) & (games >= wanted.share * total)
        for at, point, count, half, key in zip(
            position[kept].tolist(),
            points[moves][kept].tolist(),
            games[kept].tolist(),
            half_wins[kept].tolist(),
            keys[moves][kept].tolist(),
            strict=True,
        ):
            if key not in result.entries:
                result.entries[key] = BookEntry(int(seen[at]), [], int(totals[at]), int(won[at]))
            result.entries[key].moves.append(EntryMove(point, count, half))
        return result


def _board_rows(record: BookGame, size: int, wanted: Filter, rows: _Rows) -> None:
    position = Position(size)
    numbers, maps = board_numbers(size), images(size)
    points = size * size
    # Hashes with Black as the own colour, and with White, updated move by move.
    hashes = np.zeros((2, 8), np.uint64)
    for number, point in enumerate(record.points[: wanted.moves].tolist()):
        if point == PASS:
            return
        color = BLACK if number % 2 == 0 else WHITE
        row = hashes[color - 1]
        if position.ko_point is not None:
            row = row ^ numbers[2 * points + position.ko_point]
        values = row.tolist()
        key = min(values)
        captured = position.play(point, color)
        if record.colors & color:
            image = min(int(maps[s, point]) for s, value in enumerate(values) if value == key)
            rows.add(key, image, color, record.winner)
        if captured:
            stones = position.stones().reshape(-1)
            for mover in (BLACK, WHITE):
                hashes[mover - 1] = image_hashes(stones, mover, numbers)
        else:
            hashes[color - 1] ^= numbers[point]
            hashes[opponent(color) - 1] ^= numbers[points + point]


class _Corner:
    """The hashes of a corner's two images, with Black as the own colour and with White."""

    def __init__(self, numbers: list[list[int]]) -> None:
        self.stones = 0
        self._hashes = {BLACK: [0, 0], WHITE: [0, 0]}
        self._numbers = numbers

    def put(self, place: int, color: int) -> None:
        """Play a stone; ``place`` is the point of the first image."""
        self.stones += 1
        for mover, hashes in self._hashes.items():
            row = self._numbers[place + (mover != color) * (len(self._numbers) // 2)]
            hashes[0] ^= row[0]
            hashes[1] ^= row[1]

    def key(self, color: int) -> int:
        return min(self._hashes[color])

    def move(self, place: int, mirrored: int, color: int) -> int:
        """Return the key's point of a point given in the first image and in the second."""
        plain, other = self._hashes[color]
        return min(place, mirrored) if plain == other else place if plain < other else mirrored


def _corner_rows(record: BookGame, size: int, region: int, wanted: Filter, rows: _Rows) -> None:
    """Add replies to the last move, in its corner or elsewhere, and moves back into a corner."""
    position = Position(size)
    numbers, places = _corner_tables(size, region)
    corners = [_Corner(numbers) for _ in range(CORNERS)]
    last: int | None = None
    for number, point in enumerate(record.points[: wanted.moves].tolist()):
        if point == PASS:
            return
        color = BLACK if number % 2 == 0 else WHITE
        captured = position.play(point, color)
        here = places[point]
        if record.colors & color:
            if last is not None and (here is None or last != here[0]):
                corner = corners[last]
                if corner.stones <= wanted.stones:
                    rows.add(corner.key(color), ELSEWHERE, color, record.winner)
            if here is not None:
                corner = corners[here[0]]
                if corner.stones <= wanted.stones:
                    move = corner.move(here[1], here[2], color)
                    rows.add(corner.key(color), move, color, record.winner)
        if captured:
            corners = [_Corner(numbers) for _ in range(CORNERS)]
            stones = position.stones().reshape(-1)
            for stone in np.flatnonzero(stones).tolist():
                if (at := places[stone]) is not None:
                    corners[at[0]].put(at[1], int(stones[stone]))
        elif here is not None:
            corners[here[0]].put(here[1], color)
        last = None if here is None else here[0]


@functools.cache
def _corner_tables(
    size: int, region: int
) -> tuple[list[list[int]], list[tuple[int, int, int] | None]]:
    """Return the hash numbers of a corner; and of each point its corner and places in the two
    images.

    The latter is None for points in no corner, and where corners meet.
    """
    places: list[tuple[int, int, int] | None] = []
    maps = corner_points(size, region)
    for point in range(size * size):
        corner = corner_of(point, size, region)
        if corner is None:
            places.append(None)
        else:
            plain, mirrored = (int(np.flatnonzero(m == point)[0]) for m in maps[corner])
            places.append((corner, plain, mirrored))
    return corner_numbers(region).tolist(), places


def build(
    records: Iterable[BookGame],
    size: int,
    header: Header,
    wanted: Filter,
    tell: Callable[[int], None] = lambda _: None,
) -> BookTable:
    """Return the book of games on ``size``, without entries that its own moves do not reach.

    Corners must not meet, so ``header.region`` is at most half of ``size``. A record is used up to
    its first pass or illegal move. ``tell`` hears the number of games so far. Takes 12 bytes of
    memory for each move.
    """
    rows = _Rows()
    for number, record in enumerate(records):
        try:
            if header.kind == "corner":
                _corner_rows(record, size, header.region, wanted, rows)
            else:
                _board_rows(record, size, wanted, rows)
        except IllegalMoveError:
            pass
        if number % REPORT_EVERY == 0:
            tell(number)
    return reachable(rows.table(header, wanted))
