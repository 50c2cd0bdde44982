"""Growing a book by searches: the next position to search, and the values so far.

Searched positions are nodes; the moves that a search or the records name are edges. Values are
backed up by negamax: a node is worth its best move. A move is worth to the mover what the node
after it is worth to the opponent, or what the search said of it while that node is missing. The two
differ: a search overrates the side to move, on 9x9 by some 2 % of win rate.

The next position is the cheapest one not searched yet. A move costs 1, plus ``loss_weight`` times
its loss of win rate against the best move. A move that people play costs at most
``1 - ln(its share)``, because the book should have an answer. Moves that a search surely called
better than what its node is worth now cost only the 1, once its most visited move was followed: the
best move is known before lines grow longer. This is the drop-out expansion of Lincke 2000
("Strategies for the automatic construction of opening books"), quasi best-first in the sense of
Chaslot et al. 2009 ("Meta Monte-Carlo tree search for automatic opening book generation"): the best
lines grow longest, and alternatives according to their value. Each of several workers takes the
cheapest position that nobody else has.

Positions reached by different orders of moves are one node. When captures repeat a position, values
do not run in circles, but backing up stops somewhere.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from gtpengine.books.bookfile import BookEntry, EntryMove, Header, standard_error
from gtpengine.books.canonical import Frame, board_frame, mover_bit
from gtpengine.books.table import BookTable
from gtpengine.books.walk import MoveSource, position_after

from board_ext.coords import PASS

MOST_UPDATES: Final = 100_000
EDGES: Final = 10
"""Most moves of a search that become edges."""


@dataclass(frozen=True, slots=True)
class SearchedMove:
    """A search's verdict on a move: the board's point, visits, win rate of the mover."""

    point: int
    visits: int
    value: float


@dataclass(frozen=True, slots=True)
class Policy:
    """The choice of moves worth an answer, see above.

    Of the records, moves with at least ``games`` games and the fraction ``share`` of the position's
    games are edges.
    """

    loss_weight: float = 100.0
    share: float = 0.05
    games: int = 10
    depth: int = 30


@dataclass(slots=True)
class Edge:
    """A move: its point on the board of its node's line, in the key's image, and its key."""

    board_point: int
    point: int
    child: int
    visits: int = 0
    value: float = 0.5
    games: int = 0
    half_wins: int = 0

    @property
    def surely(self) -> float:
        """Return the value less its standard error, each visit taken for a coin throw."""
        return self.value - standard_error(self.visits)


@dataclass(slots=True)
class GrowthNode:
    """A position that was searched."""

    line: tuple[int, ...]
    movers: int
    simulations: int
    shares: dict[int, float]
    edges: list[Edge] = field(default_factory=list)
    value: float = 0.5

    def favourite(self) -> Edge:
        """Return the move that the search visited most; there must be moves."""
        return max(self.edges, key=lambda edge: edge.visits)


def _joined(frame: Frame, found: Sequence[SearchedMove]) -> dict[int, Edge]:
    """Return the moves of a search by their points in the key's image.

    Moves that are equal by symmetry become one, with the visits of all.
    """
    joined: dict[int, Edge] = {}
    for stats in sorted(found, key=lambda f: -f.visits):
        if stats.point != PASS and stats.visits:
            point = frame.to_key(stats.point)
            edge = joined.setdefault(point, Edge(stats.point, point, 0, value=0.0))
            edge.visits += stats.visits
            edge.value += (stats.value - edge.value) * stats.visits / edge.visits
    return joined


class Growth:
    """The graph of a growing book of whole boards. Used from one thread."""

    def __init__(self, header: Header, policy: Policy, seed: MoveSource | None = None) -> None:
        """Begin a book; ``seed`` has the records' moves of positions."""
        self.header = header
        self.policy = policy
        self.nodes: dict[int, GrowthNode] = {}
        self._seed = seed
        self._parents: dict[int, set[int]] = {}
        self.root = self._frame(()).key

    def _frame(self, line: Sequence[int]) -> Frame:
        position = position_after(self.header, line)
        return board_frame(position, position.to_play)

    def add(self, line: Sequence[int], found: Sequence[SearchedMove], simulations: int) -> None:
        """Add the result of a search after ``line``; do nothing if the position is known."""
        position = position_after(self.header, line)
        frame = board_frame(position, position.to_play)
        if frame.key in self.nodes:
            return
        joined = _joined(frame, found)
        moves = dict(sorted(joined.items(), key=lambda item: -item[1].visits)[:EDGES])
        played = [] if self._seed is None else self._seed.moves(frame.key)
        total = sum(move.games for move in played)
        shares = {}
        for move in played:
            likely = move.games >= max(self.policy.games, self.policy.share * total)
            board_point = frame.to_board(move.point)
            if move.point in moves or (likely and position.is_legal(board_point)):
                unseen = Edge(board_point, move.point, 0, value=0.0)
                edge = moves.setdefault(move.point, joined.get(move.point, unseen))
                edge.games, edge.half_wins = move.games, move.half_wins
                if likely:
                    shares[move.point] = move.games / total
        node = GrowthNode(tuple(line), mover_bit(position.to_play), simulations, shares)
        for edge in moves.values():
            after = position.copy()
            after.play(edge.board_point)
            edge.child = board_frame(after, after.to_play).key
            node.edges.append(edge)
            self._parents.setdefault(edge.child, set()).add(frame.key)
        self.nodes[frame.key] = node
        self._back_up(frame.key)

    def value_of(self, node: GrowthNode, edge: Edge) -> float | None:
        """Return the value of a move to the mover; None for one that does not count.

        A followed move counts with the value found there. An unfollowed one has only the value of
        the node's own search, which overrates it. Of those only the most visited counts, the one
        that the search would play.
        """
        if self._followed(edge):
            return 1.0 - self.nodes[edge.child].value
        return edge.value if edge.visits and edge is node.favourite() else None

    def _followed(self, edge: Edge) -> bool:
        child = self.nodes.get(edge.child)
        return child is not None and bool(child.edges)

    def _back_up(self, added: int) -> None:
        """Compute the values of a new node and of those above it."""
        queue = [added]
        for _ in range(MOST_UPDATES):
            if not queue:
                return
            key = queue.pop()
            node = self.nodes[key]
            values = [v for edge in node.edges if (v := self.value_of(node, edge)) is not None]
            before, node.value = node.value, max(values, default=0.5)
            # The parents of a new node have not seen it, so its value is always news.
            if abs(before - node.value) > 1e-12 or key == added:
                queue += [p for p in self._parents.get(key, ()) if p in self.nodes]

    def next_line(self, busy: Collection[int] = ()) -> tuple[int, tuple[int, ...]] | None:
        """Return key and line of the position to search next; None when none is left.

        Keys in ``busy`` are being searched already.
        """
        if self.root not in self.nodes:
            return None if self.root in busy else (self.root, ())
        heap: list[tuple[float, int, tuple[int, ...]]] = [(0.0, self.root, ())]
        done: set[int] = set()
        while heap:
            cost, key, line = heapq.heappop(heap)
            if key in done:
                continue
            done.add(key)
            node = self.nodes.get(key)
            if node is None:
                if key not in busy:
                    return key, line
                continue
            if len(node.line) >= self.policy.depth:
                continue
            for edge in node.edges:
                if edge.child not in done:
                    price = cost + self._price(node, edge)
                    heapq.heappush(heap, (price, edge.child, (*node.line, edge.board_point)))
        return None

    def _price(self, node: GrowthNode, edge: Edge) -> float:
        """Return the cost of a move; losses compare values of the same kind."""
        value = self.value_of(node, edge)
        favourite = node.favourite()
        if value is None:
            if self._followed(favourite) and edge.surely > node.value:
                return 0.0
            loss = favourite.surely - edge.surely
        else:
            loss = node.value - value
        penalty = self.policy.loss_weight * max(0.0, loss)
        share = node.shares.get(edge.point)
        return 1.0 + (penalty if share is None else min(penalty, -math.log(share)))

    def best_line(self) -> list[int]:
        """Return the best line of both sides from the empty board, as far as searched."""
        line: list[int] = []
        key, met = self.root, set()
        while (node := self.nodes.get(key)) is not None and node.edges and key not in met:
            met.add(key)
            scored = [(v, e) for e in node.edges if (v := self.value_of(node, e)) is not None]
            if not scored:
                break
            _, best = max(scored, key=lambda pair: pair[0])
            position = position_after(self.header, line)
            frame = board_frame(position, position.to_play)
            line.append(frame.to_board(best.point))
            key = best.child
        return line

    def table(self) -> BookTable:
        """Return the book: all nodes with the moves whose value counts.

        A move's visits are counted in its node's own search, at least 1: they say how much the
        search liked the move, not how long its reply was searched.
        """
        result = BookTable(self.header)
        for key, node in self.nodes.items():
            entry = BookEntry(node.movers)
            for edge in node.edges:
                value = self.value_of(node, edge)
                if value is None:
                    continue
                visits = max(1, edge.visits)
                entry.moves.append(EntryMove(edge.point, edge.games, edge.half_wins, visits, value))
            if entry.moves:
                result.entries[key] = entry
        return result
