"""What reports cost while the engine thinks, in processor time: prints a line for each command.

    python docs/samples/report_cost.py ".venv/bin/gtpengine" [size] [rounds]

Equal searches, in turn with a report every 10 ms and with none but the last. The difference is
divided by the number of reports, and the share is what ten reports a second take of a second.
Processor time, so that other programs on the machine count for little; reports come more densely
than in use, so that their cost stands out from the noise.
"""

from __future__ import annotations

import shlex
import statistics
import subprocess
import sys

SIMULATIONS = {9: 40_000, 13: 20_000, 19: 10_000}
INTERVAL = 1  # hundredths of a second
NEVER = 10_000_000
USED_INTERVAL = 0.1
COMMANDS = (
    ("lz-genmove_analyze b {}", "moves"),
    ("kata-genmove_analyze b {} rootInfo true ownership true", "moves and ownership"),
    ("kata-genmove_analyze b {} ownership true movesOwnership true", "ownership of every move"),
)


class Engine:
    """The engine as a process; :meth:`ask` gives the lines of a reply."""

    def __init__(self, command: str, size: int) -> None:
        options = f"--simulations {SIMULATIONS[size]} --set book=off --set early_stop=off"
        self._process = subprocess.Popen(
            shlex.split(f"{command} {options}"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.size = size

    def ask(self, line: str) -> list[str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        lines = []
        while text := self._process.stdout.readline().rstrip("\n"):
            lines.append(text)
        assert lines and lines[0].startswith("="), f"{line}: {lines}"
        return lines

    def search(self, command: str) -> tuple[float, int]:
        """Processor seconds and reports of a search of the empty board."""
        for line in (f"boardsize {self.size}", "clear_board", "clear_cache", "set_random_seed 1"):
            self.ask(line)
        before = float(self.ask("cputime")[0][2:])
        reports = sum(line.startswith("info") for line in self.ask(command))
        return float(self.ask("cputime")[0][2:]) - before, reports


def measure(engine: Engine, command: str, rounds: int) -> tuple[float, int]:
    """Median of the processor seconds of a report, and the reports of a search."""
    costs, reports = [], 0
    for _ in range(rounds):
        silent, least = engine.search(command.format(NEVER))
        talking, reports = engine.search(command.format(INTERVAL))
        costs.append((talking - silent) / max(1, reports - least))
    return statistics.median(costs), reports


def main(command: str, size: int = 19, rounds: int = 9) -> None:
    engine = Engine(command, size)
    for line, what in COMMANDS:
        cost, reports = measure(engine, line, rounds)
        print(
            f"{size}x{size}, {what}: {cost * 1e3:.2f} ms a report ({reports} a search),"
            f" {cost / USED_INTERVAL:.2%} at an interval of {USED_INTERVAL} s",
            flush=True,
        )
    engine.ask("quit")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
