"""``gtpengine bench``: signatures on stdout, speeds on stderr.

``bench library`` is apart: a table of what the library does a second, beside other packages.

A signature is an integer that changes when the behaviour of a layer changes. The first of board,
playout, search (by playouts) and network (a search that a network leads) that differs names the
culprit. Everything runs on one thread with fixed seeds and default parameters, so the same build
gives the same numbers on every machine. Speeds are medians of the CPU time of several runs, and
never part of a signature.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import lacking
from gtpengine.base.arguments.options import arguments, option, repeated

SIZES: Final = (9, 13, 19)


@dataclass(frozen=True, slots=True)
class BenchRow:
    """A measurement: ``count`` units in ``seconds``, the median CPU time of some runs."""

    name: str
    unit: str
    count: int
    moves: int
    seconds: float
    signature: int

    def line(self) -> str:
        """Return the printed line: units a second and nanoseconds a move."""
        return (
            f"{self.name:<22} {self.count / self.seconds:>10,.0f} {self.unit}/s"
            f" {self.moves / self.count:>7.1f} moves"
            f" {self.seconds / self.moves * 1e9:>7.1f} ns/move"
        )


def measure(
    name: str, unit: str, count: int, runs: int, work: Callable[[], tuple[int, int]]
) -> BenchRow:
    """Run ``work``, which returns (moves, signature), ``runs`` times; keep the median time."""
    seconds = []
    moves, signature = 0, 0
    for _ in range(runs):
        start = time.process_time()
        moves, signature = work()
        seconds.append(time.process_time() - start)
    return BenchRow(name, unit, count, moves, statistics.median(seconds), signature)


def bench_board(size: int, runs: int, scale: float) -> BenchRow:
    """Measure uniformly random playouts from the empty board."""
    from gtpengine.mcts.views.playout_bench import uniform_playouts

    count = max(1, int(scale * 2_000_000 / size**2))

    def work() -> tuple[int, int]:
        moves, _, signature = uniform_playouts(size, count, 1)
        return moves, signature

    return measure(f"board {size}x{size}", "playouts", count, runs, work)


def bench_playout(size: int, runs: int, scale: float) -> BenchRow:
    """Measure heavy playouts from the empty board."""
    from gtpengine.mcts.params.search_params import SearchParams
    from gtpengine.mcts.views.playout_bench import heavy_playouts

    count = max(1, int(scale * 500_000 / size**2))

    def work() -> tuple[int, int]:
        moves, _, signature = heavy_playouts(size, count, 1, SearchParams())
        return moves, signature

    return measure(f"playout {size}x{size}", "playouts", count, runs, work)


def bench_search(size: int, runs: int, scale: float) -> BenchRow:
    """Measure a search by playouts from the empty board."""
    return _search("search", "none", size, runs, int(scale * 400_000 / size**2))


def bench_network(size: int, runs: int, scale: float) -> BenchRow:
    """Measure a search from the empty board with the network of the package.

    A size without a network is searched by playouts.
    """
    return _search("network", "shipped", size, runs, int(scale * 40_000 / size**2))


def _search(layer: str, network: str, size: int, runs: int, simulations: int) -> BenchRow:
    from board_ext.position import Position
    from gtpengine.mcts.params.search_params import SearchParams
    from gtpengine.mcts.report.stoppers import Limits
    from gtpengine.mcts.searcher import Searcher

    count = max(1, simulations)

    def work() -> tuple[int, int]:
        searcher = Searcher(SearchParams(network=network), seed=1)
        searcher.set_position(Position(size))
        report = searcher.search(Limits(simulations=count))
        signature = 0
        for stats in sorted(report.moves, key=lambda stats: stats.point):
            signature = (signature * 1_000_003 + stats.visits + stats.point) % 2**64
        return round(report.mean_length * report.simulations), signature

    return measure(f"{layer} {size}x{size}", "simulations", count, runs, work)


LAYERS: Final = {
    "board": bench_board,
    "playout": bench_playout,
    "search": bench_search,
    "network": bench_network,
}


LIBRARY: Final = "library"


def _layer(text: str) -> str:
    if text not in (*LAYERS, LIBRARY):
        raise argparse.ArgumentTypeError(f"{text!r}: layers are {', '.join(LAYERS)}; or {LIBRARY}")
    return text


@dataclass(frozen=True, kw_only=True, slots=True)
class BenchOptions:
    """What ``gtpengine bench`` takes."""

    layers: tuple[str, ...] = arguments(
        f"some of {', '.join(LAYERS)} (default: all these); or {LIBRARY}: the library beside other"
        " packages of Go that are installed",
        _layer,
        metavar="LAYER",
    )
    runs: int = option("runs; the median counts", numbers.count, default=5)
    scale: float = option(
        "multiplies the work; changes the signatures",
        numbers.real(0, 1000, above=True),
        default=1.0,
    )
    size: tuple[int, ...] = repeated(
        "board size; as often as needed (default: 9 13 19)", numbers.board_size
    )
    versus: tuple[str, ...] = repeated(
        "also run another program's own speed test, in turn with ours; as often as needed."
        " {size} in the command is the board size, the input is 'benchmark N', and the output must"
        " have '... kpps' or '... games/s'",
        str,
        metavar="NAME=COMMAND",
    )


def run(options: BenchOptions) -> int:
    """Print signatures on stdout and speeds on stderr; return the exit status."""
    # Late: what measures other programs is of the tools.
    if LIBRARY in options.layers:
        return _library(options)
    if options.versus:
        return int(importlib.import_module("gtpengine.tools.measuring.peers").run(options))
    for _ in measured(options):
        pass
    return 0


def measured(options: BenchOptions) -> Iterator[tuple[str, int]]:
    """Print signatures and speeds; yield each layer and size once it is measured."""
    total = 0
    for name in options.layers or LAYERS:
        for size in options.size or SIZES:
            row = LAYERS[name](size, options.runs, options.scale)
            print(f"{row.name} {row.signature}", flush=True)
            print(row.line(), file=sys.stderr, flush=True)
            total = (total * 1_000_003 + row.signature) % 2**32
            yield name, size
    print(f"bench {total}")


def _library(options: BenchOptions) -> int:
    if len(options.layers) > 1 or options.size or options.versus:
        print("gtpengine bench: library takes --runs and --scale alone", file=sys.stderr)
        return 2
    if importlib.util.find_spec("rich") is None:
        print(lacking("gtpengine bench library needs rich", "tools"), file=sys.stderr)
        return 2
    bench = importlib.import_module("gtpengine.tools.measuring.librarybench")
    return int(bench.run(options.runs, options.scale))


COMMAND: Final = CommandLine(
    BenchOptions,
    run,
    "Measure the speed of board, playout and search, by playouts and with a network, on one"
    " thread, and print their signatures:"
    " numbers that change when behaviour does. Signatures go to stdout, speeds to stderr.",
    "# all layers and sizes, about a minute\ngtpengine bench",
    "# the search on 9x9 alone, once\ngtpengine bench search --size 9 --runs 1",
    "# records, legal moves, planes, searches from Python, beside other packages\n"
    "gtpengine bench library --runs 3",
)
