"""The command ``gtpengine speed``: simulations a second and memory of engines, side by side.

    gtpengine speed --simulations 20000 "ours=gtpengine --simulations 20000" \
        "other=sh -c 'cd OTHER; exec ./other --playouts 20000'"

Each measurement starts the engine afresh, gives it a board, and asks for one ``genmove b``. Engines
take turns, so that a busy machine slows all of them alike. The table shows medians of processor
time and of time on the clock, with ratios to the first engine. The command lines must fix the
number of simulations; nothing checks it. Memory is the peak of the process itself (Linux alone).
"""

from __future__ import annotations

import contextlib
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.running.engines import (
    EngineSpec,
    distinct_names,
    identify,
    parse_engine,
    start_engine,
)
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.tables import table_lines

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, option, repeated, required


@dataclass(frozen=True, slots=True)
class Measurement:
    """One move: seconds on the clock and of processors, peak memory of the process in MB."""

    seconds: float
    cpu_seconds: float
    peak_mb: float


@dataclass(frozen=True, kw_only=True, slots=True)
class SpeedOptions:
    """What ``gtpengine speed`` takes."""

    engine: tuple[str, ...] = arguments("a command line or NAME=COMMAND LINE", str, least=1)
    simulations: int = required(
        "simulations a move of these engines, as their own options say", numbers.count
    )
    size: tuple[int, ...] = repeated(
        "board size; as often as needed (default: 9 13 19)", numbers.board_size
    )
    runs: int = option("runs of each engine and size", numbers.count, default=5)
    komi: float = option("points for White", numbers.komi, default=7.5)
    timeout: float = option(
        "time after which an engine that has not moved hangs",
        numbers.seconds(above=True),
        default=600.0,
    )


@user_errors("speed")
def run(options: SpeedOptions) -> int:
    """Run the command and return its exit status."""
    sizes = options.size or (9, 13, 19)
    specs = distinct_names([parse_engine(text, {}) for text in options.engine])
    for spec in specs:
        identify(spec)
    rows: list[tuple[str, ...]] = []
    done = 0
    with Reporter("moves", len(sizes) * options.runs * len(specs), 0) as reporter:
        for size in sizes:
            found: dict[str, list[Measurement]] = {spec.name: [] for spec in specs}
            for _ in range(options.runs):
                for spec in specs:
                    found[spec.name].append(measure(spec, size, options.komi, options.timeout))
                    done += 1
                    reporter.update(done)
            rows += rows_of(size, options.simulations, found)
    print("\n".join(table_lines(HEADS, rows, words=(0, 1))))
    return 0


COMMAND: Final = CommandLine(
    SpeedOptions,
    run,
    "Measure the time and the memory that engines need for a move on the empty board.",
    "# this engine, at 5,000 simulations\n"
    "gtpengine speed 'gtpengine --simulations 5000' --simulations 5000",
    "# one thread and two, on 19x19 alone\n"
    "gtpengine speed 'one=gtpengine --simulations 5000'"
    " 'two=gtpengine --simulations 5000 --threads 2' --simulations 5000 --size 19",
)


def measure(spec: EngineSpec, size: int, komi: float, timeout: float) -> Measurement:
    """Let a new process of an engine make the first move of a game.

    :raises EngineError: when the engine fails.
    """
    with start_engine(spec) as client:
        for command in (f"boardsize {size}", "clear_board", f"komi {komi}"):
            client.send(command)
        cpu, clock = _cpu_seconds(client.pid), time.perf_counter()
        client.send("genmove b", timeout)
        seconds = time.perf_counter() - clock
        return Measurement(seconds, _cpu_seconds(client.pid) - cpu, _peak_mb(client.pid))


HEADS: Final = (
    "board",
    "engine",
    "simulations a second of processor time",
    "by the clock",
    "peak MB",
    "first / this",
)


def rows_of(
    size: int, simulations: int, found: Mapping[str, Sequence[Measurement]]
) -> list[tuple[str, ...]]:
    """Return the cells of ``HEADS``: medians of each engine, and how the first one compares."""
    rows: list[tuple[str, ...]] = []
    first: float | None = None
    for name, runs in found.items():
        cpu = statistics.median(run.cpu_seconds for run in runs)
        wall = statistics.median(run.seconds for run in runs)
        peak = statistics.median(run.peak_mb for run in runs)
        rate = simulations / max(cpu, 1e-9)
        first = rate if first is None else first
        figures = f"{rate:,.0f}", f"{simulations / wall:,.0f}", f"{peak:.0f}", f"{first / rate:.2f}"
        rows.append((f"{size}x{size}", name, *figures))
    return rows


def _cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its threads."""
    import psutil  # here, because --help needs no extra

    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def _peak_mb(pid: int) -> float:
    """Return the peak memory of a process in MB; NaN where the system does not tell."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return float("nan")
