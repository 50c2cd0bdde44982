"""The machines of a Ray cluster, looked for all the time: each that is there gets a member.

A machine is a node of Ray. Its member takes all its cores (``gtpengine join --threads``) and has
the program, the version and the parameters of the head, or the machine is refused with a reason.
"""

from __future__ import annotations

import logging
import os
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final

from gtpengine.base.system import threads
from gtpengine.base.system.address import AUTO, PORT, split
from gtpengine.base.system.raykey import protect_key
from gtpengine.cluster.group import TREE, Link, SharingPolicy
from gtpengine.cluster.identity import Identity, identity
from gtpengine.cluster.join import MEMORY, STORE_BYTES
from gtpengine.cluster.raylink import MemberActor, RayLink, ReducerActor, ray
from gtpengine.cluster.reach import answers, is_here, own_address

LOOK: Final = 1.0
"""Seconds between looks for machines."""

AGAIN: Final = 5.0
"""Seconds before a machine whose member was lost gets another one."""

CLOSING: Final = 5.0
"""Most seconds that the end of the program waits for Ray, which may be in the middle of a start."""

SEED_STEP: Final = 1_000_003
"""Difference between the seeds of consecutive members."""


@dataclass(eq=False)
class _Machine:
    """A node that has or gets a member."""

    node: str
    name: str
    actor: Any
    threads: int
    ready: Future[Identity] | None
    reducer: Any = None


