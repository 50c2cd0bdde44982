"""The hub of a group of members: gives orders, hears answers, passes on what is new.

It never waits. Each member has at most one order without an answer. One that is slow gets no
further orders until it answers, and one that fails is dropped: what it has told stays, and what it
had not told is lost. Members are reached by links, which know how messages travel.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, Protocol, cast

from gtpengine.base.arguments import laboratory
from gtpengine.cluster.digests.exchange import Digest
from gtpengine.cluster.messages import MemberAnswer, Order, SearchTask
from gtpengine.cluster.shared_statistics import SharedStatistics
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport

GIVE_UP: Final = 20.0
"""Seconds without an answer after which a member is dropped for good."""

IN_HAND: Final = 0.01
"""Seconds between the last answers and the end of a search."""

TREE: Final = "tree"
"""The way of sharing of `Group`. Others, for comparison, are in ``gtpengine.lab.parallel``."""


class Link(Protocol):
    """The way to one member."""

    @property
    def name(self) -> str:
        """What the user calls the member."""

    def exchange(self, order: Order) -> Future[MemberAnswer]:
        """Send an order; the answer, or the failure, comes some time, or never."""

    def close(self) -> None:
        """Send nothing any more; the member may end. Must not wait."""


class Local(Protocol):
    """The hub's own tree, or what stands for the rest of the cluster in its place."""

    def digest(self, least_share: float = ..., max_depth: int = ...) -> Digest: ...
    def absorb(self, digest: Digest) -> Digest: ...


@dataclass(frozen=True)
class SharingPolicy:
    """How often and of what trees tell each other: seconds, share of the root's visits, moves.

    Members that share trees expand a node from its ``expand_visits``-th visit on, 0 for the head's.
    Where a network leads and all search the same position, they have ``symmetry`` and
    ``prior_noise`` as ``network_symmetry`` and ``network_prior_noise``, the head's where 0.
    ``sharing`` and ``job`` are for comparisons (`group_of`).
    """

    sharing: str = TREE
    period: float = 0.3
    share: float = 0.01
    depth: int = 500
    expand_visits: int = 0
    symmetry: int = 0
    prior_noise: float = 0.0
    job: int = 2000

    @property
    def own_ways(self) -> dict[str, object]:
        """The parameters by which members ask the network in ways of their own."""
        values = {"network_symmetry": self.symmetry, "network_prior_noise": self.prior_noise}
        return {name: value for name, value in values.items() if value}


@dataclass
class Traffic:
    """What has gone between a hub and its members since it began."""

    orders: int = 0
    answers: int = 0
    bytes_sent: int = 0
    bytes_heard: int = 0
    nodes_heard: int = 0
    dropped: int = 0


@dataclass(eq=False)
class Connection:
    """A member, as its hub sees it."""

    link: Link
    task: int = -1
    anew: bool = True
    sent_at: float = 0.0
    trip: float = 0.0
    pending: Future[MemberAnswer] | None = None
    resting: bool = True
    simulations: int = 0
    members: int = 1


