"""Groups of members over a simulated network: who is told what, faults, and what is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_ext.position import Position
from gtpengine.cluster.group import Group, Link, Manner, Sharing
from gtpengine.cluster.member import Member
from gtpengine.cluster.messages import Answer, Order, Task
from gtpengine.cluster.simulated import Network, SimulatedLink
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

PERIOD = 0.3
ALL = Manner(period=PERIOD, share=0.0)


class Lab:
    """A head and members, which search a little in each tenth of a second."""

    def __init__(self, members: int, manner: Manner = ALL, delay: float = 0.0) -> None:
        self.network = Network()
        self.notes: list[str] = []
        self.group = Group(manner, self.network.clock, self.notes.append)
        self.head = Searcher(memory_mb=16, seed=1)
        self.head.keep_digests(1)
        self.position = Position(7)
        self.number = 0
        self.done: dict[str, int] = {}
        self.own = 0
        self.links: list[SimulatedLink] = []
        self.task: Task | None = None
        self.begin(())
        for i in range(members):
            self.add(f"m{i}", delay)

    def add(self, name: str, delay: float = 0.0) -> SimulatedLink:
        tree = Searcher(memory_mb=16, seed=1)
        link = SimulatedLink(self.network, name, Member(tree, 1000 + len(self.links)), delay)
        self.links.append(link)
        self.done[name] = 0
        self.group.add(link)
        return link

    def begin(self, moves: tuple[int, ...], lineage: int = 1) -> None:
        """Search the position after more moves."""
        for point in moves:
            self.position.play(point)
        self.head.set_position(self.position)
        told = self.head.digest(*self.group.manner.told)
        self.number += 1
        before = () if self.task is None or self.task.lineage != lineage else self.task.moves
        self.task = Task(
            self.number, lineage, (*before, *moves), 0, 1, self.position.copy(), told.origin,
            {spec.name: value for spec, value in SearchParams()},
        )  # fmt: skip
        self.group.begin(self.task, self.head)
        self.group.hear_local(told)

    def tick(self, seconds: float = 0.1) -> None:
        self.group.step()
        self.network.pass_time(0.0)
        self.own += self.head.search(Limits(simulations=20)).simulations
        for link in self.links:
            member = link.member
            assert isinstance(member, Member)
            self.done[link.name] += member.advance(30)
        self.network.pass_time(seconds)
        self.group.step()

    def settle(self) -> None:
        """Let members rest, and tell all that is left to be told."""
        self.group.rest()
        for _ in range(8):
            self.network.pass_time(PERIOD)
            self.group.step()
        self.group.go()
        for _ in range(4):
            self.network.pass_time(PERIOD)
            self.group.step()
        self.group.rest()

    def visits(self, link: SimulatedLink) -> int:
        member = link.member
        assert isinstance(member, Member)
        return member._tree.snapshot().visits


def test_all_trees_come_to_have_all_simulations_once() -> None:
    lab = Lab(3)
    lab.group.go()
    for _ in range(12):
        lab.tick()
    lab.settle()
    total = lab.own + sum(lab.done.values())
    assert lab.own == 240
    assert all(done > 200 for done in lab.done.values())
    assert lab.head.snapshot().visits == total
    assert [lab.visits(link) for link in lab.links] == [total] * 3
    assert lab.group.simulations == sum(lab.done.values())
    assert lab.group.members == 3


@pytest.mark.parametrize("delay", [0.01, 0.12, 0.5])
def test_delay_loses_and_doubles_nothing(delay: float) -> None:
    lab = Lab(2, delay=delay)
    lab.group.go()
    for _ in range(20):
        lab.tick()
    lab.settle()
    total = lab.own + sum(lab.done.values())
    assert lab.head.snapshot().visits == total
    assert [lab.visits(link) for link in lab.links] == [total] * 2
    # There was never more than one order under way to each.
    assert lab.links[0].messages <= 20 * 0.1 / max(PERIOD, 2 * delay) + 13


def test_one_that_is_killed_and_comes_back_is_counted_once() -> None:
    lab = Lab(3)
    lab.group.go()
    for _ in range(6):
        lab.tick()
    victim = lab.links[0]
    victim.die()
    before = lab.group.simulations
    for _ in range(8):
        lab.tick()
    assert lab.group.late == ("m0",)
    assert lab.group.members == 2
    victim.found_dead()
    lab.tick()
    lab.links.remove(victim)
    assert lab.notes == ["m0 is lost: m0 died; the search goes on without it"]
    assert victim.closed
    assert lab.group.simulations > before
    # It comes back with the tree it had: it must forget that.
    back = SimulatedLink(lab.network, "m0", victim.member)
    lab.links.append(back)
    lab.group.add(back)
    for _ in range(6):
        lab.tick()
    lab.settle()
    # What the head was told: the victim's last simulations never came.
    counted = lab.own + lab.group.simulations
    assert counted < lab.own + sum(lab.done.values())
    assert lab.head.snapshot().visits == counted
    assert [lab.visits(link) for link in lab.links] == [counted] * 3


def test_a_cut_network_leaves_the_head_alone_and_nothing_is_lost_when_it_is_mended() -> None:
    lab = Lab(2)
    lab.group.go()
    for _ in range(4):
        lab.tick()
    for link in lab.links:
        link.cut()
    alone = lab.head.snapshot().visits
    for _ in range(8):
        lab.tick()
    assert lab.group.members == 0
    # What came before the cut, and the head's own.
    assert lab.head.snapshot().visits == alone + 8 * 20
    for link in lab.links:
        link.mend()
    for _ in range(4):
        lab.tick()
    lab.settle()
    assert lab.group.members == 2
    total = lab.own + sum(lab.done.values())
    assert lab.head.snapshot().visits == total
    assert [lab.visits(link) for link in lab.links] == [total] * 2
    assert lab.notes == []


def test_one_that_stalls_for_long_is_given_up() -> None:
    lab = Lab(2)
    lab.group.go()
    lab.tick()
    lost: list[Link] = []
    lab.group.on_lost = lost.append
    lab.links[1].cut()
    for _ in range(220):
        lab.network.pass_time(0.1)
        lab.group.step()
    assert lost == [lab.links[1]]
    assert "has not answered for 20 seconds" in lab.notes[0]


def test_one_that_joins_late_gets_the_game_and_what_is_known() -> None:
    lab = Lab(1)
    lab.group.go()
    for _ in range(5):
        lab.tick()
    late = lab.add("late")
    for _ in range(5):
        lab.tick()
    lab.settle()
    total = lab.own + sum(lab.done.values())
    assert lab.done["late"] > 50
    assert [lab.visits(link) for link in lab.links] == [total] * 2
    assert late.bytes_sent > 1000


def test_trees_are_kept_over_moves_with_answers_under_way() -> None:
    lab = Lab(2, delay=0.1)
    lab.group.go()
    for _ in range(10):
        lab.tick()
    best = lab.head.snapshot().moves[0].point
    lab.begin((best,))
    lab.group.go()
    kept = lab.head.snapshot().visits
    assert kept > 30
    for _ in range(10):
        lab.tick()
    lab.settle()
    trees = [lab.head.snapshot().visits, *map(lab.visits, lab.links)]
    # All have come to the same root, and know the same of it but for what found no place.
    assert len(set(trees)) == 1
    assert trees[0] > kept + 10 * 20


def test_an_order_for_another_position_comes_before_its_news() -> None:
    lab = Lab(2, delay=0.25)
    lab.group.go()
    for size in (5, 9, 7):
        lab.tick()
        lab.position = Position(size)
        lab.begin((), lineage=10 + size)
        lab.group.go()
        for _ in range(8):
            lab.tick()
    assert lab.notes == []
    assert lab.group.members == 2
    assert all(lab.visits(link) > 50 for link in lab.links)


def test_members_rest_when_told() -> None:
    lab = Lab(2, delay=0.05)
    lab.group.go()
    lab.tick()
    lab.group.rest()
    for _ in range(5):
        lab.network.pass_time(PERIOD)
        lab.group.step()
    done, orders = dict(lab.done), lab.group.traffic.orders
    for _ in range(5):
        lab.tick()
    assert lab.done == done
    assert lab.group.traffic.orders == orders


def test_root_sharing_tells_of_the_moves_of_the_root_alone() -> None:
    lab = Lab(2, Manner(Sharing.ROOT, PERIOD))
    lab.group.go()
    for _ in range(8):
        lab.tick()
    lab.settle()
    total = lab.own + sum(lab.done.values())
    assert lab.head.snapshot().visits == total
    assert lab.group.traffic.nodes_heard <= lab.group.traffic.answers * 51


def test_those_who_vote_are_told_nothing() -> None:
    lab = Lab(2, Manner(Sharing.VOTE, PERIOD))
    lab.group.go()
    for _ in range(8):
        lab.tick()
    lab.settle()
    assert lab.head.snapshot().visits == lab.own
    for link in lab.links:
        assert lab.visits(link) == lab.done[link.name]
    roots = list(lab.group.roots())
    for link, root in zip(lab.links, roots, strict=True):
        assert sum(row[0] for row in root.values()) == lab.done[link.name]


def test_a_member_that_lies_is_dropped() -> None:
    lab = Lab(2)
    lab.group.go()
    lab.tick()
    member = lab.links[0].member
    assert isinstance(member, Member)
    honest = member.exchange

    def lie(order: Order) -> Answer:
        answer = honest(order)
        assert answer.news is not None
        return replace(answer, news=replace(answer.news, entries=answer.news.entries + b"123"))

    member.exchange = lie  # type: ignore[method-assign]
    for _ in range(5):
        lab.tick()
    assert lab.notes and "damaged" in lab.notes[0]
    assert lab.group.members == 1


JOBS = Manner(Sharing.JOBS, PERIOD, job=60)


def paths(lab: Lab) -> list[tuple[int, ...]]:
    """The jobs of the members, as moves from the root."""
    assert lab.task is not None
    moves = [seat.job.task.moves for seat in lab.group._seats if seat.job is not None]
    return [found[len(lab.task.moves) :] for found in moves]


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
    assert all(seat.job is not None and seat.job.done <= JOBS.job for seat in lab.group._seats)


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
    assert lab.group._seats[0].job is not None
    assert lab.group._seats[0].job.task.moves == before[0]
    after = paths(lab)
    assert len(set(after)) == 3 and after[0] == ()
    for _ in range(12):
        lab.tick()
    lab.settle()
    assert lab.notes == []
    assert lab.head.snapshot().visits > 12 * 20


def test_members_with_parts_of_the_root_search_these_moves_alone() -> None:
    lab = Lab(3, Manner(Sharing.ROOT_PARTS, PERIOD, share=0.02))
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
    for link, root in zip(lab.links, lab.group.roots(), strict=True):
        assert sum(row[0] for row in root.values()) == lab.done[link.name]


def test_jobs_of_one_simulation_make_the_hub_a_master_and_its_members_slaves() -> None:
    lab = Lab(3, Manner(Sharing.JOBS, PERIOD, job=1))
    lab.group.go()
    begun = []
    for _ in range(60):
        lab.tick()
        begun.append(tuple(paths(lab)))
    lab.settle()
    # A simulation for each job, none of the members' own choosing, and a tree grows from them.
    finished = sum(seat.job is not None and seat.job.done == 1 for seat in lab.group._seats)
    given = lab.group._jobs - sum(seat.job is not None for seat in lab.group._seats) + finished
    assert lab.group.simulations == sum(lab.done.values()) == given > 30
    assert max(len(path) for row in begun for path in row) >= 2
    assert lab.head.snapshot().visits == lab.own + given


@pytest.mark.parametrize("delay", [0.0, 0.005, 0.025, 0.05])
@pytest.mark.parametrize("seconds", [0.35, 0.48, 1.0, 1.27])
def test_the_last_answers_come_just_before_the_end(delay: float, seconds: float) -> None:
    tick, rate = 0.0025, 5
    lab = Lab(1, replace(ALL, period=0.1), delay)
    member = lab.links[0].member
    assert isinstance(member, Member)
    lab.group.end_at(lab.network.now + seconds)
    lab.group.go()
    ticks = round(seconds / tick)
    for _ in range(ticks):
        lab.network.pass_time(tick)
        lab.group.step()
        member.advance(rate)
    lost = seconds * (1 - lab.group.of_task / (rate * ticks))
    # The way of the first orders; then two trips, what is in hand, and the ticks.
    assert lost <= delay + 2 * 2 * delay + 0.01 + 5 * tick
