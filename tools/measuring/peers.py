"""``gtpengine bench --versus NAME=COMMAND``: another program's own speed test beside ours.

The two run in turn, and the ratio is the median over such pairs, so that a machine whose speed
drifts does not distort it. Speeds are what the programs print, in CPU or wall time as they choose;
hence the load average beside the figures. What a playout is (its rules, its end) also differs
between programs.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from gtpengine.base.arguments import commandwords
from gtpengine.base.system import machine
from gtpengine.commands.bench import LAYERS, BenchOptions, measured

# Enough for about a second of work.
PLAYOUTS: Final = {9: 60_000, 13: 30_000, 19: 15_000}
TIMEOUT: Final = 600.0
_KPPS = re.compile(r"([\d.]+) kpps\b(?!/)")
_PER_SECOND = re.compile(r"([\d.,]+) (?:games|playouts|simulations)/s\b")


class VersusError(ValueError):
    """A program that cannot be compared with; the message says what to do."""


def run(options: BenchOptions) -> int:
    """Print what ``gtpengine bench`` prints, and a line for each peer on stderr; return the exit
    status."""
    try:
        peers = parse_peers(options.versus)
    except VersusError as error:
        print(f"gtpengine bench: {error}", file=sys.stderr)
        return 2
    try:
        for layer, size in measured(options):
            _print_comparison(layer, size, options, peers)
    except VersusError as error:
        print(f"gtpengine bench: {error}", file=sys.stderr)
        return 1
    return 0


def _print_comparison(
    layer: str, size: int, options: BenchOptions, peers: Mapping[str, str]
) -> None:
    def ours() -> float:
        row = LAYERS[layer](size, 1, options.scale)
        return row.count / row.seconds

    for line in compare(ours, peers, size, options.runs):
        print(line, file=sys.stderr, flush=True)


def parse_peers(texts: Iterable[str]) -> dict[str, str]:
    """Split NAME=COMMAND arguments.

    :raises VersusError: when one has another form.
    """
    peers = {}
    for text in texts:
        name, separator, command = text.partition("=")
        if not (name.strip() and separator and command.strip()):
            raise VersusError(f"--versus {text!r}: write NAME=COMMAND")
        peers[name.strip()] = command.strip()
    return peers


def parse_speed(output: str) -> float | None:
    """Return the playouts a second that a program printed last, or None."""
    found = [(m.start(), float(m[1]) * 1000) for m in _KPPS.finditer(output)]
    found += [(m.start(), float(m[1].replace(",", ""))) for m in _PER_SECOND.finditer(output)]
    return max(found)[1] if found else None


def peer_speed(name: str, command: str, size: int) -> float:
    """Run a program once; return the playouts a second that it printed.

    ``{size}`` in the command becomes the board size. Its standard input has ``benchmark N``, for
    programs that expect it.

    :raises VersusError: when it does not run or prints no speed.
    """
    words = commandwords.split(command.replace("{size}", str(size)))
    commands = f"benchmark {PLAYOUTS.get(size, 10_000)}\nquit\n"
    try:
        done = subprocess.run(
            words,
            input=commands,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise VersusError(f"{name}: {error}: check the command of --versus") from error
    speed = parse_speed(done.stdout)
    if not speed:
        raise VersusError(
            f"{name} printed neither '... kpps' nor '... games/s':"
            f" run {commandwords.joined(words)!r} by hand"
        )
    return speed


def compare(
    ours: Callable[[], float], peers: Mapping[str, str], size: int, runs: int
) -> Iterator[str]:
    """Yield a line for each peer: its median speed, ours, and the median ratio of the pairs."""
    mine: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(runs):
        mine.append(ours())
        for name, command in peers.items():
            theirs[name].append(peer_speed(name, command, size))
    for name, speeds in theirs.items():
        ratio = statistics.median(a / b for a, b in zip(mine, speeds, strict=True))
        load = machine.load()
        yield (
            f"  {statistics.median(mine):,.0f}/s is {ratio:.2f} x {name}"
            f" ({statistics.median(speeds):,.0f}/s)" + (f", load {load[0]:.1f}" if load else "")
        )
