"""A hub and its members in simulated time."""

from __future__ import annotations

from board_ext.position import Position
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy, group_of
from gtpengine.cluster.member import Member
from gtpengine.cluster.messages import SearchTask
from gtpengine.cluster.simulated import SimulatedLink, SimulatedNetwork
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits

PERIOD = 0.3
ALL = SharingPolicy(period=PERIOD, share=0.0)
PARAMS = SearchParams(network="none")


class Lab:
    """A head and members, which search a little in each tenth of a second."""

    def __init__(self, members: int, policy: SharingPolicy = ALL, delay: float = 0.0) -> None:
        self.network = SimulatedNetwork()
        self.notes: list[str] = []
        self.group = group_of(policy, self.network.clock, self.notes.append)
        self.head = SharingSearcher(PARAMS, memory_mb=16, seed=1)
        self.head.keep_digests(1)
        self.position = Position(7)
        self.number = 0
        self.done: dict[str, int] = {}
        self.own = 0
        self.links: list[SimulatedLink] = []
        self.task: SearchTask | None = None
        self.begin(())
        for i in range(members):
            self.add(f"m{i}", delay)

    def add(self, name: str, delay: float = 0.0) -> SimulatedLink:
        tree = SharingSearcher(PARAMS, memory_mb=16, seed=1)
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
        told = self.head.digest(*self.group.told)
        self.number += 1
        before = () if self.task is None or self.task.lineage != lineage else self.task.moves
        self.task = SearchTask(
            self.number, lineage, (*before, *moves), 0, 1, self.position.copy(), told.origin,
            {spec.name: value for spec, value in PARAMS},
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
