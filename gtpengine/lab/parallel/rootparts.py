"""Limited root-tree parallelization: each member searches some moves of the root alone
(Świechowski and Mańdziuk 2016, "A Hybrid Approach to Parallelization of Monte Carlo Tree Search in
General Game Playing").

The heavy moves of the head's tree are dealt out, each to two of three or more members, so that one
that is lost leaves no move unsearched. A member has the tree of a root with these moves only. The
head searches all moves. In the end the roots are merged: a move's value is the mean of all
simulations that began with it.

How often a move was searched then says who had it, not how good it is. So each machine proposes the
move that it searched most, and of these the one with the best mean is chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from board_ext.coords import PASS
from gtpengine.cluster.group import Connection
from gtpengine.cluster.messages import SearchTask
from gtpengine.lab.parallel.roots import Root, RootsKept
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats, SearchReport

COPIES: Final = 2
"""Members to which each move is dealt; one where there are two."""

WIN: Final = 65536
"""The reward of a win (``gtpengine.cluster.digests.exchange.NodeChange``)."""


class RootPartsGroup(RootsKept):
    """A hub whose members have some moves of the root each. They begin anew at each move."""

    def params_of_members(self, params: SearchParams) -> dict[str, object]:
        return {spec.name: value for spec, value in params}

    def of_all(self, report: SearchReport) -> SearchReport:
        roots = self.roots()
        return merged(report, roots) if roots else report

    def _task_of(self, connection: Connection) -> SearchTask | None:
        if self._task is None or self._shared is None or self._has_its_task(connection):
            return self._task
        place, count = self._connections.index(connection), len(self._connections)
        part = part_of(self._shared.moves(()), place, count, self.policy.share)
        return limited_to(self._task, part) if part else None


group = RootPartsGroup


def limited_to(task: SearchTask, points: Collection[int]) -> SearchTask:
    """Return the same task with these moves of the root alone."""
    color = task.position.to_play
    others = [p for p in (PASS, *task.position.legal_moves()) if p not in points]
    left_out = {(color, p): max(1, task.avoid.get((color, p), 0)) for p in others}
    return replace(task, avoid={**task.avoid, **left_out})


def part_of(root: Root, member: int, members: int, least_share: float) -> frozenset[int]:
    """Return the moves that a member searches, by its place among the members; empty while no move
    of the root is known.

    ``root`` is the head's. Dealt are moves with at least ``least_share`` of its simulations, the
    most searched first.
    """
    least = max(1.0, least_share * sum(row[0] for row in root.values()))
    heavy = [point for point in root if root[point][0] >= least]
    heavy.sort(key=lambda point: (-root[point][0], point))
    copies = min(COPIES, members - 1) or 1
    own = {point for i, point in enumerate(heavy) if (member - i) % members < copies}
    return frozenset(own or heavy[member % len(heavy) :][:1]) if heavy else frozenset()


def merged(report: SearchReport, others: Sequence[Root]) -> SearchReport:
    """Return the head's report with the members' roots merged into it.

    The simulations of the members count for the move that is chosen; values are means of all.
    """
    own = {
        move.point: (move.visits, round(move.visits * move.value * WIN)) for move in report.moves
    }
    sums: dict[int, list[int]] = {}
    for root in (own, *others):
        for point, (visits, reward, *_) in root.items():
            row = sums.setdefault(point, [0, 0])
            row[0] += visits
            row[1] += reward
    means = {point: reward / (visits * WIN) for point, (visits, reward) in sums.items() if visits}
    proposed = {max(root, key=lambda point: root[point][0]) for root in (own, *others) if root}
    best = max(proposed & means.keys(), key=lambda point: (means[point], -point), default=None)
    dealt = sum(row[0] for root in others for row in root.values())

    def with_all(move: MoveStats) -> MoveStats:
        visits = move.visits + (dealt if move.point == best else 0)
        return move._replace(visits=visits, value=means.get(move.point, move.value))

    moves = sorted(map(with_all, report.moves), key=lambda m: (-m.visits, -m.value, m.point))
    return replace(report, moves=tuple(moves), visits=sum(move.visits for move in moves))
