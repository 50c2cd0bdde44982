"""What a move of a cluster loses to its start, its end and the exchange, in seconds.

    gtpengine join 127.0.0.1:6379 --threads 1 --memory 64        # on each machine
    python -m gtpengine.tools.research.cluster.lost 127.0.0.1:6379 [--members N] [--size N]

Moves of several lengths are searched on one position, each from an empty tree. The simulations of
the members that counted for the move are a line in its length. Its slope is the members' speed;
the length at which it begins is what a move loses: members begin a trip after the head, and what
they find after the last exchange comes too late for the move. The head has one thread. It and the
members need a core each, or they slow each other down.

``--delay`` holds orders and answers up, as a slower network does.

Not measured: what members find late stays in their trees, and counts for the next move.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.base.arguments import numbers
from gtpengine.base.streams.stderrline import say
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import Link
from gtpengine.cluster.messages import MemberAnswer, Order
from gtpengine.cluster.searcher import ClusterSearcher
from gtpengine.cluster.start import Head, check
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits

LENGTHS: Final = (0.25, 0.5, 1.0, 2.0)
"""Seconds of a move."""

PATIENCE: Final = 120.0
"""Seconds in which the members have to come."""

MEGABYTES: Final = 256
"""Memory of the head's tree."""

RESAMPLES: Final = 2000


@dataclasses.dataclass(frozen=True)
class TimeLost:
    """Seconds that a move loses, with their 95 % interval; the members' simulations a second."""

    seconds: float
    low: float
    high: float
    speed: float

    def __str__(self) -> str:
        interval = f"{1000 * self.low:.0f} to {1000 * self.high:.0f}"
        return f"{1000 * self.seconds:.0f} ms ({interval}) of a move, {self.speed:.0f} a second"


def time_lost(lengths: Sequence[float], counted: Sequence[int], seed: int = 1) -> TimeLost:
    """Fit a line to the simulations ``counted`` of moves; return where it begins.

    The interval is by the bootstrap over moves.

    :raises ValueError: for fewer than two different lengths, or where longer moves have no more
        simulations
    """
    x, y = np.asarray(lengths, np.float64), np.asarray(counted, np.float64)
    if len(set(lengths)) < 2:
        raise ValueError("moves of at least two lengths are needed")
    start, speed = _line(x, y)
    # Half a simulation over all lengths is less than counts can show: a flat line, rounded.
    if speed * np.ptp(x) < 0.5:
        raise ValueError("longer moves had no more simulations of members")
    random_numbers = np.random.default_rng(seed)
    starts = []
    for _ in range(RESAMPLES):
        drawn = random_numbers.integers(0, len(x), len(x))
        if len(set(x[drawn])) > 1:
            starts.append(_line(x[drawn], y[drawn])[0])
    low, high = np.percentile(starts, [2.5, 97.5])
    return TimeLost(start, float(low), float(high), speed)


def _line(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return where the line of least squares begins, and its slope."""
    slope, height = np.polyfit(x, y, 1)
    return float(-height / slope), float(slope)


class DelayedLink:
    """A link on which each order, and each answer, takes ``seconds`` longer."""

    def __init__(self, link: Link, seconds: float) -> None:
        self.name = link.name
        self._link = link
        self._seconds = seconds

    def exchange(self, order: Order) -> Future[MemberAnswer]:
        answered: Future[MemberAnswer] = Future()

        def send() -> None:
            self._link.exchange(order).add_done_callback(hold)

        def hold(future: Future[MemberAnswer]) -> None:
            self._after(lambda: answer(future))

        def answer(future: Future[MemberAnswer]) -> None:
            if error := future.exception():
                answered.set_exception(error)
            else:
                answered.set_result(future.result())

        self._after(send)
        return answered

    def close(self) -> None:
        self._link.close()

    def _after(self, act: Callable[[], None]) -> None:
        timer = threading.Timer(self._seconds, act)
        timer.daemon = True
        timer.start()


class DelayedHead(Head):
    """A head with a delay of some seconds, in each direction, on the way to every member."""

    def __init__(
        self, tree: SharingSearcher, options: EngineOptions, params: SearchParams, delay: float
    ) -> None:
        self._delay = delay  # the first member may come before the rest is set
        super().__init__(tree, options, params, lambda _: None, say)

    def add(self, link: Link) -> None:
        super().add(DelayedLink(link, self._delay) if self._delay else link)


def wait_for_members(head: ClusterSearcher, wanted: int) -> None:
    """Wait until ``wanted`` members take part.

    :raises TimeoutError: when they do not come
    """
    deadline = time.monotonic() + PATIENCE
    while head.group.members < wanted:
        if time.monotonic() > deadline:
            there = head.group.members
            raise TimeoutError(f"{there} of {wanted} members came; run gtpengine join on each")
        time.sleep(0.2)


def counted(
    head: ClusterSearcher, tree: SharingSearcher, position: Position, seconds: float
) -> int:
    """Search one move of ``seconds``; return how many of the members' simulations count.

    ``tree`` is the head's tree.
    """
    head.clear()
    head.set_position(position)
    time.sleep(0.5)  # members are told the position, and rest
    everything = head.search(Limits(seconds=seconds)).simulations
    time.sleep(0.5)
    return everything - tree.snapshot().simulations


def measure(
    head: ClusterSearcher, tree: SharingSearcher, size: int, moves: int, seed: int
) -> TimeLost:
    """Search ``moves`` moves of each length, in an order that is drawn."""
    order = [seconds for seconds in LENGTHS for _ in range(moves)]
    random.Random(seed).shuffle(order)
    position = Position(size)
    counted(head, tree, position, 1.0)  # models and networks are read, connections made
    found = [counted(head, tree, position, seconds) for seconds in order]
    for length in LENGTHS:
        some = [one for one, seconds in zip(found, order, strict=True) if seconds == length]
        print(f"| {length:g} s | {statistics.median(some):.0f} |", flush=True)
    return time_lost(order, found, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", help="HOST:PORT of the cluster, or auto")
    parser.add_argument("--members", type=numbers.count, default=1, help="members (1)")
    parser.add_argument("--size", type=numbers.board_size, default=19, help="board (19)")
    parser.add_argument("--moves", type=numbers.count, default=10, help="of each length (10)")
    parser.add_argument(
        "--delay", type=float, default=0.0, metavar="MS", help="milliseconds each way (0)"
    )
    parser.add_argument("--seed", type=int, default=1, help="order of the moves (1)")
    args = parser.parse_args()
    options, params = EngineOptions(), SearchParams()
    try:
        check()
        options.assign("cluster", args.address)
    except ValueError as error:
        parser.error(str(error))
    tree = SharingSearcher(params, 1, MEGABYTES, seed=1)
    head = DelayedHead(tree, options, params, args.delay / 1000)
    try:
        wait_for_members(head, args.members)
        print("| move | simulations of members that count |\n|---|---|", flush=True)
        print(measure(head, tree, args.size, args.moves, args.seed))
    except (TimeoutError, ValueError) as error:
        say(f"lost: {error}")
        return 1
    finally:
        head.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
