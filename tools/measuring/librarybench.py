"""``gtpengine bench library``: what programs do with the library, beside other packages of Go.

Each task is done by every package in turn, some times over, and the median of units a second of
processor time counts. Other packages are measured where they are installed, and through their
public names alone. What a package lacks has a dash.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from gtpengine.tools.measuring import librarypeers
from gtpengine.tools.measuring.librarytasks import Material, own_work
from gtpengine.tools.running.tables import table_lines

from gtpengine.base.system import machine

Work = Callable[[], int]
"""Does a task once, and returns how many units of it were done."""

PEERS: Final[Mapping[str, str]] = {
    "sgfmill": "sgfmill",
    "sente": "sente",
    "pyspiel": "open_spiel",
    "pgx": "pgx",
}
"""Other packages: name in Python -> name in the index of packages."""

TASKS: Final[Mapping[str, str]] = {
    "records": "records read, all moves played",
    "legal": "sets of legal moves",
    "tries": "legal moves played and taken back",
    "random": "moves of random games",
    "boards": "boards as arrays of stones",
    "planes": "positions as input planes",
    "evaluations": "positions evaluated by a network",
    "searches": "searches of 100 simulations with a network",
    "playout searches": "searches of 100 playouts",
}
"""Tasks, and what is counted."""


def run(runs: int, scale: float, packages: Iterable[str] = PEERS) -> int:
    """Print the table, a row a task; return the exit status."""
    material = Material.made(max(1, round(10 * scale)))
    works = {"gtpengine": own_work(material)}
    for name in packages:
        try:
            package = importlib.import_module(name)
        except ImportError:
            say(f"{name} is not installed: pip install {PEERS.get(name, name)} adds its column")
            continue
        works[name] = getattr(librarypeers, f"{name}_work")(package, material)
    rows = []
    for task, counted in TASKS.items():
        speeds = measured({name: work[task] for name, work in works.items() if task in work}, runs)
        shown = [f"{speeds[name]:,.0f}" if name in speeds else "-" for name in works]
        rows.append((counted, *shown))
        say("  ".join((counted, *shown)))
    heads = ("a second of processor time", *map(titled, works))
    print("\n".join(table_lines(heads, rows, words=(0,))))
    print(f"\n{machine.cpu_name()}, Python {sys.version.partition(' ')[0]}")
    return 0


def measured(works: Mapping[str, Work], runs: int) -> dict[str, float]:
    """Return the median speed of each, measured in turn; each does its work once before."""
    speeds: dict[str, list[float]] = {name: [] for name in works}
    for run_number in range(runs + 1):
        for name, work in works.items():
            begun = time.process_time()
            count = work()
            if run_number:
                speeds[name].append(count / max(1e-9, time.process_time() - begun))
    return {name: statistics.median(found) for name, found in speeds.items()}


def titled(name: str) -> str:
    """Return a package with its version."""
    try:
        return f"{name} {importlib.metadata.version(PEERS.get(name, name))}"
    except importlib.metadata.PackageNotFoundError:
        return name


def say(text: str) -> None:
    """Tell the user something, on stderr."""
    print(text, file=sys.stderr, flush=True)
