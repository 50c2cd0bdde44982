"""Hubs whose members are told nothing: what each finds at the root is kept apart until the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from gtpengine.cluster.digests.exchange import Digest
from gtpengine.cluster.group import Connection, Group, Local, SharingPolicy
from gtpengine.cluster.messages import MemberAnswer, SearchTask
from gtpengine.cluster.shared_statistics import SharedStatistics

Root = Mapping[int, tuple[int, ...]]
"""A machine's moves of the root: point -> visits, reward and so on, as `SharedStatistics.sums`."""


class RootsKept(Group):
    """A hub that keeps the statistics of each member apart, and tells nobody of them."""

    def __init__(
        self,
        policy: SharingPolicy,
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(policy, clock, note)
        self._roots: dict[Connection, SharedStatistics] = {}

    def roots(self) -> list[Root]:
        """Return what each member has told of its moves."""
        told = [
            self._roots[connection].sums()
            for connection in self._connections
            if connection in self._roots
        ]
        return [{path[0]: row for path, row in sums.items() if len(path) == 1} for sums in told]

    @property
    def told(self) -> tuple[float, int]:
        return 0.0, 1  # all moves of the root

    def begin(self, task: SearchTask, local: Local | None) -> None:
        before = self._task
        super().begin(task, local)
        since = None if before is None else task.moves_since(before.lineage, before.moves)
        if since is None:
            self._roots.clear()
        else:
            for root in self._roots.values():
                root.follow(since, task.origin)

    def _news_for(self, connection: Connection) -> Digest | None:
        if connection.anew:  # it forgets its tree, and tells everything again
            self._roots.pop(connection, None)
        return None

    def _tell_local(self) -> None:
        """The head's tree keeps its own statistics."""

    def _note_news(self, connection: Connection, answer: MemberAnswer) -> bool:
        task = self._task
        assert task is not None
        since = task.moves_since(answer.lineage, answer.moves)
        if since is None or answer.news is None:
            return False
        root = self._roots.get(connection)
        if root is None:
            root = self._roots[connection] = SharedStatistics(task.origin)
            root.join(connection)
        heard = root.heard(connection, answer.news, since)
        self.traffic.nodes_heard += heard
        return heard > 0

    def _drop(self, connection: Connection, why: str) -> None:
        super()._drop(connection, why)
        self._roots.pop(connection, None)
