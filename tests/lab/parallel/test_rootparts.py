"""Parts of the root: every heavy move has its members, and the roots become one."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy
from gtpengine.cluster.member import Member
from gtpengine.lab.parallel.rootparts import COPIES, WIN, RootPartsGroup, merged, part_of
from gtpengine.mcts.report.stoppers import Limits
from tests.cluster.labs import PERIOD, Lab

ROOT = {move: (100 - move, 0) for move in range(10)} | {50: (2, 0), 60: (0, 0)}


@pytest.mark.parametrize("members", [3, 5, 10])
def test_each_heavy_move_has_so_many_members_and_a_light_one_none(members: int) -> None:
    parts = [part_of(ROOT, m, members, 0.01) for m in range(members)]
    for move in range(10):
        assert sum(move in part for part in parts) == COPIES
    assert max(map(len, parts)) - min(map(len, parts)) <= COPIES
    assert not any({50, 60} & part for part in parts)
    # One may be lost, and no move is.
    for lost in range(members):
        rest = parts[:lost] + parts[lost + 1 :]
        assert set().union(*rest) == set(range(10))


def test_two_members_share_the_moves_out() -> None:
    parts = [part_of(ROOT, m, 2, 0.01) for m in range(2)]
    assert parts == [{0, 2, 4, 6, 8}, {1, 3, 5, 7, 9}]


def test_few_moves_for_many_members_and_none_before_the_root_is_known() -> None:
    assert all(part_of({7: (5, 0)}, m, 8, 0.0) == {7} for m in range(8))
    assert part_of({7: (5, 0), 8: (4, 0)}, 0, 1, 0.0) == {7, 8}
    assert part_of({}, 0, 3, 0.0) == frozenset()
    assert part_of({7: (0, 0)}, 0, 3, 0.0) == frozenset()


def test_the_best_mean_of_those_that_were_searched_most_gets_the_simulations_of_all() -> None:
    tree = SharingSearcher(memory_mb=16, seed=1)
    tree.set_position(Position(5))
    report = tree.search(Limits(simulations=300))
    first, second, third = (move.point for move in report.moves[:3])
    most = report.moves[0].visits
    roots = [
        {second: (390, 350 * WIN), third: (10, 10 * WIN)},
        {first: (400, 100 * WIN)},
        {},
    ]
    result = merged(report, roots)
    assert result.moves[0].point == second
    assert result.moves[0].visits == report.moves[1].visits + 800
    assert result.visits == report.visits + 800
    assert result.stats_of(first).visits == most  # type: ignore[union-attr]
    own = report.moves[1]
    mean = (own.visits * own.value + 350) / (own.visits + 390)
    assert result.moves[0].value == pytest.approx(mean, abs=1e-4)
    assert [m.point for m in merged(report, []).moves] == [m.point for m in report.moves]


def test_members_with_parts_of_the_root_search_these_moves_alone() -> None:
    lab = Lab(3, SharingPolicy("root-parts", PERIOD, share=0.02))
    lab.group.go()
    # Before the head has searched nobody knows what to deal.
    for link in lab.links:
        assert link.messages == 0
    for _ in range(10):
        lab.tick()
    lab.settle()
    tried = []
    for link in lab.links:
        assert lab.visits(link) == lab.done[link.name] > 50
        member = link.member
        assert isinstance(member, Member)
        tried.append({move.point for move in member._tree.snapshot().moves if move.visits})
    assert all(tried) and tried[0] != tried[1] != tried[2]
    for move in set().union(*tried):
        assert 1 <= sum(move in own for own in tried) <= 2
    # The head's tree has its own simulations alone, and the roots of the members beside it.
    assert lab.head.snapshot().visits == lab.own
    assert isinstance(lab.group, RootPartsGroup)
    for link, root in zip(lab.links, lab.group.roots(), strict=True):
        assert sum(row[0] for row in root.values()) == lab.done[link.name]
