"""Meta Monte-Carlo tree search: a book grows by games, and plays their first moves itself.

The book is the tree, and a game between two searches is its playout. From the empty board each side
plays the book's choice where it has one, and what a search proposes where it has none. The result
counts for all moves of the game that the book keeps. Two choices of Chaslot, Hoock, Perez, Rimmel,
Teytaud and Winands 2009 ("Meta Monte-Carlo tree search for automatic opening book generation";
Browne et al. 2012, IV-I4):

- *quasi best first*: the move with the best win rate in the book, if that is above a threshold. A
  move that keeps losing falls below it, and a search may propose another one.
- *beta distribution sampling*: each move draws from Beta(wins + 1, losses + 1), the distribution of
  its win rate after these games if nothing was known before. The greatest draw is played. So a move
  of few games is tried again, though it lost.

Ours: draws have to pass the threshold, too. A book that searches only where it knows nothing would
know one move in each position, and its draws would decide nothing. Symmetric positions are one, and
so are those reached by other orders of moves. Only the first moves of a game count, up to ``depth``
or a pass: the paper adds whole games. A draw is half a win.

Not done: a hand-made book to begin with, and values of searches beside the results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from gtpengine.books.bookfile import Entry, Header, Move
from gtpengine.books.canonical import board_frame, mover_bit
from gtpengine.books.table import Table

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named

QUASI_BEST_FIRST: Final = "quasi-best-first"
BETA_SAMPLING: Final = "beta-sampling"
CHOICES: Final = (QUASI_BEST_FIRST, BETA_SAMPLING)


@dataclass(frozen=True, slots=True)
class MetaPolicy:
    """How the book chooses, above which win rate, and how many moves of a game it keeps."""

    choice: str
    threshold: float = 0.4
    depth: int = 30

    def __post_init__(self) -> None:
        """Check the fields.

        :raises ValueError: when one makes no sense.
        """
        if self.choice not in CHOICES:
            raise ValueError(f"choice {self.choice!r}: give {' or '.join(CHOICES)}")
        if not 0 <= self.threshold <= 1 or self.depth < 1:
            raise ValueError(f"{self}: give a threshold of 0 to 1, and a depth of 1 or more")


class Count(NamedTuple):
    """A move's point in the key's image, its games, and 2 for each won by its side, 1 for draws."""

    point: int
    games: int
    half_wins: int

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.half_wins / (2 * self.games)

    def drawn(self, chance: Random) -> float:
        """Return a draw from Beta(wins + 1, losses + 1)."""
        wins = self.half_wins / 2
        return chance.betavariate(wins + 1, self.games - wins + 1)


class MetaBook:
    """The counts of a book that grows by games.

    One thread adds games, while others may choose: the counts of a position are replaced as a
    whole. A game that is being played may see results of games that end meanwhile.
    """

    def __init__(self, header: Header, policy: MetaPolicy) -> None:
        self.header = header
        self.policy = policy
        self.games = 0
        self._counts: dict[int, tuple[Count, ...]] = {}
        self._movers: dict[int, int] = {}

    def empty_board(self) -> Position:
        """Return the position that all games begin with."""
        return Position(self.header.sizes[0], rules_named(self.header.rules), self.header.komi)

    def choose(self, position: Position, chance: Random) -> int | None:
        """Return the point that the book plays, or None where a search should propose a move."""
        if position.move_number >= self.policy.depth:
            return None
        if any(point == PASS for _, point in position.moves):
            return None
        best, greatest = None, self.policy.threshold
        frame = board_frame(position, position.to_play)
        for count in self._counts.get(frame.key, ()):
            sampled = self.policy.choice == BETA_SAMPLING
            value = count.drawn(chance) if sampled else count.rate
            point = frame.to_board(count.point)
            # A repetition may be forbidden here and not in the games that met the position.
            if value > greatest and position.is_legal(point):
                best, greatest = point, value
        return best

    def add(self, line: Sequence[int], winner: int) -> None:
        """Count a game from the empty board; ``winner`` is its colour, 0 for a draw.

        :raises IllegalMoveError: when a move cannot be played.
        :raises ValueError: when there is no such colour.
        """
        if winner not in (0, BLACK, WHITE):
            raise ValueError(f"winner {winner!r}: give 0 for a draw, {BLACK} or {WHITE}")
        position = self.empty_board()
        for point in line[: self.policy.depth]:
            if point == PASS:
                break
            color = position.to_play
            frame = board_frame(position, color)
            half_wins = 1 if winner == 0 else 2 * (winner == color)
            self._count(frame.key, frame.to_key(point), half_wins)
            self._movers[frame.key] = self._movers.get(frame.key, 0) | mover_bit(color)
            position.play(point)
        self.games += 1

    def _count(self, key: int, point: int, half_wins: int) -> None:
        known = {count.point: count for count in self._counts.get(key, ())}
        before = known.get(point, Count(point, 0, 0))
        known[point] = Count(point, before.games + 1, before.half_wins + half_wins)
        self._counts[key] = tuple(known.values())

    @property
    def positions(self) -> int:
        """The number of positions from which a move is counted."""
        return len(self._counts)

    def most_played(self) -> list[int]:
        """Return the moves that were played most, from the empty board on."""
        position = self.empty_board()
        while position.move_number < self.policy.depth:
            frame = board_frame(position, position.to_play)
            played = [
                (count.games, point)
                for count in self._counts.get(frame.key, ())
                if position.is_legal(point := frame.to_board(count.point))
            ]
            if not played:
                break
            position.play(max(played)[1])
        return [point for _, point in position.moves]

    def win_rate(self) -> float:
        """Return Black's share of the games; 0.5 without any."""
        root = self.empty_board()
        met = self._counts.get(board_frame(root, root.to_play).key, ())
        games = sum(count.games for count in met)
        return sum(count.half_wins for count in met) / (2 * games) if games else 0.5

    def table(self) -> Table:
        """Return the book: a book of games, with all positions and moves."""
        result = Table(self.header)
        for key, counts in self._counts.items():
            moves = [Move(count.point, count.games, count.half_wins) for count in counts]
            games = sum(count.games for count in counts)
            won = sum(count.half_wins for count in counts)
            result.entries[key] = Entry(self._movers[key], moves, games, won)
        return result
