"""Members and reducers as Ray actors, and the links to them: the whole transport of a cluster.

Ray carries an order to its actor at most once and in turn, and tells when an actor or its machine
is gone. All that a cluster knows is in ``gtpengine.cluster.group`` and below.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from gtpengine.base.system import threads
from gtpengine.base.system.raykey import use_key
from gtpengine.cluster.group import SharingPolicy
from gtpengine.cluster.identity import Identity, identity
from gtpengine.cluster.member import SearchingMember
from gtpengine.cluster.messages import MemberAnswer, Order
from gtpengine.cluster.reducer import Reducer

# Before the import, which reads them. Nobody's machines report to Ray's makers, and a program whose
# cluster is gone is not ended by Ray: the game goes on.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_gcs_rpc_server_reconnect_timeout_s", str(7 * 24 * 3600))
use_key()

# Untyped on purpose: the types of Ray differ from version to version.
ray: Any = importlib.import_module("ray")
exceptions: Any = importlib.import_module("ray.exceptions")


class RayLink:
    """The way to an actor with a method ``exchange``."""

    def __init__(self, actor: Any, name: str) -> None:
        self.actor = actor
        self.name = name

    def exchange(self, order: Order) -> Future[MemberAnswer]:
        """Send an order."""
        answer: Future[MemberAnswer] = Future()
        self.actor.exchange.remote(order).future().add_done_callback(
            lambda replied: _pass_on(replied, answer)
        )
        return answer

    def close(self) -> None:
        """Let the actor end, whatever it does; Ray may take its time to hear of it."""
        threads.begin(self._kill, name="kill")

    def _kill(self) -> None:
        with contextlib.suppress(Exception):  # it is dead, or Ray is
            ray.kill(self.actor)


def _pass_on(replied: Future[MemberAnswer], answer: Future[MemberAnswer]) -> None:
    """Give an answer on; of failures that are Ray's own the user need not know the words."""
    error = replied.exception()
    if error is None:
        answer.set_result(replied.result())
    elif isinstance(error, exceptions.RayTaskError):
        answer.set_exception(error)
    else:
        answer.set_exception(ConnectionError("its program or its machine is gone"))


class MemberActor:
    """A member on the machine where Ray starts it."""

    def __init__(
        self, threads: int, memory_mb: int, seed_step: int, params: Mapping[str, object]
    ) -> None:
        from gtpengine.cluster.digests.sharing_searcher import SharingSearcher

        self._identity = identity(params)
        tree = SharingSearcher(threads=threads, memory_mb=memory_mb)
        self._member = SearchingMember(tree, seed_step)

    def identity(self) -> Identity:
        """Return which program it runs."""
        return self._identity

    def exchange(self, order: Order) -> MemberAnswer:
        """Do as ordered."""
        return self._member.exchange(order)


class ReducerActor:
    """A reducer on the machine where Ray starts it."""

    def __init__(self, policy: SharingPolicy) -> None:
        self._reducer = Reducer(policy)
        self._reducer.begin()

    def add(self, actor: Any, name: str) -> None:
        """Let a member take part."""
        self._reducer.add(RayLink(actor, name))

    def exchange(self, order: Order) -> MemberAnswer:
        """Pass an order on."""
        return self._reducer.exchange(order)