class Machines:
    """Looks for machines in a thread of its own, and hands over links to their members.

    ``arrived`` is called with each link, ``note`` with diagnostics and ``warn`` with sentences for
    the user, all from that thread. ``params`` are the values of ``SearchParams`` by name
    that all must be able to search with.
    """

    def __init__(
        self,
        address: str,
        policy: SharingPolicy,
        fanout: int,
        memory_mb: int,
        params: Mapping[str, object],
        arrived: Callable[[Link], None],
        note: Callable[[str], None],
        warn: Callable[[str], None],
    ) -> None:
        self._address = address
        self._policy, self._fanout, self._memory_mb = policy, fanout, memory_mb
        self._params = dict(params)
        self._arrived, self._note, self._warn = arrived, note, warn
        self._machines: dict[str, _Machine] = {}
        self._reducers: list[tuple[RayLink, list[_Machine]]] = []
        self._refused: set[str] = set()
        self._not_before: dict[str, float] = {}
        self._lost: list[Link] = []
        self._made = 0
        self._told = ""
        self._stop = threading.Event()
        self._thread = threads.begin(self._run, name="machines")[0]

    def lost(self, link: Link) -> None:
        """Note that the member of a link was dropped; callable from any thread."""
        self._lost.append(link)

    def close(self) -> None:
        """Look for no more machines, and leave the cluster; wait a little for Ray to do so."""
        self._stop.set()
        self._thread.join(CLOSING)

    def _run(self) -> None:
        try:
            while not self._stop.is_set() and not self._connected():
                self._stop.wait(AGAIN)
            if self._stop.is_set():
                return
            self._head = identity(self._params)
            while not self._stop.is_set():
                self._look()
                self._stop.wait(LOOK)
        except Exception as error:
            self._note(traceback.format_exc())
            self._warn(f"no machine is looked for any more: {error}; the search goes on")
        finally:
            if ray.is_initialized():
                ray.shutdown()

    def _connected(self) -> bool:
        """Try to take part in the cluster; tell the user why not, when the reason is a new one."""
        try:
            connect(self._address)
        except Exception as error:  # of many kinds, by Ray's version
            lines = str(error).strip().splitlines() or [type(error).__name__]
            why = f"no cluster yet: {lines[-1][:200]}; the search goes on alone"
            if why != self._told:
                self._told = why
                self._warn(why)
            return False
        return True

    def _look(self) -> None:
        """Let the machines that are there have members, and hand over those that are ready."""
        self._forget_lost()
        now = time.monotonic()
        here = ray.get_runtime_context().get_node_id()
        alive = {node["NodeID"]: node for node in ray.nodes() if node["Alive"]}
        for gone in self._machines.keys() - alive.keys():
            del self._machines[gone]
        for node_id, node in alive.items():
            known = node_id in self._machines or node_id in self._refused or node_id == here
            if not known and now >= self._not_before.get(node_id, 0.0):
                self._make(node_id, node)
        for machine in list(self._machines.values()):
            if machine.ready is not None and machine.ready.done():
                self._begin(machine, machine.ready)

    def _make(self, node_id: str, node: Mapping[str, Any]) -> None:
        """Begin to make the member of a machine, unless it offers no core."""
        resources = node["Resources"]
        cores = int(resources.get("CPU", 0))
        if cores < 1:
            return
        memory_mb = int(resources.get(MEMORY, self._memory_mb))
        self._made += 1
        actor = (
            ray.remote(MemberActor)
            .options(num_cpus=cores, **_on(node_id))
            .remote(cores, memory_mb, SEED_STEP * self._made, self._params)
        )
        name = f"{node.get('NodeManagerHostname') or node['NodeManagerAddress']}"
        if sum(m.name.partition("#")[0] == name for m in self._machines.values()):
            name += f"#{self._made}"
        ready = actor.identity.remote().future()
        self._machines[node_id] = _Machine(node_id, name, actor, cores, ready)

    def _begin(self, machine: _Machine, ready: Future[Identity]) -> None:
        """Hand over the member of a machine, if it is as the head wants it."""
        machine.ready = None
        different = self._difference(machine, ready)
        if different:
            self._warn(f"{machine.name} takes no part: {different}")
            del self._machines[machine.node]
            ray.kill(machine.actor)
            return
        self._warn(f"{machine.name} takes part, with {machine.threads} threads")
        direct = sum(m.ready is None and m.reducer is None for m in self._machines.values())
        if direct <= self._fanout or self._policy.sharing != TREE:
            self._arrived(RayLink(machine.actor, machine.name))
        else:
            self._put_below_a_reducer(machine)

    def _difference(self, machine: _Machine, ready: Future[Identity]) -> str:
        """Return why a machine cannot take part; empty if it can."""
        try:
            different = ready.result().difference(self._head)
        except Exception as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            different = f"{lines[-1][:200]}; the same gtpengine must be installed there"
            if not getattr(error, "actor_init_failed", False):  # lost before it was ready
                self._not_before[machine.node] = time.monotonic() + AGAIN
                return different
        if different:
            self._refused.add(machine.node)
        return different

    def _put_below_a_reducer(self, machine: _Machine) -> None:
        """Let a member be one of a reducer's, which is made on its machine if there is no room."""
        found = next((r for r in self._reducers if len(r[1]) < self._fanout), None)
        if found is None:
            options = {"num_cpus": 0, **_on(machine.node)}
            actor = ray.remote(ReducerActor).options(**options).remote(self._policy)
            found = (RayLink(actor, f"the reducer at {machine.name}"), [])
            self._reducers.append(found)
            self._arrived(found[0])
        machine.reducer, group = found
        group.append(machine)
        machine.reducer.actor.add.remote(machine.actor, machine.name)

    def _forget_lost(self) -> None:
        """Forget the members that were dropped, and those behind a reducer that was."""
        while self._lost:
            link = self._lost.pop()
            gone = [
                m
                for m in self._machines.values()
                if link is m.reducer or (isinstance(link, RayLink) and m.actor is link.actor)
            ]
            self._reducers = [(r, group) for r, group in self._reducers if r is not link]
            for machine in gone:
                if machine.reducer is not None:
                    ray.kill(machine.actor)
                del self._machines[machine.node]
                self._not_before[machine.node] = time.monotonic() + AGAIN


def connect(address: str) -> None:
    """Take part in the Ray cluster at an address, or begin one on this machine.

    :raises ValueError: when nobody answers there.
    """
    if ray.is_initialized():
        return
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    host, port = (own_address(), PORT) if address == AUTO else split(address)
    if answers(host, port):
        ray.init(address=f"{host}:{port}", **quiet)
        return
    if not is_here(host):
        raise ValueError(f"--cluster {address}: nobody answers there")
    os.environ["RAY_GCS_SERVER_PORT"] = str(port)
    ray.init(
        address="local",
        num_cpus=0,
        include_dashboard=False,
        object_store_memory=STORE_BYTES,
        _node_ip_address=host,
        **quiet,
    )
    protect_key()


def _on(node_id: str) -> dict[str, Any]:
    """Return the options that bind an actor to a node."""
    strategies = ray.util.scheduling_strategies
    return {
        "scheduling_strategy": strategies.NodeAffinitySchedulingStrategy(node_id, soft=False),
        "max_restarts": 0,
        "max_task_retries": 0,
    }
