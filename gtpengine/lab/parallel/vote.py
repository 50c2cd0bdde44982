"""Voting: each machine's simulations count for the move that it would play (Soejima, Kishimoto and
Watanabe 2010, "Evaluating Root Parallelization in Go"). Kept for comparison.

Where all machines are equally fast this is their majority vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gtpengine.lab.parallel.roots import Root, RootsKept
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats, SearchReport

WIN: Final = 65536
"""The reward of a win (``gtpengine.cluster.digests.exchange.NodeChange``)."""


class VoteGroup(RootsKept):
    """A hub whose members search the root each for itself, and vote in the end."""

    def params_of_members(self, params: SearchParams) -> dict[str, object]:
        values: dict[str, object] = {spec.name: value for spec, value in params}
        return values | self.policy.own_ways

    def of_all(self, report: SearchReport) -> SearchReport:
        roots = self.roots()
        return elected(report, roots) if roots else report


group = VoteGroup


def elected(report: SearchReport, others: Sequence[Root]) -> SearchReport:
    """Return the head's report with the votes of all machines as visits.

    Values are the means of all machines; a move that nobody would play has no visits.
    """
    own = {
        move.point: (move.visits, round(move.visits * move.value * WIN)) for move in report.moves
    }
    visits: dict[int, int] = {}
    wins: dict[int, list[int]] = {}
    for root in (own, *others):
        if not root:
            continue
        for point, (count, reward, *_) in root.items():
            sums = wins.setdefault(point, [0, 0])
            sums[0] += count
            sums[1] += reward
        best = max(root, key=lambda point: root[point][0])
        visits[best] = visits.get(best, 0) + sum(row[0] for row in root.values())

    def voted(move: MoveStats) -> MoveStats:
        count, reward = wins.get(move.point, [0, 0])
        value = reward / (count * WIN) if count else move.value
        return move._replace(visits=visits.get(move.point, 0), value=value)

    moves = sorted(map(voted, report.moves), key=lambda m: (-m.visits, -m.value, m.point))
    return replace(report, moves=tuple(moves), visits=sum(visits.values()))
