"""What the members of a cluster send and receive, and what that costs the head, by their number.

    python -m gtpengine.tools.measuring.cluster_load [--members 2 8 32 64] [--size N]

Members are simulated in this process: real trees, real messages, a network in simulated time. In
each period every tree searches ``--simulations``, then all exchange. Bytes are those of the pickled
messages. The head's load is the processor time of its exchanges without that of its search, as a
share of one core at the given period. Above ``--fanout`` members reducers stand between.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from typing import Final

from board_ext.position import Position
from gtpengine.base import numbers
from gtpengine.cluster.group import Manner, group_of
from gtpengine.cluster.member import Member
from gtpengine.cluster.messages import Task
from gtpengine.cluster.reducer import Reducer
from gtpengine.cluster.start import usual_manner
from gtpengine.lab.parallel.simulated import Exchanges, Network, SimulatedLink
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

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


def measure(members: int, args: argparse.Namespace) -> Load:
    """Let a head and its members search for ``args.rounds`` periods."""
    manner = dataclasses.replace(
        usual_manner(),
        sharing=args.sharing,
        period=args.period,
        share=args.share,
        depth=args.depth,
        job=args.job,
    )
    network = Network()
    group = group_of(manner, network.clock)
    head = Searcher(memory_mb=MEGABYTES, seed=1)
    head.keep_digests(1)
    head.set_position(Position(args.size))
    trees, links, direct = _join(members, args.fanout, manner, network)
    for link in direct:
        group.add(link)
    told = head.digest(*group.told)
    values = {spec.name: value for spec, value in SearchParams()}
    task = Task(1, 1, (), 0, 1, Position(args.size), told.origin, values)
    group.begin(task, head)
    group.go()
    spent, before = 0.0, 0
    for number in range(args.rounds + 1):
        if number == 1:  # the first round tells the game
            spent, before = 0.0, group.traffic.nodes_heard
            for link in {*links, *direct}:
                link.bytes_sent = link.bytes_heard = link.messages = 0
        network.pass_time(args.period)
        head.search(Limits(simulations=args.simulations))
        for tree in trees:
            tree.advance(args.simulations)
        begin = time.process_time()
        group.step()
        spent += time.process_time() - begin
    seconds = args.rounds * args.period
    count = max(1, len(links))
    return Load(
        members,
        sum(link.messages for link in links) / count / seconds,
        sum(link.bytes_sent for link in links) / count / seconds,
        sum(link.bytes_heard for link in links) / count / seconds,
        (group.traffic.nodes_heard - before) / max(1, args.rounds * len(direct)),
        sum(link.bytes_sent + link.bytes_heard for link in direct) / seconds,
        spent / args.rounds,
        args.period,
    )


def _join(
    members: int, fanout: int, manner: Manner, network: Network
) -> tuple[list[Member], list[SimulatedLink], list[SimulatedLink]]:
    """Return the members, the links to each, and the links of the head."""
    trees, links, direct = [], [], []
    reducers: list[Reducer] = []
    for number in range(members):
        member = Member(Searcher(memory_mb=MEGABYTES, seed=1), 1000 * (number + 1))
        link = SimulatedLink(network, f"member {number}", member)
        trees.append(member)
        links.append(link)
        if number < fanout:
            direct.append(link)
            continue
        if number % fanout == 0:
            reducers.append(Reducer(manner, network.clock))
            stands: Exchanges = reducers[-1]
            direct.append(SimulatedLink(network, f"reducer {len(reducers)}", stands))
        reducers[-1].add(link)
    return trees, links, direct


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--members", type=numbers.count, nargs="+", default=[1, 2, 4, 8, 16, 32, 64]
    )
    parser.add_argument("--size", type=numbers.board_size, default=19, help="board (19)")
    parser.add_argument("--rounds", type=numbers.count, default=10, help="periods measured (10)")
    parser.add_argument("--simulations", type=numbers.count, default=500, help="in a period (500)")
    parser.add_argument("--period", type=numbers.seconds(0.01, 60), default=0.3)
    parser.add_argument("--share", type=numbers.real(0, 1), default=0.002)
    parser.add_argument("--depth", type=numbers.whole(1, 500), default=50)
    parser.add_argument("--fanout", type=numbers.whole(2, 1000), default=32)
    parser.add_argument("--job", type=numbers.count, default=500, help="simulations of a job (500)")
    parser.add_argument("--sharing", choices=("tree", "vote", "jobs", "root-parts"), default="tree")
    args = parser.parse_args()
    print(HEADING)
    for members in args.members:
        print(measure(members, args).line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
