"""How long an order to another process and its answer take, beside one simulation.

    python -m gtpengine.tools.research.cluster.round_trip [--ray] [--size N]

It is what a search pays that sends each leaf, or each step of a simulation, to another machine. The
order is a job of one simulation, some moves below the root; who gets it answers at once with what
such a job tells. So the trip is the whole of the time: pickling alone, or with ``--ray`` an actor
of Ray on this machine, one order at a time. A network comes on top. Intervals are 95 %, over
batches.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Final

from board_ext.position import Position
from gtpengine.base.arguments import numbers
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.member import Member
from gtpengine.cluster.messages import MemberAnswer, Order, SearchTask
from gtpengine.cluster.simulated import SimulatedLink, SimulatedNetwork
from gtpengine.lab.parallel.jobs import after
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits

BATCHES: Final = 20

SIMULATIONS: Final = 2000
"""Those of a batch."""

MEGABYTES: Final = 64
"""Memory of a tree."""

DEPTH: Final = 4
"""Moves from the root to the position of the job."""


class Echo:
    """Answers any order with the same answer, which it was made with."""

    def __init__(self, answer: MemberAnswer) -> None:
        self._answer = answer

    def exchange(self, order: Order) -> MemberAnswer:  # noqa: ARG002
        """Return the answer."""
        return self._answer


@dataclass(frozen=True)
class Time:
    """Mean seconds, and half the width of their 95 % interval."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{1e6 * self.mean:.0f} ± {1e6 * self.error:.0f} µs"


def job(size: int) -> tuple[Order, MemberAnswer]:
    """Return the order of a job of one simulation, and what a member answers when it is done."""
    tree = SharingSearcher(memory_mb=MEGABYTES, seed=1)
    tree.keep_digests(1)
    tree.set_position(Position(size))
    values = {spec.name: value for spec, value in SearchParams()}
    task = SearchTask(1, 1, (), 0, 1, Position(size), tree.digest().origin, values)
    path = tuple(Position(size).legal_moves()[:DEPTH])
    order = Order(True, after(task, path, -2), share=0.0, depth=1, simulations=1)
    member = Member(tree)
    member.exchange(order)
    member.advance(1)
    return order, member.exchange(replace(order, task=None))


def timed(act: Callable[[], object], times: int) -> Time:
    """Return how long something takes that is done ``times`` times in each batch."""
    act()  # what it needs once
    means = []
    for _ in range(BATCHES):
        begin = time.perf_counter()
        for _ in range(times):
            act()
        means.append((time.perf_counter() - begin) / times)
    return Time(statistics.fmean(means), 1.96 * statistics.stdev(means) / BATCHES**0.5)


def simulation(size: int, simulations: int) -> Time:
    """Return how long a simulation of a search on an empty board takes."""
    tree = SharingSearcher(memory_mb=MEGABYTES, seed=1)
    tree.set_position(Position(size))
    batch = timed(lambda: tree.search(Limits(simulations=simulations)), 1)
    return Time(batch.mean / simulations, batch.error / simulations)


def pickled(size: int, times: int) -> Time:
    """Return how long it takes to pickle an order, read it, and the same with its answer."""
    order, answer = job(size)
    network = SimulatedNetwork()
    link = SimulatedLink(network, "echo", Echo(answer))

    def trip() -> Future[MemberAnswer]:
        future = link.exchange(order)
        network.pass_time(0.0)
        return future

    return timed(trip, times)


def over_ray(size: int, times: int) -> Time:
    """Return how long an order to an actor on this machine takes, of a Ray begun for it."""
    from gtpengine.cluster.raylink import RayLink, ray

    order, answer = job(size)
    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        link = RayLink(ray.remote(Echo).remote(answer), "echo")
        return timed(lambda: link.exchange(order).result(), times)
    finally:
        ray.shutdown()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=numbers.board_size, default=19, help="board (19)")
    parser.add_argument("--times", type=numbers.count, default=200, help="trips in a batch (200)")
    parser.add_argument("--ray", action="store_true", help="begin Ray and measure it, too")
    args = parser.parse_args()
    one = simulation(args.size, SIMULATIONS)
    print(f"| what | time | simulations |\n|---|---|---|\n| one simulation | {one} | 1 |")
    ways = {"pickling, both ways": pickled} | ({"an actor of Ray": over_ray} if args.ray else {})
    for name, measure in ways.items():
        trip = measure(args.size, args.times)
        print(f"| {name} | {trip} | {trip.mean / one.mean:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
