"""``gtpengine check``: which threads, memory and time suit this machine.

Short searches of the empty board by one thread and by more, in turn and twice, of which the faster
counts: other programs only ever slow a search down. From their speeds follows the advice.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import textwrap
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

from board_ext.lowlevel import cpu
from board_ext.position import Position
from gtpengine import __version__
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import flag, option, several
from gtpengine.base.system import machine
from gtpengine.commands.enginelines import EngineEntry, lines_to_paste, own_program
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.network.kernel.convolution import paths

SIZES: Final = (9, 13, 19)
ROUNDS: Final = 2
SHORTEST: Final = 0.05
"""Least seconds of a search: fewer say nothing."""

TIMES: Final = (1, 2, 5, 10, 20, 30, 60)
"""Seconds a move that are shown, and advised."""

ENOUGH: Final = 0.95
"""Fewer threads are advised when they bring this share of the most simulations a second."""

SHOWN_FEATURES: Final = ("popcnt", "sse4_2", "avx", "avx2", "bmi2", "avx512f", "asimd", "sve")
PATHS: Final = {
    "amx": "AMX",
    "vnni": "AVX-512 VNNI",
    "avxvnni": "AVX-VNNI",
    "winograd": "AVX2, by Winograd's algorithm",
    "avx2": "AVX2",
    "sse": "SSE4.1, which is slow: this CPU has no AVX2",
    "dot": "NEON with dot products",
    "neon": "NEON, which is slow: this CPU has no dot products",
    "plain": "plain C, which is slow: this build has no instructions for it",
}
"""The instructions that a network is computed with, by name."""

SLOW_CLOCKS: Final = ("hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit")


@dataclasses.dataclass(frozen=True, slots=True)
class Speed:
    """One search: its simulations a second, the bytes of tree that a simulation takes, and the
    share of its threads' time that the system gave it."""

    size: int
    threads: int
    rate: float
    bytes_each: float
    share: float


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """What is known of this machine without measuring."""

    cpu: str
    features: tuple[str, ...]
    installed_cores: int
    usable_cores: int
    whole_cores: int | None
    cpu_quota: float | None
    memory_mb: int | None
    native: bool
    network_path: str
    governor: str
    clock: str


@dataclasses.dataclass(frozen=True, slots=True)
class Advice:
    """Options that suit the machine; the time is for moves where no clock decides."""

    threads: int
    memory_mb: int
    seconds_per_move: int

    def command(self) -> str:
        """Return the command line."""
        return f"gtpengine {self.options()}"

    def options(self) -> str:
        """Return the options of the engine."""
        return (
            f"--threads {self.threads} --memory {self.memory_mb}"
            f" --time-per-move {self.seconds_per_move}"
        )


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class CheckOptions:
    """What ``gtpengine check`` takes."""

    threads: tuple[int, ...] = several(
        "numbers of threads to measure beside one (default: 2 4 ... and the number of cores)",
        numbers.whole(1, machine.MOST),
    )
    seconds: float = option("how long to measure", numbers.seconds(0.1, 3600), default=10.0)
    json: bool = flag("print JSON instead of words")


def run(options: CheckOptions) -> int:
    """Measure and print; return the exit status."""
    facts = look()
    counts = sorted({1, *(options.threads or default_threads())})
    print(f"measuring for about {options.seconds:g} seconds ...", file=sys.stderr, flush=True)
    speeds = measure(counts, options.seconds)
    advice = advise(speeds, facts)
    warnings = warn(facts, speeds)
    if options.json:
        print(json.dumps(as_json(facts, speeds, advice, warnings), indent=2))
    else:
        print("\n".join(report(facts, speeds, advice, warnings)))
    return 0


COMMAND: Final = CommandLine(
    CheckOptions,
    run,
    "Measure this machine for about ten seconds, and say which threads, memory and time suit it.",
    "gtpengine check",
    "# for scripts, and more exactly\ngtpengine check --json --seconds 60",
)


def look() -> Facts:
    """Return what this machine says of itself."""
    features = machine.cpu_features()
    left = machine.memory_left()
    return Facts(
        cpu=machine.cpu_name(),
        features=tuple(name for name in SHOWN_FEATURES if name in features),
        installed_cores=machine.installed_cores(),
        usable_cores=machine.usable_cores(),
        whole_cores=machine.whole_cores(),
        cpu_quota=machine.cpu_quota(),
        memory_mb=None if left is None else left >> 20,
        native="avx" in cpu.required_features(),
        network_path=paths()[0],
        governor=machine.governor(),
        clock=machine.clock_source(),
    )


