"""The pool that the options ask for: of this machine, of a cluster, or of shared workers."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from gtpengine.tools.running.provenance import command_line
from gtpengine.tools.running.runner import (
    Completed,
    LocalPool,
    Pool,
    TaskError,
    default_slots,
)
from gtpengine.tools.sharing.sharedpool import SharedPool

from gtpengine.base.arguments.extras import lacking
from gtpengine.base.text.plain import plain
from gtpengine.cluster.identity import identity

from .campaign import Interrupt
from .options import PoolOptions


def make_pool(options: PoolOptions, quiet: bool = False) -> Pool:
    """Return the pool that the options ask for, and describe it unless ``quiet``.

    :raises ValueError: if a cluster is asked for and cannot be used
    """
    if options.priority is not None:
        return _shared_pool(options, options.priority)
    cores, concurrency = options.cores_per_game, options.concurrency
    if options.cluster:
        try:
            from gtpengine.tools.running.cluster import ClusterPool
        except ModuleNotFoundError as error:
            raise ValueError(lacking(f"--cluster needs Ray ({error})", "cluster")) from error

        cluster = ClusterPool(options.cluster, cores, concurrency, options.gtp_log)
        if not quiet:
            print(plain(f"cluster {options.cluster}: {cluster.describe()}"), file=sys.stderr)
        return cluster
    slots = slots_of(options)
    pool = LocalPool(slots, cores, options.gtp_log)
    if cores and not pool.pinned and not quiet:
        print(
            f"note: fewer than {slots * cores} cores are free of other runners, so no game is"
            " pinned to cores of its own; games may slow each other down",
            file=sys.stderr,
        )
    return pool


def slots_of(options: PoolOptions) -> int:
    """Return how many tasks this machine runs at a time."""
    return options.concurrency or default_slots(options.cores_per_game)


def _shared_pool(options: PoolOptions, priority: int) -> Pool:
    """Return the pool of the workers that runs share.

    :raises ValueError: if there is no cluster, or an option cannot be had
    """
    if not options.cluster:
        raise ValueError("--priority is for --cluster ADDRESS; give both, or neither")
    if options.gtp_log:
        raise ValueError("--gtp-log: workers keep no logs; leave it out, or --priority")
    try:
        from gtpengine.tools.sharing.ray_dispatcher import connected
    except ModuleNotFoundError as error:
        raise ValueError(lacking(f"--cluster needs Ray ({error})", "cluster")) from error
    try:
        dispatcher = connected(options.cluster)
    except ValueError as error:
        raise ValueError(f"--cluster {options.cluster}: {error}") from None
    title = textwrap.shorten(command_line(options.words), 100, placeholder=" ...")
    return SharedPool(dispatcher, title, priority, identity({}), most=options.concurrency)


def run_tasks(
    pool: Pool, tasks: Iterator[Any], interrupt: Interrupt, named: Callable[[Any], str]
) -> Iterator[Completed]:
    """Run tasks, as many at a time as the pool takes, and yield those that end, with their results.

    After an interrupt no task begins; after a second one the tasks that run are left. ``named``
    returns what a task is called where it fails.

    :raises TaskError: if a task fails
    """
    waiting, running = next(tasks, None), 0
    while interrupt.count < 2 and (running or (waiting is not None and not interrupt.count)):
        while pool.free and waiting is not None and not interrupt.count:
            pool.submit(waiting)
            waiting, running = next(tasks, None), running + 1
        for item in pool.wait(0.5):
            running -= 1
            if item.error:
                raise TaskError(named(item.task), item)
            yield item
