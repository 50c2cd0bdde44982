"""``gtpengine bench``: signatures on stdout, speeds on stderr.

A signature is an integer that changes when the behaviour of a layer changes. The first of board,
playout, search (by playouts) and network (a search that one leads) that differs names the culprit.
Everything runs on one thread with fixed seeds and default parameters, so the same build gives the
same numbers on every machine. Speeds are medians of the CPU time of several runs, and never part of
a signature.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.commands.peers import VersusError, compare, parse_peers

SIZES: Final = (9, 13, 19)


@dataclass(frozen=True, slots=True)
class Row:
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
) -> Row:
    """Run ``work``, which returns (moves, signature), ``runs`` times; keep the median time."""
    seconds = []
    moves, signature = 0, 0
    for _ in range(runs):
        start = time.process_time()
        moves, signature = work()
        seconds.append(time.process_time() - start)
    return Row(name, unit, count, moves, statistics.median(seconds), signature)


def bench_board(size: int, runs: int, scale: float) -> Row:
    """Measure uniformly random playouts from the empty board."""
    from gtpengine.mcts.views.playout_bench import uniform_playouts

    count = max(1, int(scale * 2_000_000 / size**2))

    def work() -> tuple[int, int]:
        moves, _, signature = uniform_playouts(size, count, 1)
        return moves, signature

    return measure(f"board {size}x{size}", "playouts", count, runs, work)


def bench_playout(size: int, runs: int, scale: float) -> Row:
    """Measure heavy playouts from the empty board."""
    from gtpengine.mcts.params.search_params import SearchParams
    from gtpengine.mcts.views.playout_bench import heavy_playouts

    count = max(1, int(scale * 500_000 / size**2))

    def work() -> tuple[int, int]:
        moves, _, signature = heavy_playouts(size, count, 1, SearchParams())
        return moves, signature

    return measure(f"playout {size}x{size}", "playouts", count, runs, work)


def bench_search(size: int, runs: int, scale: float) -> Row:
    """Measure a search by playouts from the empty board."""
    return _search("search", "none", size, runs, int(scale * 400_000 / size**2))


def bench_network(size: int, runs: int, scale: float) -> Row:
    """Measure a search from the empty board with the network of the package.

    A size without a network is searched by playouts.
    """
    return _search("network", "shipped", size, runs, int(scale * 40_000 / size**2))


def _search(layer: str, network: str, size: int, runs: int, simulations: int) -> Row:
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


def _layer(text: str) -> str:
    if text not in LAYERS:
        raise argparse.ArgumentTypeError(f"{text!r}: layers are {', '.join(LAYERS)}")
    return text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the sub-command."""
    describe(
        parser,
        "Measure the speed of board, playout and search, by playouts and with a network, on one"
        " thread, and print their signatures:"
        " numbers that change when behaviour does. Signatures go to stdout, speeds to stderr.",
        "# all layers and sizes, about a minute\ngtpengine bench",
        "# the search on 9x9 alone, once\ngtpengine bench search --size 9 --runs 1",
    )
    parser.add_argument(
        "layers",
        nargs="*",
        default=[],
        type=_layer,
        metavar="LAYER",
        help=f"some of {', '.join(LAYERS)} (default: all)",
    )
    parser.add_argument("--runs", type=numbers.count, default=5, help="runs; the median counts")
    parser.add_argument(
        "--scale",
        type=numbers.real(0, 1000, above=True),
        default=1.0,
        help="multiplies the work; changes the signatures",
    )
    parser.add_argument(
        "--size",
        type=numbers.board_size,
        action="append",
        help="board size; as often as needed (default: 9 13 19)",
    )
    parser.add_argument(
        "--versus",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="also run another program's own speed test, in turn with ours; as often as needed."
        " {size} in the command is the board size, the input is 'benchmark N', and the output must"
        " have '... kpps' or '... games/s'",
    )


def print_comparison(
    layer: str, size: int, args: argparse.Namespace, peers: dict[str, str]
) -> None:
    """Print one line for each peer on stderr."""

    def ours() -> float:
        row = LAYERS[layer](size, 1, args.scale)
        return row.count / row.seconds

    for line in compare(ours, peers, size, args.runs):
        print(line, file=sys.stderr, flush=True)


def run(args: argparse.Namespace) -> int:
    """Print signatures on stdout and speeds on stderr; return the exit status."""
    try:
        peers = parse_peers(args.versus)
    except VersusError as error:
        print(f"gtpengine bench: {error}", file=sys.stderr)
        return 2
    total = 0
    for name in args.layers or LAYERS:
        for size in args.size or SIZES:
            row = LAYERS[name](size, args.runs, args.scale)
            print(f"{row.name} {row.signature}", flush=True)
            print(row.line(), file=sys.stderr, flush=True)
            total = (total * 1_000_003 + row.signature) % 2**32
            if peers:
                try:
                    print_comparison(name, size, args, peers)
                except VersusError as error:
                    print(f"gtpengine bench: {error}", file=sys.stderr)
                    return 1
    print(f"bench {total}")
    return 0
