"""Trees that tell each other like the machines of a cluster, in turn in one thread: to measure.

What sharing is worth at equal total simulations can so be found without machines, and a search can
be repeated. Each tree searches a slice, then all exchange what a cluster would. The memory and a
limit in simulations are divided among them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Final

from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy
from gtpengine.cluster.head import HeadSearcher
from gtpengine.cluster.member import Member
from gtpengine.cluster.messages import MemberAnswer, Order
from gtpengine.cluster.start import policy_of
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.searchers import Materials, TreeAlone

check = TreeAlone().check
end = TreeAlone().end

SEED_STEP: Final = 1_000_003
"""Difference between the seeds of consecutive trees."""

SLICE: Final = 100
"""Simulations of a slice where only time limits a search."""


class DirectLink:
    """The way to a member in this thread: the answer is there at once."""

    def __init__(self, member: Member, name: str) -> None:
        self.member = member
        self.name = name

    def exchange(self, order: Order) -> Future[MemberAnswer]:
        """Let the member do as ordered."""
        future: Future[MemberAnswer] = Future()
        future.set_result(self.member.exchange(order))
        return future

    def close(self) -> None:
        """There is nothing to close."""


class SharedTrees(HeadSearcher):
    """A head and members with a thread each that take turns.

    ``make(memory_mb, seed)`` makes a tree; ``exchanges`` is how often they tell each other in a
    search with a limit in simulations.
    """

    def __init__(
        self,
        make: Callable[[int, int], SharingSearcher],
        trees: int,
        memory_mb: int,
        params: SearchParams,
        seed: int,
        policy: SharingPolicy,
        exchanges: int,
    ) -> None:
        self._now = 0.0
        share = max(1, memory_mb // trees)
        super().__init__(make(share, seed), params, seed, policy, lambda: self._now)
        self._exchanges = exchanges
        self._trees = trees
        self._members = []
        for number in range(1, trees):
            member = Member(make(share, seed), SEED_STEP * number)
            self._members.append(member)
            self.group.add(DirectLink(member, f"tree {number}"))

    def set_threads(self, threads: int) -> None:
        """There is one thread."""

    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport:
        """Search with all trees in turn until a limit is reached or a condition says so."""
        begin = time.monotonic()
        most, piece = limits.simulations, SLICE
        if most is not None:
            piece = max(1, -(-most // (self._trees * self._exchanges)))
        self._base = self.group.of_task
        self.group.go()
        report: SearchReport | None = None
        reason = ""
        while not reason:
            done = 0 if report is None else report.simulations
            done += self.group.of_task - self._base
            left = None if limits.seconds is None else begin + limits.seconds - time.monotonic()
            own = piece if most is None else min(piece, most - done)
            part = self._tree.search(Limits(own, None if left is None else max(0.0, left)))
            done += part.simulations
            for member in self._members:
                done += member.advance(piece if most is None else min(piece, most - done))
            self._exchange()
            part = replace(self._tree.snapshot(), stopped_by=part.stopped_by)
            report = part if report is None else part.after(report)
            reason = self._why_end(report, limits, stop_conditions, begin)
        assert report is not None
        found = self._of_all(report)
        return replace(found, seconds=time.monotonic() - begin, stopped_by=reason)

    def _exchange(self) -> None:
        """Let all tell each other; answers are there at once, and heard at the next step."""
        self._now += self.group.policy.period
        self.group.step()
        self.group.step()

    def _why_end(
        self,
        report: SearchReport,
        limits: Limits,
        stop_conditions: Sequence[Stopper],
        begin: float,
    ) -> str:
        """Return why the search ends here; empty while it goes on."""
        of_all = replace(self._of_all(report), seconds=time.monotonic() - begin)
        if limits.simulations is not None and of_all.simulations >= limits.simulations:
            return "simulations"
        if report.stopped_by == "stop":
            return "stop"
        if limits.seconds is not None and of_all.seconds >= limits.seconds:
            return "time"
        return next((c.name for c in stop_conditions if c(of_all, limits)), "")


def make(materials: Materials) -> SearcherLike:
    """Return a tree for each thread, all in one."""
    options = materials.options
    return SharedTrees(
        lambda memory_mb, seed: SharingSearcher(materials.params, 1, memory_mb, seed),
        options.threads,
        materials.memory_mb,
        materials.params,
        options.seed,
        policy_of(options),
        options.cluster_exchanges,
    )
