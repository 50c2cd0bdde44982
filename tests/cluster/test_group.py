"""Groups of members over a simulated network: who is told what, faults, and what is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_ext.position import Position
from gtpengine.cluster.group import Link, SharingPolicy
from gtpengine.cluster.member import Member
from gtpengine.cluster.messages import MemberAnswer, Order
from gtpengine.cluster.simulated import SimulatedLink
from tests.cluster.labs import ALL, PERIOD, Lab


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


def test_trees_may_share_the_moves_of_the_root_alone() -> None:
    lab = Lab(2, SharingPolicy(period=PERIOD, share=0.0, depth=1))
    lab.group.go()
    for _ in range(8):
        lab.tick()
    lab.settle()
    total = lab.own + sum(lab.done.values())
    assert lab.head.snapshot().visits == total
    assert lab.group.traffic.nodes_heard <= lab.group.traffic.answers * 51


def test_a_member_that_lies_is_dropped() -> None:
    lab = Lab(2)
    lab.group.go()
    lab.tick()
    member = lab.links[0].member
    assert isinstance(member, Member)
    honest = member.exchange

    def lie(order: Order) -> MemberAnswer:
        answer = honest(order)
        assert answer.news is not None
        return replace(answer, news=replace(answer.news, entries=answer.news.entries + b"123"))

    member.exchange = lie  # type: ignore[method-assign]
    for _ in range(5):
        lab.tick()
    assert lab.notes and "damaged" in lab.notes[0]
    assert lab.group.members == 1


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
