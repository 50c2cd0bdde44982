"""Growing a book by searches: which position next, and what is known by now.

Positions that were searched are nodes; the moves that a search or the records name are edges.
Values are backed up by negamax: a node is worth its best move, a move what the node after it is
worth to the opponent, or what the search said of it while that node is missing.

The next position is the cheapest one not searched yet: a move costs 1, and for each loss in win
rate against the best move ``loss_weight`` times as much. A move that people play costs
``-ln(its share)`` beside the 1 at most, because the book should have an answer. This is the
drop-out expansion of Lincke 2000 ("Strategies for the automatic construction of opening books"),
quasi best-first in the sense of Chaslot et al. 2009 ("Meta Monte-Carlo tree search for automatic
opening book generation"): the best lines grow longest, and alternatives in the measure of their
value. Several workers take the cheapest positions that nobody else has.

Positions that come from different orders of moves are one node. A repetition of positions through
captures does not make values run in circles, but their backing up then stops somewhere.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from gtpengine.books.bookfile import Entry, Header, Move
from gtpengine.books.canonical import Frame, board_frame, mover_bit
from gtpengine.books.table import Table
from gtpengine.books.walk import Source, position_after

from board_ext.coords import PASS

MOST_UPDATES: Final = 100_000
EDGES: Final = 10
"""Moves of a search that become edges."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search said of a move: the board's point, visits, win rate of the mover."""

    point: int
    visits: int
    value: float


@dataclass(frozen=True, slots=True)
class Policy:
    """Which moves are worth an answer, see above.

    The value of a move not searched itself counts with ``trust`` of the best move's visits. Of the
    records, moves with ``games`` at least and the part ``share`` of the position's are edges.
    """

    loss_weight: float = 100.0
    trust: float = 0.1
    share: float = 0.05
    games: int = 10
    depth: int = 30


@dataclass(slots=True)
class Edge:
    """A move: on the board of its node's line, in the key's image, and where it leads."""

    board_point: int
    point: int
    child: int
    visits: int = 0
    value: float = 0.5
    games: int = 0
    half_wins: int = 0


@dataclass(slots=True)
class Node:
    """A position that was searched."""

    line: tuple[int, ...]
    movers: int
    simulations: int
    shares: dict[int, float]
    edges: list[Edge] = field(default_factory=list)
    value: float = 0.5


class Growth:
    """The graph of a growing book of whole boards. Used from one thread."""

    def __init__(self, header: Header, policy: Policy, seed: Source | None = None) -> None:
        """``seed`` has the records' moves of positions."""
        self.header = header
        self.policy = policy
        self.nodes: dict[int, Node] = {}
        self._seed = seed
        self._parents: dict[int, set[int]] = {}
        self.root = self._frame(()).key

    def _frame(self, line: Sequence[int]) -> Frame:
        position = position_after(self.header, line)
        return board_frame(position, position.to_play)

    def add(self, line: Sequence[int], found: Sequence[Found], simulations: int) -> None:
        """What a search of the position after ``line`` found; nothing if that is known."""
        position = position_after(self.header, line)
        frame = board_frame(position, position.to_play)
        if frame.key in self.nodes:
            return
        moves: dict[int, Edge] = {}
        top = sorted(found, key=lambda f: -f.visits)[:EDGES]
        for stats in top:
            if stats.point != PASS and stats.visits:
                point = frame.to_key(stats.point)
                known = moves.setdefault(point, Edge(stats.point, point, 0))
                if stats.visits > known.visits:
                    known.visits, known.value = stats.visits, stats.value
        played = [] if self._seed is None else self._seed.moves(frame.key)
        total = sum(move.games for move in played)
        shares = {}
        for move in played:
            likely = move.games >= max(self.policy.games, self.policy.share * total)
            board_point = frame.to_board(move.point)
            if move.point in moves or (likely and position.is_legal(board_point)):
                edge = moves.setdefault(move.point, Edge(board_point, move.point, 0, value=0.0))
                edge.games, edge.half_wins = move.games, move.half_wins
                if likely:
                    shares[move.point] = move.games / total
        node = Node(tuple(line), mover_bit(position.to_play), simulations, shares)
        for edge in moves.values():
            after = position.copy()
            after.play(edge.board_point)
            edge.child = board_frame(after, after.to_play).key
            node.edges.append(edge)
            self._parents.setdefault(edge.child, set()).add(frame.key)
        self.nodes[frame.key] = node
        self._back_up(frame.key)

    def value_of(self, node: Node, edge: Edge) -> float | None:
        """What a move is worth to the mover; None while nobody knows."""
        child = self.nodes.get(edge.child)
        if child is not None and child.edges:
            return 1.0 - child.value
        most = max(e.visits for e in node.edges)
        return edge.value if edge.visits and edge.visits >= self.policy.trust * most else None

    def _back_up(self, added: int) -> None:
        """Work out the values of a new node and of those above it."""
        queue = [added]
        for _ in range(MOST_UPDATES):
            if not queue:
                return
            key = queue.pop()
            node = self.nodes[key]
            values = [v for edge in node.edges if (v := self.value_of(node, edge)) is not None]
            before, node.value = node.value, max(values, default=0.5)
            # The parents of a new node have not seen it, whatever it is worth.
            if abs(before - node.value) > 1e-12 or key == added:
                queue += [p for p in self._parents.get(key, ()) if p in self.nodes]

    def next_line(self, busy: Collection[int] = ()) -> tuple[int, tuple[int, ...]] | None:
        """Key and line of the position to search next; None when there is none left.

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
                    price = cost + 1.0 + self._penalty(node, edge)
                    heapq.heappush(heap, (price, edge.child, (*node.line, edge.board_point)))
        return None

    def _penalty(self, node: Node, edge: Edge) -> float:
        value = self.value_of(node, edge)
        loss = node.value - (edge.value if value is None else value)
        price = self.policy.loss_weight * max(0.0, loss)
        share = node.shares.get(edge.point)
        return price if share is None else min(price, -math.log(share))

    def best_line(self) -> list[int]:
        """The best moves of both sides from the empty board, as far as they were searched."""
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

    def table(self) -> Table:
        """The book: all nodes with the moves whose value is known."""
        result = Table(self.header)
        for key, node in self.nodes.items():
            entry = Entry(node.movers)
            for edge in node.edges:
                value = self.value_of(node, edge)
                if value is None:
                    continue
                child = self.nodes.get(edge.child)
                visits = edge.visits + (child.simulations if child is not None else 0)
                entry.moves.append(Move(edge.point, edge.games, edge.half_wins, visits, value))
            if entry.moves:
                result.entries[key] = entry
        return result
