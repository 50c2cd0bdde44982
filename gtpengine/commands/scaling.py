"""``gtpengine scaling``: simulations a second of 1, 2, 4 ... threads on one tree.

Times are wall times. Each run of several threads follows one of a single thread, and the ratio is
the median over such pairs, so that a machine whose speed drifts does not distort it. With
``--limit`` each run is followed by as many independent searches in their own processes, which shows
what the machine allows.
"""

from __future__ import annotations

import multiprocessing
import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.synchronize import Barrier
from typing import Final

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import flag, option, several
from gtpengine.commands.check import SIZES, default_threads, search
from gtpengine.mcts.report.stoppers import Limits

SIMULATIONS: Final = {9: 40_000, 13: 20_000, 19: 10_000}


def speed(size: int, threads: int, simulations: int, seed: int) -> float:
    """Return the simulations a second of one search from the empty board."""
    report = search(size, threads, Limits(simulations=simulations), seed)
    return report.simulations / report.seconds


def apart(size: int, processes: int, simulations: int, seed: int) -> float:
    """Return the simulations a second of ``processes`` independent searches at the same time."""
    context = multiprocessing.get_context("spawn")
    together = context.Barrier(processes)
    with ProcessPoolExecutor(processes, context, _load, (together,)) as pool:
        searches = [
            pool.submit(speed, size, 1, simulations, seed + i + 1) for i in range(processes)
        ]
        return sum(search.result() for search in searches)


def _load(together: Barrier) -> None:
    """Load the program in a new process, then wait until the others have done so."""
    speed(2, 1, 1, 1)
    together.wait()


@dataclass(frozen=True, kw_only=True, slots=True)
class ScalingOptions:
    """What ``gtpengine scaling`` takes."""

    threads: tuple[int, ...] = several(
        "numbers of threads (default: 1 2 4 ... and the number of cores)", numbers.whole(1, 256)
    )
    size: tuple[int, ...] = several("board sizes", numbers.board_size, default=SIZES)
    runs: int = option("pairs of runs; the median counts", numbers.count, default=5)
    simulations: int | None = option(
        "simulations of each search (default: 40000 on 9x9, 20000 on 13x13, 10000 on 19x19)",
        numbers.count,
        default=None,
    )
    limit: bool = flag("also run as many searches that share nothing")


def run(options: ScalingOptions) -> int:
    """Print the table; return the exit status."""
    threads = options.threads or default_threads()
    columns = ["board", "threads", "simulations/s", "times one thread"]
    columns += ["times one, nothing shared"] if options.limit else []
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    for size in options.size:
        simulations = options.simulations or SIMULATIONS.get(size, 20_000)
        for count in threads:
            ratios, speeds, limits = [], [], []
            for seed in range(options.runs):
                one = speed(size, 1, simulations, seed)
                many = one if count == 1 else speed(size, count, simulations, seed)
                speeds.append(many)
                ratios.append(many / one)
                if options.limit and count > 1:
                    limits.append(apart(size, count, simulations, seed) / one)
            cells = [f"{size}x{size}", f"{count}", f"{statistics.median(speeds):,.0f}"]
            cells.append(f"{statistics.median(ratios):.2f}")
            if options.limit:
                cells.append(f"{statistics.median(limits):.2f}" if limits else "1.00")
            print(f"| {' | '.join(cells)} |", flush=True)
    return 0


COMMAND: Final = CommandLine(
    ScalingOptions,
    run,
    "Measure the simulations a second of 1, 2, 4 ... threads on one tree. 'gtpengine check' is"
    " the short form.",
    "# as many threads as there are cores, on three board sizes\ngtpengine scaling",
    "# one thread and two on 9x9, quickly\n"
    "gtpengine scaling --threads 1 2 --size 9 --runs 1 --simulations 5000",
)
