"""What the members of a cluster send and receive, and what that costs the head, by their number.

    python -m gtpengine.tools.research.cluster.load [--members 2 8 32 64] [--size N]

Members are simulated in this process: real trees, real messages, a network in simulated time. In
each period every tree searches ``--simulations``, then all exchange. Bytes are counted in the
pickled messages. The head's load is the processor time of its exchanges without its search, as a
share of one core at the given period. Above ``--fanout`` members reducers stand between.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from typing import Final

from board_ext.position import Position
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import option, several
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy, group_of
from gtpengine.cluster.member import Member
from gtpengine.cluster.messages import SearchTask
from gtpengine.cluster.reducer import Reducer
from gtpengine.cluster.simulated import Exchanges, SimulatedLink, SimulatedNetwork
from gtpengine.cluster.start import usual_manner
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits

MEGABYTES: Final = 16
"""Memory of a tree."""


@dataclasses.dataclass(frozen=True)
class Load:
    """What was measured: bytes a second of a member, and of the head; processor time of a round."""

    members: int
    orders: float
    told: float
    heard: float
    nodes: float
    head: float
    seconds: float
    period: float

    def line(self) -> str:
        """Return the row of a table."""
        return (
            f"| {self.members} | {2 * self.orders:.1f} | {self.told / 1000:.1f} |"
            f" {self.heard / 1000:.1f} | {self.nodes:.0f} | {self.head / 1000:.0f} |"
            f" {1000 * self.seconds:.1f} | {100 * self.seconds / self.period:.1f} % |"
        )


HEADING: Final = (
    "| members | messages a second of a member | kB a second to it | from it | nodes it tells of |"
    " kB a second of the head | ms of the head for a round | of one core |\n"
    "|---|---|---|---|---|---|---|---|"
)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LoadOptions:
    """What ``python -m gtpengine.tools.research.cluster.load`` takes."""

    members: tuple[int, ...] = several(
        "numbers of members", numbers.count, default=(1, 2, 4, 8, 16, 32, 64)
    )
    size: int = option("board", numbers.board_size, default=19)
    rounds: int = option("periods measured", numbers.count, default=10)
    simulations: int = option("simulations in a period", numbers.count, default=500)
    period: float = option("seconds of a period", numbers.seconds(0.01, 60), default=0.3)
    share: float = option("share of the visits that makes news", numbers.real(0, 1), default=0.002)
    depth: int = option("moves below the root that are told", numbers.whole(1, 500), default=50)
    fanout: int = option(
        "members above which reducers stand between", numbers.whole(2, 1000), default=32
    )
    job: int = option("simulations of a job", numbers.count, default=500)
    sharing: str = option(
        "how trees are shared", str, default="tree", choices=("tree", "vote", "jobs", "root-parts")
    )


def measure(members: int, options: LoadOptions) -> Load:
    """Let a head and its members search for some periods."""
    policy = dataclasses.replace(
        usual_manner(),
        sharing=options.sharing,
        period=options.period,
        share=options.share,
        depth=options.depth,
        job=options.job,
    )
    network = SimulatedNetwork()
    group = group_of(policy, network.clock)
    head = SharingSearcher(memory_mb=MEGABYTES, seed=1)
    head.keep_digests(1)
    head.set_position(Position(options.size))
    trees, links, direct = _join(members, options.fanout, policy, network)
    for link in direct:
        group.add(link)
    told = head.digest(*group.told)
    values = {spec.name: value for spec, value in SearchParams()}
    task = SearchTask(1, 1, (), 0, 1, Position(options.size), told.origin, values)
    group.begin(task, head)
    group.go()
    spent, before = 0.0, 0
    for number in range(options.rounds + 1):
        if number == 1:  # the first round tells the game
            spent, before = 0.0, group.traffic.nodes_heard
            for link in {*links, *direct}:
                link.bytes_sent = link.bytes_heard = link.messages = 0
        network.pass_time(options.period)
        head.search(Limits(simulations=options.simulations))
        for tree in trees:
            tree.advance(options.simulations)
        begin = time.process_time()
        group.step()
        spent += time.process_time() - begin
    seconds = options.rounds * options.period
    count = max(1, len(links))
    return Load(
        members,
        sum(link.messages for link in links) / count / seconds,
        sum(link.bytes_sent for link in links) / count / seconds,
        sum(link.bytes_heard for link in links) / count / seconds,
        (group.traffic.nodes_heard - before) / max(1, options.rounds * len(direct)),
        sum(link.bytes_sent + link.bytes_heard for link in direct) / seconds,
        spent / options.rounds,
        options.period,
    )


def _join(
    members: int, fanout: int, policy: SharingPolicy, network: SimulatedNetwork
) -> tuple[list[Member], list[SimulatedLink], list[SimulatedLink]]:
    """Return the members, the links to each, and the links of the head."""
    trees, links, direct = [], [], []
    reducers: list[Reducer] = []
    for number in range(members):
        member = Member(SharingSearcher(memory_mb=MEGABYTES, seed=1), 1000 * (number + 1))
        link = SimulatedLink(network, f"member {number}", member)
        trees.append(member)
        links.append(link)
        if number < fanout:
            direct.append(link)
            continue
        if number % fanout == 0:
            reducers.append(Reducer(policy, network.clock))
            stands: Exchanges = reducers[-1]
            direct.append(SimulatedLink(network, f"reducer {len(reducers)}", stands))
        reducers[-1].add(link)
    return trees, links, direct


def run(options: LoadOptions) -> int:
    """Print the table."""
    print(HEADING)
    for members in options.members:
        print(measure(members, options).line(), flush=True)
    return 0


COMMAND: Final = CommandLine(
    LoadOptions, run, "Measure what the members of a cluster send, and what that costs the head."
)


if __name__ == "__main__":
    sys.exit(COMMAND.ready("load", sys.argv[1:])())