class Group:
    """A hub of trees that share their heavy nodes.

    One thread calls it at a time; ``step`` is to be called when it is ``due``, and when there is an
    answer to hear. ``note`` gets sentences about members that come and go.
    """

    def __init__(
        self,
        policy: SharingPolicy,
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.policy = policy
        self.traffic = Traffic()
        self.simulations = 0
        """Simulations of all members since the beginning."""
        self.of_task = 0
        """Their simulations of the present task."""
        self.on_lost: Callable[[Link], None] = lambda _: None
        """Called with the link of a member that was dropped."""
        self.on_answer: Callable[[], None] = lambda: None
        """Called in any thread when ``step`` has an answer to hear."""
        self._clock = clock
        self._note = note
        self._connections: list[Connection] = []
        self._task: SearchTask | None = None
        self._shared: SharedStatistics | None = None
        self._local: Local | None = None
        self._search = False
        self._due = 0.0
        self._end = 0.0

    # --- members ---

    def add(self, link: Link) -> None:
        """Let a member take part; it learns the task, and all that is known, with its first order.

        Whoever was a member before and comes back is told to forget its tree first.
        """
        connection = Connection(link)
        self._connections.append(connection)
        if self._shared is not None:
            self._shared.join(connection)
        if self._task is not None:
            self._send(connection)

    @property
    def members(self) -> int:
        """Return the number of machines that have answered their last order, or may in time."""
        return sum(
            connection.members for connection in self._connections if not self._is_late(connection)
        )

    @property
    def late(self) -> tuple[str, ...]:
        """Return the names of members that have not answered for more than a period."""
        return tuple(
            connection.link.name for connection in self._connections if self._is_late(connection)
        )

    @property
    def trip(self) -> float:
        """Return the longest time in seconds that an answer took lately, 0 without members."""
        return max((s.trip for s in self._connections if not self._is_late(s)), default=0.0)

    def anew(self) -> None:
        """Let all members forget their trees with their next order."""
        for connection in self._connections:
            connection.anew, connection.task = True, -1

    def drop_all(self, why: str) -> None:
        """Drop all members; they may come back."""
        for connection in list(self._connections):
            self._drop(connection, why)

    def close(self) -> None:
        """Let all members go."""
        for connection in self._connections:
            connection.link.close()
        self._connections.clear()

    # --- the task ---

    def begin(self, task: SearchTask, local: Local | None) -> None:
        """Search another position from now on; ``local`` has it already.

        Without a local tree somebody else tells, and is told, in its place.
        """
        before, self._task, self._local = self._task, task, local
        self.of_task = 0
        since = None if before is None else task.moves_since(before.lineage, before.moves)
        if self._shared is None or since is None:
            self._shared = SharedStatistics(task.origin)
            for party in (self, *self._connections):
                self._shared.join(party)
        else:
            self._shared.follow(since, task.origin)

    def detach(self) -> None:
        """Leave the local tree alone until the next task, and let the members rest."""
        self._local = None
        self.rest()

    def go(self) -> None:
        """Let the members search; those who are free hear of it at once."""
        self._search = True
        self._round()

    def rest(self) -> None:
        """Let the members rest."""
        self._search = False
        self._round()

    @property
    def searching(self) -> bool:
        """Whether the members are to search."""
        return self._search

    @property
    def due(self) -> float:
        """When the next orders are given."""
        return self._due

    def end_at(self, when: float) -> None:
        """Let the last answers of a search come just before this time, when it ends."""
        self._end = when
        self._hasten()

    def _hasten(self) -> None:
        """Give the next orders in time for the last answers before the end.

        An answer after the end loses what a whole period has found. So the last orders leave two
        trips, because trips over Ray differ. Regular orders just before them are left out, because
        a member takes one order at a time.
        """
        trip = self.trip
        last = self._end - min(2 * self.policy.period, 2 * trip + IN_HAND)
        if self._clock() < last < self._due + trip:
            self._due = last

    def step(self) -> None:
        """Hear the answers that have come, pass them on, and give orders when it is time."""
        heard = False
        for connection in [s for s in self._connections if s.pending is not None]:
            heard |= self._hear(connection)
        if self._search and self._clock() >= self._due:
            self._round()
        if heard:
            self._tell_local()

    def hear_local(self, digest: Digest) -> None:
        """Add what the local tree tells."""
        if self._shared is not None:
            self._shared.heard(self, digest)

    def local_news(self) -> Digest | None:
        """Return what the local tree does not know; None before there is a task."""
        return None if self._shared is None else self._shared.news(self)

    def _tell_local(self) -> None:
        shared, local = self._shared, self._local
        if shared is None or local is None:
            return
        news = shared.news(self)
        if len(news):
            shared.returned(self, local.absorb(news))

    # --- what ways of sharing differ in ---

    @property
    def told(self) -> tuple[float, int]:
        """The least share and the greatest depth of the nodes that trees tell of."""
        return self.policy.share, self.policy.depth

    def params_of_members(self, params: SearchParams) -> dict[str, object]:
        """Return the parameters that members search with, where the head has ``params``.

        Between two exchanges all trees go to the same leaves. So each tree expands a leaf after
        fewer visits. Otherwise all trees together would grow as slowly as one of them. A network
        says the same to all of them. So each tree asks it in a way of its own. Otherwise all trees
        together would find what one of them finds.
        """
        values: dict[str, object] = {spec.name: value for spec, value in params}
        if self.policy.expand_visits:
            values["expand_visits"] = min(params.expand_visits, self.policy.expand_visits)
        return values | self.policy.own_ways

    def of_all(self, report: SearchReport) -> SearchReport:
        """Return the report of the head's tree with what the members found."""
        return report  # the tree has it already

    def _news_for(self, connection: Connection) -> Digest | None:
        """Return what a member does not know."""
        assert self._shared is not None
        return self._shared.news(connection)

    def _task_of(self, _connection: Connection) -> SearchTask | None:
        """Return what a member is to search now; None while that is not known."""
        return self._task

    def _has_its_task(self, connection: Connection) -> bool:
        """Return whether a member has what it is to search, and may go on with it."""
        return self._task is not None and connection.task == self._task.number

    def _most_of(self, _connection: Connection) -> int:
        """Return the most simulations that a member makes in its task; 0 for no limit."""
        return 0

    def _task_of_answer(self, _connection: Connection, answer: MemberAnswer) -> int:
        """Return the number of the task that the simulations of an answer are of."""
        return answer.number

    def _note_news(self, connection: Connection, answer: MemberAnswer) -> bool:
        """Add what an answer tells, of the present position or one before it.

        :raises ValueError: when it is damaged.
        """
        task, shared = self._task, self._shared
        assert task is not None and shared is not None
        since = task.moves_since(answer.lineage, answer.moves)
        if since is None or answer.news is None:
            return False
        heard = shared.heard(connection, answer.news, since)
        self.traffic.nodes_heard += heard
        return heard > 0

    # --- orders and answers ---

    def _round(self) -> None:
        """Exchange with the local tree, then with all members that are free."""
        if self._task is None:
            return
        now = self._clock()
        self._due = now + self.policy.period
        self._hasten()
        if self._local is not None:
            self.hear_local(self._local.digest(*self.told))
        for connection in list(self._connections):
            if connection.pending is None:
                self._send(connection)
            elif self._clock() - connection.sent_at > GIVE_UP:
                self._drop(connection, f"has not answered for {GIVE_UP:g} seconds")

    def _send(self, connection: Connection) -> None:
        """Send an order to a member that is free, unless it rests and may go on resting."""
        shared = self._shared
        assert shared is not None
        if not self._search and connection.resting:
            return
        task = self._task_of(connection)
        if task is None:
            return
        new = connection.task != task.number
        if connection.anew:
            shared.join(connection)
        share, depth = self.told
        order = Order(
            search=self._search,
            task=task if new else None,
            anew=connection.anew,
            news=self._news_for(connection),
            share=share,
            depth=depth,
            simulations=self._most_of(connection),
        )
        connection.task, connection.anew, connection.resting = task.number, False, not self._search
        connection.sent_at = self._clock()
        self.traffic.orders += 1
        self.traffic.bytes_sent += _bytes_of(order.news)
        try:
            pending = connection.link.exchange(order)
        except Exception as error:
            self._drop(connection, _reason(error))
            return
        connection.pending = pending
        pending.add_done_callback(lambda _: self.on_answer())

    def _hear(self, connection: Connection) -> bool:
        """Take an answer if it has come; return whether it tells something."""
        pending = connection.pending
        if pending is None or not pending.done():
            return False
        connection.pending = None
        error = pending.exception()
        if error is not None:
            self._drop(connection, _reason(error))
            return False
        answer = pending.result()
        connection.trip = max(0.8 * connection.trip, self._clock() - connection.sent_at)
        connection.simulations += answer.simulations
        connection.members = answer.members
        self.simulations += answer.simulations
        self.traffic.answers += 1
        self.traffic.bytes_heard += _bytes_of(answer.news)
        number = self._task_of_answer(connection, answer)
        if self._task is not None and number == self._task.number:
            self.of_task += answer.simulations
        try:
            told = self._note_news(connection, answer)
        except ValueError as damage:
            self._drop(connection, _reason(damage))
            return False
        # The task, or whether to search, may have changed while the member was busy.
        if not self._has_its_task(connection) or self._search == connection.resting:
            self._send(connection)
        return told

    def _drop(self, connection: Connection, why: str) -> None:
        self._connections.remove(connection)
        if self._shared is not None:
            self._shared.leave(connection)
        self.traffic.dropped += 1
        self._note(f"{connection.link.name} is lost: {why}; the search goes on without it")
        connection.link.close()
        self.on_lost(connection.link)

    def _is_late(self, connection: Connection) -> bool:
        waited = 0.0 if connection.pending is None else self._clock() - connection.sent_at
        return waited > max(self.policy.period, 3 * connection.trip)


def _bytes_of(digest: Digest | None) -> int:
    return 0 if digest is None else len(digest.entries)


def _reason(error: BaseException) -> str:
    """Return the last line of an error, for the user."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[-1][:200]


def group_of(
    policy: SharingPolicy,
    clock: Callable[[], float] = time.monotonic,
    note: Callable[[str], None] = lambda _: None,
) -> Group:
    """Return a hub that shares by a policy; all policies but trees are the laboratory's."""
    if policy.sharing == TREE:
        return Group(policy, clock, note)
    name = f"parallel.{policy.sharing.replace('-', '')}"
    other = laboratory.module(name, f"cluster_sharing={policy.sharing}")
    return cast(Group, other.group(policy, clock, note))
