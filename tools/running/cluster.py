"""Tasks on a Ray cluster, with the interface of the local pool.

Ray schedules: a task of the pool is one of Ray's with cores of its own, which Ray begins where
these are free, and begins again elsewhere when its process or its machine is lost. So its result
arrives once. Only the driver writes to the store. A process of Ray plays one task after another and
keeps its engines between them. Every node needs the same version of gtpengine, and the engines'
programs at the same paths.
"""

from __future__ import annotations

import importlib
import logging
import socket
import time
import traceback
from pathlib import Path
from typing import Any, Final

from gtpengine.base.system.raykey import use_key

from .cores import CoreLease
from .machine import pin_thread
from .runner import Completed, Pool, PoolWorker, Task, WorkerError

use_key()  # before the import, which reads what it sets
# Untyped on purpose: the types of Ray differ from version to version.
ray: Any = importlib.import_module("ray")
_exceptions: Any = importlib.import_module("ray.exceptions")

MOST_LOSSES: Final = 20
"""A task that was lost with as many processes is given up: it may be what ends them."""
MOST_FAILURES: Final = 3
"""How often in a row the tasks of all slots may fail to begin."""
GROW_SECONDS: Final = 2.0
"""Seconds between looks for new nodes."""

_slots: list[tuple[PoolWorker, CoreLease]] = []
"""In a process of Ray: its slot, once it has played a task."""


def play(task: Task, cores: int, log_dir: Path | None) -> tuple[Any, str]:
    """Return the result of a task, or the text of the error that ended it; in a process of Ray."""
    if not _slots:
        lease = CoreLease(cores)
        if lease.cores:
            pin_thread(lease.cores)
        _slots.append((PoolWorker(time.time_ns() % 1_000_000_000, log_dir), lease))
    worker, _ = _slots[0]
    try:
        return task.run(worker), ""
    except Exception as error:
        return None, "".join(traceback.format_exception_only(error)).strip()
    finally:
        worker.trim(4)


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
        """Connect, and wait until a node has room for a slot.

        ``most`` limits the slots; 0 takes all there are.

        :raises ValueError: if there is no such cluster, or no node with enough cores
        """
        _check_address(address)
        try:
            if not ray.is_initialized():
                ray.init(
                    address=address,  # "local": one of its own, whatever runs here
                    logging_level=logging.ERROR,
                    log_to_driver=False,
                    include_dashboard=False if address == "local" else None,
                )
        except (ConnectionError, _exceptions.RayError, RuntimeError) as error:
            raise ValueError(f"--cluster {address}: {error}") from error
        self._cores_each, self._most, self._log_dir = max(1, cores_each), most, log_dir
        self._play = ray.remote(play).options(num_cpus=self._cores_each, max_retries=MOST_LOSSES)
        self._running: dict[Any, Task] = {}  # reply to come -> task
        self._failures = 0
        """Since a task began last."""
        self._looked = float("-inf")
        self._slots = 0
        deadline = time.monotonic() + start_seconds
        while not self.slots:
            if time.monotonic() > deadline:
                raise ValueError(
                    f"--cluster {address}: no node offers {cores_each} free cores"
                    " (--cores-per-game)"
                )
            time.sleep(0.2)

    def describe(self) -> str:
        """Return how large the cluster is."""
        nodes = [node for node in ray.nodes() if node["Alive"]]
        return f"{len(nodes)} nodes, {self.slots} slots"

    @property
    def slots(self) -> int:  # type: ignore[override]
        """Slots that the nodes have room for at present."""
        if time.monotonic() - self._looked > GROW_SECONDS:
            self._looked = time.monotonic()
            cores = [node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"]]
            room = sum(int(count) // self._cores_each for count in cores)
            self._slots = min(room, self._most) if self._most else room
        return self._slots

    @property
    def free(self) -> int:
        return max(0, self.slots - len(self._running))

    def submit(self, task: Task) -> None:
        self._running[self._play.remote(task, self._cores_each, self._log_dir)] = task

    def wait(self, timeout: float) -> list[Completed]:
        if not self._running:
            time.sleep(min(timeout, 0.2))
            return []
        replies = list(self._running)
        ready, _ = ray.wait(replies, num_returns=1, timeout=timeout)
        if ready:
            ready, _ = ray.wait(replies, num_returns=len(replies), timeout=0)
        finished = []
        for reply in ready:
            task = self._running.pop(reply)
            try:
                result, error = ray.get(reply)
            except _exceptions.RayTaskError as failure:
                self._note_failure(failure)
                self.submit(task)
                continue
            except _exceptions.RayError as failure:
                result, error = None, f"lost with {MOST_LOSSES} processes: {_last_line(failure)}"
            self._failures = 0
            finished.append(Completed(task, result, error))
        return finished

    def close(self) -> list[Any]:
        lost = list(self._running.values())
        for reply in self._running:
            ray.cancel(reply, force=True)
        self._running.clear()
        return lost

    def _note_failure(self, error: Exception) -> None:
        """Count a task that could not begin.

        :raises WorkerError: when tasks fail so again and again
        """
        self._failures += 1
        if self._failures >= MOST_FAILURES * max(1, self.slots):
            self.close()
            raise WorkerError(
                f"--cluster: {self._failures} tasks in a row did not begin, the last one:"
                f" {_last_line(error)}; gtpengine and the engines must be on every node"
            ) from error


def _last_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[-1][:300]
