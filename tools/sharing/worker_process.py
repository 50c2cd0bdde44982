"""The process of a worker, which ``gtpengine work`` begins beside a node of Ray.

It is a process of its own because Ray ends programs whose node has ended.
"""

from __future__ import annotations

import json
import os
import platform
import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

from gtpengine.tools.builds.builds import Archives, Builder
from gtpengine.tools.running.runner import LocalPool, WorkerError

from gtpengine.base.streams.stderrline import say
from gtpengine.base.system.machine import cpu_name
from gtpengine.cluster.identity import identity

from .messages import Machine
from .player import RunWorker
from .ray_dispatcher import RayDispatcher, connected
from .speed import measured_speed, pace

START_SECONDS: Final = 60.0
"""For the node beside this process to be there."""

FAILED: Final = 1


def main(words: list[str]) -> int:
    """Play until SIGTERM or an interrupt; ``words`` hold a JSON object with what was asked for."""
    asked = json.loads(words[0])
    stops: list[int] = []
    parent = os.getppid()
    _listen(stops)

    def stopped() -> bool:
        return bool(stops) or os.getppid() != parent  # which may have been killed

    try:
        dispatcher = _dispatcher(asked["address"], stops)
        _listen(stops)  # Ray has put its own in our place
        pool = LocalPool(asked["slots"], asked["cores"])
        try:
            machine = this_machine(asked["name"], pool)
            say(
                f"gtpengine work: {machine.name} has {machine.slots} slots of"
                f" {machine.speed:,.0f} simulations a second; clocks run {pace(machine.speed):.2f}"
                " times as long as they say"
            )

            def builder(archives: Archives) -> Builder:
                return Builder(archives, Path(asked["builds"]), stopped)

            player = RunWorker(dispatcher, machine, pool, builder, stopped)
            player.play()
        finally:
            pool.close()
    except (ConnectionError, ValueError, OSError, WorkerError) as error:
        if not stops:
            say(f"gtpengine work: {error}")
            return 0 if isinstance(error, ConnectionError) else FAILED
    else:
        say(f"gtpengine work: {player.played} games returned")
    return 0


def _listen(stops: list[int]) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _frame: stops.append(number))


def this_machine(name: str, pool: LocalPool) -> Machine:
    """Return this machine as a worker, with its speed, which is measured now."""
    return Machine(
        name,
        cpu_name(),
        os.cpu_count() or 1,
        platform.platform(),
        pool.slots,
        measured_speed(pool),
        identity({}),
    )


def _dispatcher(address: str, stops: list[int]) -> RayDispatcher:
    """Return the dispatcher, when the node beside this process is there.

    :raises ValueError: if it does not come
    """
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            return connected(address)
        except ValueError as error:
            if time.monotonic() > end or stops:
                raise ValueError(f"{address}: {error}") from error
            time.sleep(1.0)


def words_of(**asked: Any) -> list[str]:
    """Return the command line of this process."""
    return [sys.executable, "-P", "-m", "gtpengine.tools.sharing.worker_process", json.dumps(asked)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
