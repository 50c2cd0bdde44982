"""Jobs: which position is next, and how the result of one counts on the way to it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pytest

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.cluster.digests.exchange import Digest, NodeChange
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy
from gtpengine.cluster.messages import SearchTask
from gtpengine.cluster.shared_statistics import SharedStatistics
from gtpengine.lab.parallel.jobs import WIN, JobGroup, Path, SearchJob, after, below_root, next_job
from gtpengine.mcts.report.stoppers import Limits
from tests.cluster.labs import PERIOD, Lab

SIZE = 100
Tree = Mapping[Path, Mapping[int, tuple[int, float]]]


def following(tree: Tree, *under_way: Path, position: Position | None = None) -> Path:
    """The next job in a tree of visits and means by the moves from the root."""

    def moves(path: Path) -> dict[int, tuple[int, int]]:
        told = tree.get(path, {})
        return {point: (n, round(n * mean * WIN)) for point, (n, mean) in told.items()}

    return next_job(moves, position or Position(5), under_way, SIZE)


def test_the_root_is_the_first_job_and_its_most_searched_move_the_second() -> None:
    assert following({}) == ()
    assert following({}, ()) == ()
    assert following({(): {3: (60, 0.5), 7: (40, 0.9)}}, position=Position(5)) == (3,)


def test_a_job_under_way_counts_as_lost_and_nobody_else_gets_it() -> None:
    tree: Tree = {(): {3: (60, 0.6), 7: (30, 0.5), 9: (10, 0.1)}}
    assert following(tree) == (3,)
    assert following(tree, (3,)) == (7,)
    assert following(tree, (3,), (7,)) == (9,)
    # No other position is left.
    assert following(tree, (3,), (7,), (9,)) == ()
    # Two moves with equal results: the one below which a job is under way is the second.
    deep: Tree = {
        (): {3: (200, 0.6), 7: (200, 0.6)},
        (3,): {1: (100, 0.5), 2: (50, 0.5)},
        (7,): {5: (100, 0.5)},
    }
    assert following(deep)[0] == 3
    assert following(deep, (3, 1))[0] == 7


def test_more_jobs_make_more_candidates() -> None:
    # 0.9 jobs: one candidate, however bad; 4.01 jobs: three.
    assert following({(): {3: (85, 0.1), 7: (5, 0.9)}}) == (3,)
    many: Tree = {(): {3: (390, 0.1), 7: (6, 0.5), 9: (5, 0.9)}}
    assert following(many) == (9,)


def test_each_side_goes_where_it_wins() -> None:
    # The reward of a move is that of the side that made it.
    tree: Tree = {
        (): {3: (1000, 0.7), 7: (990, 0.2)},
        (3,): {1: (500, 0.1), 2: (500, 0.6)},
    }
    assert following(tree) == (3, 2)


def test_no_job_after_the_end_of_the_game_or_after_an_illegal_move() -> None:
    position = Position(5)
    position.play(PASS)
    assert following({(): {PASS: (90, 0.9), 4: (10, 0.1)}}, position=position) == (4,)
    assert following({(): {PASS: (90, 0.9)}}, position=position) == ()
    position.play(12)
    assert following({(): {12: (90, 0.9), 4: (10, 0.1)}}, position=position) == (4,)


def job(path: Path, simulations: int) -> tuple[SearchTask, Digest, Digest]:
    """A job's task, and what its searcher tells of it after some simulations and after as many
    again."""
    tree = SharingSearcher(memory_mb=16, seed=1)
    tree.keep_digests(1)
    tree.set_position(Position(5))
    origin = tree.digest().origin
    task = after(SearchTask(1, 1, (), 0, 1, Position(5), origin, {}), path, -1)
    tree.set_position(task.position)
    told = []
    for _ in range(2):
        tree.search(Limits(simulations=simulations))
        told.append(tree.digest(0.0, 1))
    return task, told[0], told[1]


@pytest.mark.parametrize("path", [(), (12,), (12, 7), (12, 7, 8)])
def test_each_simulation_counts_once_at_every_node_of_the_way(path: Path) -> None:
    task, first, second = job(path, 80)
    origin = task.origin
    shared = SharedStatistics(origin)
    shared.join("member")
    for digest in (first, second):
        shared.heard("member", below_root(digest, path, origin))
    sums = shared.sums()
    rewards = [sums[path[:n]][1] for n in range(len(path) + 1)]
    assert [sums[path[:n]][0] for n in range(len(path) + 1)] == [160] * (len(path) + 1)
    assert len({sums[path[:n]][2] for n in range(len(path) + 1)}) == 1
    # What one side wins, the other loses.
    for above, below in pairwise(rewards):
        assert above + below == 160 * WIN
    assert sum(visits for visits, _ in shared.moves(path).values()) == 160


def test_a_job_that_told_nothing_changes_nothing() -> None:
    task, first, _ = job((12,), 10)
    assert below_root(Digest(first.origin, b""), (12,), task.origin).entries == b""
    assert below_root(first, (), first.origin) is first
    moved = below_root(first, (12,), task.origin)
    assert moved.origin == task.origin
    at_job = first.changes()[()]
    assert moved.changes()[(12,)] == at_job
    assert moved.changes()[()] == NodeChange(10, 10 * WIN - at_job.reward, at_job.score, 0, 0)
    assert np.array_equal(moved.table()["point"][2:], first.table()["point"][1:])


def test_moves_left_out_down_to_a_depth_are_left_out_of_a_job_as_deep() -> None:
    origin = job((), 1)[0].origin
    task = SearchTask(1, 1, (4,), 0, 1, Position(5), origin, {}, {(1, 3): 1, (2, 5): 3})
    below = after(task, (12,), -7)
    assert (below.number, below.moves, dict(below.avoid)) == (-7, (4, 12), {(2, 5): 2})
    assert below.position.color_at(12) and not task.position.color_at(12)


JOBS = SharingPolicy("jobs", PERIOD, job=60)


def paths(lab: Lab) -> list[tuple[int, ...]]:
    """The jobs of the members, as moves from the root."""
    assert lab.task is not None
    return [found.task.moves[len(lab.task.moves) :] for found in under_way(lab)]


def under_way(lab: Lab) -> list[SearchJob]:
    """The jobs of the members."""
    hub = lab.group
    assert isinstance(hub, JobGroup)
    return [hub.jobs[connection] for connection in hub._connections if connection in hub.jobs]


@pytest.mark.parametrize("delay", [0.0, 0.12])
def test_jobs_are_counted_once_at_the_root_and_the_head_knows_all(delay: float) -> None:
    lab = Lab(3, JOBS, delay)
    lab.group.go()
    seen = set()
    for _ in range(30):
        lab.tick()
        seen.update(paths(lab))
    lab.group.rest()
    lab.settle()
    total = lab.own + sum(lab.done.values())
    assert lab.group.simulations == lab.group.of_task == sum(lab.done.values())
    assert lab.head.snapshot().visits == total
    assert sum(move.visits for move in lab.head.snapshot().moves) == total
    # They went below the moves of the root, and each job is done with as many simulations.
    assert max(map(len, seen)) >= 2
    assert len(under_way(lab)) == 3
    assert all(one.done <= JOBS.job for one in under_way(lab))


def test_members_have_different_jobs_once_the_root_is_known() -> None:
    lab = Lab(4, JOBS)
    lab.head.search(Limits(simulations=300))
    lab.own = 300
    lab.group.go()
    assert len(set(paths(lab))) == 4
    for _ in range(6):
        lab.tick()
        assert len(set(paths(lab))) == 4


def test_the_job_of_one_that_is_lost_is_free_again() -> None:
    lab = Lab(3, JOBS)
    lab.head.search(Limits(simulations=300))
    lab.own = 300
    lab.group.go()
    lost = paths(lab)[0]
    victim = lab.links.pop(0)
    victim.die()
    victim.found_dead()
    lab.group.step()
    assert lost not in paths(lab)
    for _ in range(4):
        lab.add("new")
        if lost in paths(lab):
            break
    assert lost in paths(lab)
    lab.settle()
    counted = lab.own + lab.group.simulations
    assert lab.head.snapshot().visits == counted


def test_a_job_below_the_move_that_is_played_goes_on_and_others_end() -> None:
    lab = Lab(3, JOBS)
    lab.head.search(Limits(simulations=300))
    lab.group.go()
    before = paths(lab)
    best = before[0][0]
    lab.begin((best,))
    lab.group.go()
    for _ in range(2):
        lab.network.pass_time(PERIOD)
        lab.group.step()
    assert under_way(lab)[0].task.moves == before[0]
    after = paths(lab)
    assert len(set(after)) == 3 and after[0] == ()
    for _ in range(12):
        lab.tick()
    lab.settle()
    assert lab.notes == []
    assert lab.head.snapshot().visits > 12 * 20


def test_jobs_of_one_simulation_make_the_hub_a_master_and_its_members_slaves() -> None:
    lab = Lab(3, SharingPolicy("jobs", PERIOD, job=1))
    lab.group.go()
    begun = []
    for _ in range(60):
        lab.tick()
        begun.append(tuple(paths(lab)))
    lab.settle()
    # A simulation for each job, none of the members' own choosing, and a tree grows from them.
    assert isinstance(lab.group, JobGroup)
    unfinished = sum(one.done < 1 for one in under_way(lab))
    given = lab.group.given - unfinished
    assert lab.group.simulations == sum(lab.done.values()) == given > 30
    assert max(len(path) for row in begun for path in row) >= 2
    assert lab.head.snapshot().visits == lab.own + given
