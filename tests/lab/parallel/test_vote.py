"""Votes: each machine's simulations count for its best move."""

from __future__ import annotations

from board_ext.position import Position
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy
from gtpengine.lab.parallel.vote import WIN, VoteGroup, elected
from gtpengine.mcts.report.stoppers import Limits
from tests.cluster.labs import PERIOD, Lab


def test_each_votes_for_its_best_move_with_all_its_simulations() -> None:
    tree = SharingSearcher(memory_mb=16, seed=1)
    tree.set_position(Position(5))
    report = tree.search(Limits(simulations=300))
    best = report.moves[0]
    rival, third = (move.point for move in report.moves[1:3])
    roots = [
        {rival: (200, 150 * WIN), best.point: (190, 19 * WIN)},
        {rival: (5, 0), third: (3, 3 * WIN)},
        {},
    ]
    result = elected(report, roots)
    assert (result.moves[0].point, result.moves[0].visits) == (rival, 398)
    assert result.moves[1].point == best.point
    assert result.moves[1].visits == sum(move.visits for move in report.moves)
    assert all(move.visits == 0 for move in result.moves[2:])
    assert result.visits == sum(move.visits for move in result.moves)
    # Values are the means of all.
    wins = best.visits * best.value + 19
    assert abs(result.moves[1].value - wins / (best.visits + 190)) < 1e-4


def test_those_who_vote_are_told_nothing() -> None:
    lab = Lab(2, SharingPolicy("vote", PERIOD))
    lab.group.go()
    for _ in range(8):
        lab.tick()
    lab.settle()
    assert lab.head.snapshot().visits == lab.own
    for link in lab.links:
        assert lab.visits(link) == lab.done[link.name]
    assert isinstance(lab.group, VoteGroup)
    roots = lab.group.roots()
    for link, root in zip(lab.links, roots, strict=True):
        assert sum(row[0] for row in root.values()) == lab.done[link.name]
