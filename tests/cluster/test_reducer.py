"""Reducers: a head that talks with few hears of all, and all hear of each other."""

from __future__ import annotations

from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.member import Member
from gtpengine.cluster.reducer import Reducer
from gtpengine.cluster.simulated import SimulatedLink
from tests.cluster.labs import ALL, Lab


def test_what_goes_through_reducers_is_counted_once() -> None:
    lab = Lab(1)
    reducers = [Reducer(ALL, lab.network.clock) for _ in range(2)]
    for number, reducer in enumerate(reducers):
        for i in range(3):
            tree = SharingSearcher(memory_mb=16, seed=1)
            name = f"r{number}m{i}"
            link = SimulatedLink(lab.network, name, Member(tree, 100 * number + i + 50))
            lab.links.append(link)
            lab.done[name] = 0
            reducer.add(link)
        lab.group.add(SimulatedLink(lab.network, f"r{number}", reducer))
    lab.group.go()
    for _ in range(12):
        lab.tick()
    for _ in range(4):
        lab.settle()
    total = lab.own + sum(lab.done.values())
    assert all(done > 100 for done in lab.done.values())
    assert lab.group.members == 7
    for reducer in reducers:
        reducer.close()
    assert lab.head.snapshot().visits == total
    assert [lab.visits(link) for link in lab.links] == [total] * 7
    assert lab.group.simulations == sum(lab.done.values())
