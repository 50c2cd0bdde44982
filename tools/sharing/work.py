"""``gtpengine work``: let this machine play the games of the runs that a cluster shares."""

from __future__ import annotations

import argparse
import importlib.util
import platform
import sys
from pathlib import Path

from gtpengine.tools.builds.builds import default_folder
from gtpengine.tools.running.runner import LocalPool, default_slots
from gtpengine.tools.sharing.speed import REFERENCE, measured_speed, pace

from gtpengine.base import numbers
from gtpengine.base.address import PORT, split
from gtpengine.base.extras import lacking
from gtpengine.base.parser import UsageError, describe
from gtpengine.cluster.join import Offer, take_part_again_and_again


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the sub-command."""
    describe(
        parser,
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
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?",
        help=f"the head's HOST:PORT; the port is {PORT} if not given",
    )
    parser.add_argument(
        "--concurrency",
        type=numbers.concurrency,
        default=0,
        help="games at a time; 0 for as many as the cores allow (default: 0)",
    )
    parser.add_argument(
        "--cores-per-game",
        type=numbers.cores,
        default=1,
        help="cores that each game is pinned to; 0 pins nothing (default: 1)",
    )
    parser.add_argument(
        "--name",
        default="",
        metavar="NAME",
        help="name of this machine in stores and on pages (default: its network name)",
    )
    parser.add_argument(
        "--builds",
        type=Path,
        metavar="FOLDER",
        help="folder that keeps the builds, some 50 MB each (default: ~/.cache/gtpengine/builds)",
    )
    parser.add_argument(
        "--measure", action="store_true", help="only say how fast this machine is, and end"
    )
    parser.add_argument("--once", action="store_true", help="end when the head is gone")


def run(args: argparse.Namespace) -> int:
    """Play until it is ended; return the exit status."""
    slots = args.concurrency or default_slots(args.cores_per_game)
    if args.measure:
        return _measure(slots, args.cores_per_game)
    if args.address is None:
        raise UsageError("gtpengine work: give the head's HOST:PORT, or --measure")
    try:
        host, port = split(args.address)
    except ValueError as error:
        raise UsageError(f"gtpengine work: {args.address}: {error}") from None
    if importlib.util.find_spec("ray") is None:
        raise UsageError(lacking("gtpengine work needs ray", "cluster"))
    from .worker_process import words_of  # needs Ray

    words = words_of(
        address=f"{host}:{port}",
        slots=slots,
        cores=args.cores_per_game,
        name=args.name or platform.node() or "machine",
        builds=str((args.builds or default_folder()).absolute()),
    )
    # The node offers no cores to searches and to runs that take slots of their own.
    offer = Offer("gtpengine work", host, port, 0, program=words)
    return take_part_again_and_again(offer, args.once)


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
