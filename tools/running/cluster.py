"""Tasks on a Ray cluster, with the interface of the local pool.

A Ray actor is one slot: it holds a ``Worker`` with its running engines, and cores of its own.
Only the driver writes to the store. A task whose actor or node dies goes to another actor, so its
result arrives only once. Slots appear as nodes join. Every node needs the same version of
gtpengine, and the engines' programs at the same paths.
"""

from __future__ import annotations

import collections
import importlib
import logging
import socket
import time
import traceback
from pathlib import Path
from typing import Any, Final

from gtpengine.base.raykey import use_key

from .cores import CoreLease
from .machine import pin_thread
from .runner import Completed, Pool, Task, Worker, WorkerError

use_key()  # before the import, which reads what it sets
# Untyped on purpose: the types of Ray differ from version to version.
ray: Any = importlib.import_module("ray")
_exceptions: Any = importlib.import_module("ray.exceptions")

#: How often in a row the actors of all slots may fail to start.
MOST_FAILED_STARTS: Final = 3
#: Seconds between looks for new nodes.
GROW_SECONDS: Final = 2.0


class Slot:
    """The actor: runs one task at a time on cores of its own."""

    def __init__(self, index: int, cores: int, log_dir: Path | None) -> None:
        lease = CoreLease(cores)
        if lease.cores:
            pin_thread(lease.cores)
        self._lease = lease
        self._worker = Worker(index, log_dir)

    def ready(self) -> str:
        """Return the node's id, which shows that the actor has started."""
        return str(ray.get_runtime_context().get_node_id())

    def run(self, task: Task) -> tuple[Any, str]:
        """Return the result, or the text of the error that ended the task."""
        try:
            return task.run(self._worker), ""
        except Exception as error:
            return None, "".join(traceback.format_exception_only(error)).strip()
        finally:
            self._worker.trim(4)

    def close(self) -> None:
        self._worker.close()