def default_threads() -> list[int]:
    """Return 1, 2, 4 ... up to the number of usable processors, and that number itself."""
    cores = machine.usable_cores()
    counts = [1]
    while counts[-1] * 2 <= cores:
        counts.append(counts[-1] * 2)
    return counts if counts[-1] == cores else [*counts, cores]


def search(size: int, threads: int, limits: Limits, seed: int = 1) -> SearchReport:
    """Search the empty board with a tree of its own."""
    searcher = Searcher(threads=threads, memory_mb=1024, seed=seed)
    searcher.set_position(Position(size))
    return searcher.search(limits)


def measure(counts: Sequence[int], seconds: float) -> list[Speed]:
    """Search with each number of threads on each board size; return the fastest of each."""
    each = max(SHORTEST, seconds / (ROUNDS * len(counts) * len(SIZES)))
    best: dict[tuple[int, int], Speed] = {}
    for size in SIZES:
        search(size, 1, Limits(simulations=1))  # loads what learned weights there are
    for _ in range(ROUNDS):
        for size in SIZES:
            for threads in counts:
                begun = time.process_time()
                found = search(size, threads, Limits(seconds=each))
                used = time.process_time() - begun
                speed = Speed(
                    size,
                    threads,
                    found.simulations / found.seconds,
                    found.memory_bytes / found.simulations,
                    min(1.0, used / (threads * found.seconds)),
                )
                if (size, threads) not in best or speed.rate > best[size, threads].rate:
                    best[size, threads] = speed
    return list(best.values())


def advise(speeds: Sequence[Speed], facts: Facts) -> Advice:
    """Return the options that suit the machine.

    Threads: the fewest that are nearly as fast as the best on 19x19. Time: the shortest of
    ``TIMES`` that brings the simulations a move has by default. Memory: what a minute of search
    fills, at most half of what is left, in powers of two from the default on.
    """
    large = [speed for speed in speeds if speed.size == max(SIZES)]
    most = max(speed.rate for speed in large)
    chosen = min((s for s in large if s.rate >= ENOUGH * most), key=lambda s: s.threads)
    enough = _default("default_simulations")
    seconds = next((time for time in TIMES if time * chosen.rate >= enough), TIMES[-1])
    wanted = max(megabytes_a_minute(s) for s in speeds if s.threads == chosen.threads)
    memory, room = _default("memory"), (facts.memory_mb or 4 * _default("memory")) // 2
    while memory < wanted and memory * 2 <= room:
        memory *= 2
    least = ENGINE_PARAMS["memory"].low
    assert least is not None
    while memory > room and memory // 2 >= least:
        memory //= 2
    return Advice(chosen.threads, memory, seconds)


def _default(name: str) -> int:
    value = ENGINE_PARAMS[name].default
    assert isinstance(value, int)
    return value


def megabytes_a_minute(speed: Speed) -> float:
    """Return how much tree a minute of search makes."""
    return 60 * speed.rate * speed.bytes_each / (1 << 20)


def warn(facts: Facts, speeds: Sequence[Speed]) -> list[str]:
    """Return what keeps the engine slower or weaker than it could be on this machine."""
    warnings = []
    counts = {speed.threads for speed in speeds}
    if max(counts) > facts.usable_cores:
        warnings.append(
            f"{max(counts)} threads are more than the {_cores(facts.usable_cores)} that this"
            " program may use: they take turns, and clocks are kept less exactly"
        )
    alone = [speed.share for speed in speeds if speed.threads <= facts.usable_cores]
    if (share := sum(alone) / max(1, len(alone))) < 0.85:
        warnings.append(
            f"the searches got {100 * share:.0f} % of the time of their cores; other programs had"
            " the rest: close them and check again, the figures are too low"
        )
    if facts.usable_cores < facts.installed_cores:
        why = (
            f"a limit of {facts.cpu_quota:g} cores" if facts.cpu_quota else "taskset or a container"
        )
        warnings.append(
            f"the machine has {facts.installed_cores} cores, but this program may use"
            f" {facts.usable_cores} ({why})"
        )
    if facts.memory_mb is not None and facts.memory_mb < 2 * _default("memory"):
        warnings.append(
            f"only {facts.memory_mb} MB of memory are left: close other programs, or give a smaller"
            " --memory"
        )
    if facts.governor:
        warnings.append(
            f"the CPU's frequency governor is {facts.governor}, which keeps its clock low; as root:"
            " cpupower frequency-set -g performance"
        )
    if facts.clock in SLOW_CLOCKS:
        warnings.append(
            f"the system's clock is {facts.clock}, which is slow to read; tsc would be better"
            " (/sys/devices/system/clocksource)"
        )
    return warnings


