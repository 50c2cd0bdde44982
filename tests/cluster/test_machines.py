"""A real Ray cluster of several nodes on this machine: joining, dying, coming back, refusal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from board_ext.position import Position
from gtpengine.base.system.raykey import use_key
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy
from gtpengine.cluster.searcher import ClusterSearcher
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from tests.cluster.nodes import two_nodes_and_a_head

use_key()  # before Ray is imported: this machine may have a key

PATIENCE = 120.0
"""Seconds that Ray may take on a loaded machine; nothing is measured."""


def wait_for(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A node for the head, without cores, and two for members."""
    with two_nodes_and_a_head(0) as cluster:
        yield cluster


class Head:
    """A head with its machines, and what it says."""

    def __init__(self, address: str, fanout: int = 32, params: SearchParams | None = None) -> None:
        from gtpengine.cluster.machines import Machines

        self.said: list[str] = []
        self.own = 0
        chosen = params or SearchParams()
        tree = SharingSearcher(chosen, memory_mb=32, seed=1)
        self.searcher = ClusterSearcher(
            tree,
            chosen,
            1,
            SharingPolicy(period=0.1, share=0.001),
            self.said.append,
            self.said.append,
        )
        values = {spec.name: value for spec, value in chosen}
        self.machines = Machines(
            address, self.searcher.group.policy, fanout, 32, values, self.searcher.add,
            self.said.append, self.said.append,
        )  # fmt: skip
        self.searcher.group.on_lost = self.machines.lost
        self.searcher.set_position(Position(7))

    @property
    def members(self) -> int:
        return self.searcher.group.members

    def close(self) -> None:
        self.searcher.close()
        self.machines.close()

    def searched_by_all(self) -> tuple[int, int]:
        """Search for a moment; return the simulations of the head and of the others."""
        before = self.searcher.group.simulations
        self.searcher.search(Limits(seconds=1.0))
        own = self.searcher._tree.snapshot().simulations
        self.own += own
        return own, self.searcher.group.simulations - before

    def counted(self) -> tuple[int, int, int]:
        """Return the visits of the head's tree, those ever told, and the simulations reported."""
        group = self.searcher.group
        wait_for(lambda: all(s.resting and s.pending is None for s in group._connections))
        with self.searcher._lock:
            group.hear_local(self.searcher._tree.digest(*group.told))
            group._tell_local()
            assert group._shared is not None
            visits = self.searcher._tree.snapshot().visits
            return visits, group._shared.visits, self.own + group.simulations


def test_nodes_search_die_and_are_counted_once(nodes: Any) -> None:
    head = Head(nodes.address)
    try:
        wait_for(lambda: head.members == 2)
        own, _ = head.searched_by_all()
        assert own > 0
        wait_for(lambda: head.searched_by_all()[1] > 0)
        # One is killed while all search; the move is still there in time.
        victim = nodes.add_node(num_cpus=1, object_store_memory=80_000_000)
        wait_for(lambda: head.members == 3)
        wait_for(lambda: head.searched_by_all()[1] > 0)
        nodes.remove_node(victim, allow_graceful=False)
        begin = time.monotonic()
        head.searched_by_all()
        assert time.monotonic() - begin < 30.0
        wait_for(lambda: head.members == 2 and head.searched_by_all()[1] > 0)
        # A machine that comes back, or a new one, joins in the middle of the game.
        nodes.add_node(num_cpus=1, object_store_memory=80_000_000)
        wait_for(lambda: head.members == 3 and head.searched_by_all()[1] > 0)
        # All that was told is in the head's tree, and nothing twice. Simulations are reported some
        # hundredths of a second after visits, which shows where a machine was killed in between.
        visits, told, simulations = head.counted()
        assert visits == told
        assert abs(told - simulations) < 0.1 * simulations
    finally:
        head.close()
    assert any("is lost" in text for text in head.said)
    assert not any("Traceback" in text for text in head.said)


def test_reducers_stand_for_what_is_beyond_the_fan(nodes: Any) -> None:
    head = Head(nodes.address, fanout=2)
    try:
        wait_for(lambda: head.members == 3)
        wait_for(lambda: head.searched_by_all()[1] > 0)
        assert len(head.searcher.group._connections) == 3
        names = [connection.link.name for connection in head.searcher.group._connections]
        assert sum("reducer" in name for name in names) == 1
    finally:
        head.close()
    assert not any("Traceback" in text for text in head.said)