def _check_address(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself would try it for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and "/" not in host:
        try:
            socket.create_connection((host, int(port)), timeout=5.0).close()
        except OSError as error:
            raise ValueError(f"--cluster {address}: nobody answers there ({error})") from error


class ClusterPool(Pool):
    """Slots on all nodes of a Ray cluster."""

    def __init__(
        self,
        address: str,
        cores_each: int = 1,
        most: int = 0,
        log_dir: Path | None = None,
        start_seconds: float = 60.0,
    ) -> None:
        """Connect, and wait until the first slot is ready.

        ``most`` limits the slots; 0 takes all there are.

        :raises ValueError: if there is no such cluster, or no node with enough cores
        """
        _check_address(address)
        try:
            if not ray.is_initialized():
                ray.init(
                    address=None if address == "local" else address,
                    logging_level=logging.ERROR,
                    log_to_driver=False,
                    include_dashboard=False if address == "local" else None,
                )
        except (ConnectionError, _exceptions.RayError, RuntimeError) as error:
            raise ValueError(f"--cluster {address}: {error}") from error
        self._cores_each, self._most, self._log_dir = max(1, cores_each), most, log_dir
        self._actor_class = ray.remote(Slot)
        self._starting: dict[Any, Any] = {}  # reply to come -> actor
        self._idle: list[Any] = []
        self._running: dict[Any, tuple[Any, Any]] = {}  # reply to come -> (actor, task)
        self._orphans: collections.deque[Any] = collections.deque()
        self._made = 0
        self._last_look = 0.0
        self._failed_starts = 0
        """Since an actor was ready last."""
        self.lost = 0
        """Number of tasks given to another actor because theirs died."""
        deadline = time.monotonic() + start_seconds
        self._look_for_nodes()
        while not self._idle and time.monotonic() < deadline:
            self._collect(0.2)
        if not self._idle:
            self.close()
            raise ValueError(
                f"--cluster {address}: no node offers {cores_each} free cores (--cores-per-game)"
            )
        # Take the other slots that are ready.
        self._collect(1.0)

    def describe(self) -> str:
        nodes = [node for node in ray.nodes() if node["Alive"]]
        return f"{len(nodes)} nodes, {self._wanted()} slots"

    @property
    def slots(self) -> int:  # type: ignore[override]
        """Slots that are ready now."""
        return len(self._idle) + len(self._running)

    @property
    def free(self) -> int:
        return max(0, len(self._idle) - len(self._orphans))

    def submit(self, task: Task) -> None:
        actor = self._idle.pop()
        self._running[actor.run.remote(task)] = (actor, task)

    def wait(self, timeout: float) -> list[Completed]:
        if time.monotonic() - self._last_look > GROW_SECONDS:
            self._look_for_nodes()
        while self._orphans and self._idle:
            self.submit(self._orphans.popleft())
        return self._collect(timeout)

    def close(self) -> list[Any]:
        lost = [task for _, task in self._running.values()] + list(self._orphans)
        closing = [actor.close.remote() for actor in self._idle]
        if closing:
            ray.wait(closing, num_returns=len(closing), timeout=5.0)
        for actor in [
            *self._idle,
            *self._starting.values(),
            *(a for a, _ in self._running.values()),
        ]:
            ray.kill(actor)
        self._idle.clear()
        self._starting.clear()
        self._running.clear()
        self._orphans.clear()
        return lost

    def _collect(self, timeout: float) -> list[Completed]:
        waiting = [*self._running, *self._starting]
        if not waiting:
            time.sleep(min(timeout, 0.2))
            return []
        ready, _ = ray.wait(waiting, num_returns=1, timeout=timeout)
        if ready:
            ready, _ = ray.wait(waiting, num_returns=len(waiting), timeout=0)
        finished = []
        for reply in ready:
            if reply in self._starting:
                actor = self._starting.pop(reply)
                try:
                    ray.get(reply)
                except _exceptions.RayError as failure:
                    self._made -= 1
                    self._note_failed_start(failure)
                else:
                    self._idle.append(actor)
                    self._failed_starts = 0
                continue
            actor, task = self._running.pop(reply)
            try:
                result, error = ray.get(reply)
            except _exceptions.RayTaskError as failure:
                result, error = None, str(failure)
            except _exceptions.RayError:
                # The actor or its node died under the task.
                self.lost += 1
                self._made -= 1
                self._orphans.append(task)
                continue
            self._idle.append(actor)
            finished.append(Completed(task, result, error))
        return finished

    def _note_failed_start(self, error: Exception) -> None:
        """Raises `WorkerError` when the actors fail to start again and again."""
        self._failed_starts += 1
        most = MOST_FAILED_STARTS * max(1, self._wanted())
        if self._failed_starts >= most and not self._idle and not self._running:
            self.close()
            lines = str(error).strip().splitlines() or [type(error).__name__]
            raise WorkerError(
                f"--cluster: {self._failed_starts} actors in a row did not start, the last one:"
                f" {lines[-1][:300]}; gtpengine and the engines must be on every node"
            ) from error

    def _wanted(self) -> int:
        wanted = sum(
            int(node["Resources"].get("CPU", 0)) // self._cores_each
            for node in ray.nodes()
            if node["Alive"]
        )
        return min(wanted, self._most) if self._most else wanted

    def _look_for_nodes(self) -> None:
        self._last_look = time.monotonic()
        self._drop_dead_idle()
        for _ in range(self._wanted() - self._made):
            index = time.time_ns() % 1_000_000_000
            actor = self._actor_class.options(num_cpus=self._cores_each).remote(
                index, self._cores_each, self._log_dir
            )
            self._starting[actor.ready.remote()] = actor
            self._made += 1

    def _drop_dead_idle(self) -> None:
        """Drop idle actors on nodes that are gone: they would swallow a task."""
        if not self._idle:
            return
        replies = {actor.ready.remote(): actor for actor in self._idle}
        ready, _ = ray.wait(list(replies), num_returns=len(replies), timeout=5.0)
        alive = []
        for reply in ready:
            try:
                ray.get(reply)
                alive.append(replies[reply])
            except _exceptions.RayError:
                self._made -= 1
        self._made -= len(replies) - len(ready)
        self._idle = alive
