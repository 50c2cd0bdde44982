"""``gtpengine work``: let this machine play the games of the runs that a cluster shares."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.tools.builds.builds import default_folder
from gtpengine.tools.running.runner import LocalPool, default_slots
from gtpengine.tools.sharing.speed import REFERENCE, measured_speed, pace

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import has_ray, lacking
from gtpengine.base.arguments.options import flag, option, optional_argument
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.system.address import PORT, split
from gtpengine.cluster.join import MachineOffer, take_part_again_and_again


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkOptions:
    """What ``gtpengine work`` takes."""

    address: str | None = optional_argument(
        f"the head's HOST:PORT; the port is {PORT} if not given",
        str,
        default=None,
        metavar="ADDRESS",
    )
    concurrency: int = option(
        "games at a time; 0 for as many as the cores allow", numbers.concurrency, default=0
    )
    cores_per_game: int = option(
        "cores that each game is pinned to; 0 pins nothing", numbers.cores, default=1
    )
    name: str = option(
        "name of this machine in stores and on pages (default: its network name)",
        str,
        default="",
        metavar="NAME",
    )
    builds: Path | None = option(
        "folder that keeps the builds, some 50 MB each (default: ~/.cache/gtpengine/builds)",
        Path,
        default=None,
        metavar="FOLDER",
    )
    measure: bool = flag("only say how fast this machine is, and end")
    once: bool = flag("end when the head is gone")


def run(options: WorkOptions) -> int:
    """Play until it is ended; return the exit status."""
    slots = options.concurrency or default_slots(options.cores_per_game)
    if options.measure:
        return _measure(slots, options.cores_per_game)
    if options.address is None:
        raise UsageError("gtpengine work: give the head's HOST:PORT, or --measure")
    try:
        host, port = split(options.address)
    except ValueError as error:
        raise UsageError(f"gtpengine work: {options.address}: {error}") from None
    if not has_ray():
        raise UsageError(lacking("gtpengine work needs ray", "cluster"))
    from .worker_process import words_of  # needs Ray

    words = words_of(
        address=f"{host}:{port}",
        slots=slots,
        cores=options.cores_per_game,
        name=options.name or platform.node() or "machine",
        builds=str((options.builds or default_folder()).absolute()),
    )
    # The node offers no cores to searches and to runs that take slots of their own.
    offer = MachineOffer("gtpengine work", host, port, 0, program=words)
    return take_part_again_and_again(offer, options.once)


COMMAND: Final = CommandLine(
    WorkOptions,
    run,
    "Play the games of all runs (match, sprt, study, tune and others with --cluster and"
    " --priority) of the cluster at ADDRESS, on the cores of this machine. Commits are built"
    " here, engines must show the run's bench signature before a game counts, and clocks run"
    " by this machine's speed. It waits for the head, and for its return. Ctrl-C ends it;"
    " others get its games. Ray is for a closed network: whoever reaches its ports can run"
    " programs here.",
    f"gtpengine work 192.168.1.10:{PORT}",
    f"# two games at a time\ngtpengine work 192.168.1.10:{PORT} --concurrency 2",
    "# how fast is this machine, and how long would clocks run?\ngtpengine work --measure",
)


def _measure(slots: int, cores: int) -> int:
    pool = LocalPool(slots, cores)
    try:
        speed = measured_speed(pool)
    finally:
        pool.close()
    print(
        f"{slots} slots of {speed:,.0f} simulations a second each; clocks, which are meant for"
        f" {REFERENCE:,.0f}, would run {pace(speed):.2f} times as long as they say",
        file=sys.stdout,
    )
    return 0