def report(
    facts: Facts, speeds: Sequence[Speed], advice: Advice, warnings: Sequence[str]
) -> list[str]:
    """Return the lines of the report in words."""
    chosen = [speed for speed in speeds if speed.threads == advice.threads]
    fills = ", ".join(f"{megabytes_a_minute(s):,.0f} MB on {s.size}x{s.size}" for s in chosen)
    memory = (
        "unknown" if facts.memory_mb is None else f"{facts.memory_mb:,} MB left for this program"
    )
    rows = [(time, [f"{time * speed.rate:,.0f}" for speed in chosen]) for time in TIMES]
    counts = sorted({speed.threads for speed in speeds})
    one = {speed.size: speed.rate for speed in speeds if speed.threads == 1}
    by_threads = [[speed for speed in speeds if speed.threads == count] for count in counts]
    lines = [
        "This machine",
        f"  CPU      {facts.cpu} ({', '.join(facts.features) or 'no extensions'})",
        f"  cores    {_told_cores(facts)}",
        f"  memory   {memory}",
        f"  program  gtpengine {__version__}, {_told_build(facts)}",
        f"  network  computed with {PATHS[facts.network_path]}",
        "",
        "Simulations a second on the empty board, and how many times as fast as one thread",
        _row("threads", (f"{size}x{size}" for size in SIZES), width=16),
        *(
            _row(
                str(count),
                (f"{s.rate:,.0f} ({s.rate / one[s.size]:.1f}x)" for s in row),
                width=16,
            )
            for count, row in zip(counts, by_threads, strict=True)
        ),
        "",
        f"Simulations of a move, with {_threads(advice.threads)}",
        _row("seconds", (f"{size}x{size}" for size in SIZES)),
        *(_row(str(time), cells) for time, cells in rows),
        "",
        f"A minute of search with {_threads(advice.threads)} fills {fills}.",
        "",
        "Advice",
        *_item(f"--threads {advice.threads}: {_why_threads(advice, counts)}"),
        *_item(f"--memory {advice.memory_mb}: {_why_memory(advice, chosen)}"),
        *_item(
            f"--time-per-move {advice.seconds_per_move}, where no clock is set:"
            f" {advice.seconds_per_move * chosen[-1].rate:,.0f} simulations on 19x19 (without any"
            f" limit a move has {_default('default_simulations'):,})"
        ),
        "",
        "Copy this:",
        f"  {advice.command()}",
        "",
        "In other programs (gtpengine setup enters it into the settings of the first four):",
        *(f"  {line}" for line in lines_to_paste(EngineEntry(own_program(), advice.options()))),
    ]
    if warnings:
        lines += ["", "Warnings", *(line for text in warnings for line in _item(text))]
    return lines


def _row(head: str, cells: Iterable[str], width: int = 12) -> str:
    return f"  {head:>7}" + "".join(f"{cell:>{width}}" for cell in cells)


def _item(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="  - ", subsequent_indent="    ")


def _cores(count: int) -> str:
    return f"{count} core" + "s" * (count != 1)


def _threads(count: int) -> str:
    return f"{count} thread" + "s" * (count != 1)


def _told_cores(facts: Facts) -> str:
    text = f"{facts.usable_cores} of {facts.installed_cores} may be used"
    if facts.whole_cores is not None and facts.whole_cores < facts.usable_cores:
        text += f"; they are the threads of {_cores(facts.whole_cores)}"
    return text


def _told_build(facts: Facts) -> str:
    if facts.native:
        return "a build for this very machine"
    return "a portable build (NATIVE=1: for this machine alone, maybe faster)"


def _why_threads(advice: Advice, counts: Sequence[int]) -> str:
    if advice.threads == max(counts):
        return "the most that were measured, and the fastest"
    return "more threads bring hardly more simulations"


def _why_memory(advice: Advice, chosen: Sequence[Speed]) -> str:
    minutes = advice.memory_mb / max(megabytes_a_minute(speed) for speed in chosen)
    if minutes >= 1:
        return f"room for {minutes:.1f} minutes of search; a full tree grows no more"
    return f"half of what is left; it is full after {60 * minutes:.0f} seconds of search"


def as_json(
    facts: Facts, speeds: Sequence[Speed], advice: Advice, warnings: Sequence[str]
) -> dict[str, Any]:
    """Return the report for programs."""
    return {
        "version": __version__,
        "machine": dataclasses.asdict(facts),
        "speeds": [
            {
                "size": speed.size,
                "threads": speed.threads,
                "simulations_per_second": round(speed.rate, 1),
                "megabytes_per_minute": round(megabytes_a_minute(speed), 1),
                "cpu_share": round(speed.share, 3),
            }
            for speed in speeds
        ],
        "advice": dataclasses.asdict(advice) | {"command": advice.command()},
        "warnings": list(warnings),
    }
