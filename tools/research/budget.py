"""Where the nanoseconds of a uniform playout go: ``python -m gtpengine.tools.research.budget``.

Needs Linux, ``perf`` and ``addr2line`` (Debian: linux-perf, binutils). ``perf`` samples the program
counter by the CPU clock. ``addr2line`` names the functions at each address, inlined ones included.
The innermost function that the table below has gets the sample. A sample can land a few
instructions late, and a compiler mixes neighbouring statements, so each row is right to 1 ns only.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from gtpengine.base.arguments import numbers

# Row -> the functions it counts.
ROWS: Final[dict[str, tuple[str, ...]]] = {
    "choosing a point (random numbers, draws)": (
        "uniform_move", "rng_next", "rng_below", "swap_empties",
    ),
    "legality, own eyes": (
        "neighbours_and", "neighbours_or", "is_true_eye", "is_not_suicide_tight",
        "neighbour_allows", "is_playable",
    ),
    "parked eyes": (
        "_park", "_unpark", "update_parked", "_mark_chain", "_is_marked_in_atari",
        "_unpark_last_liberty",
    ),
    "liberties taken from neighbours": ("_take_liberty",),
    "liberties of the new stone": ("_add_liberties", "window_low", "window_high"),
    "making and joining chains, bookkeeping": ("board_play", "stone_bit", "opponent", "board_pass"),
    "Zobrist hash": ("zobrist_stone", "zobrist_key", "mix64"),
    "merging chains": ("_merge_chains",),
    "captures": ("_remove_chain", "_give_liberty", "_is_captured"),
    "copying the start": ("board_copy",),
    "scoring": ("playout_area", "bits_count"),
}  # fmt: skip
OTHER: Final = "loop over moves and playouts, library"
MODULE: Final = "gtpengine.mcts.views.playout_bench"
# The program of the child process: it plays uniform playouts, then prints moves and CPU seconds.
PROGRAM: Final = """
import sys, time
from gtpengine.mcts.views.playout_bench import uniform_playouts
start = time.process_time()
moves = uniform_playouts(int(sys.argv[1]), int(sys.argv[2]), 1)[0]
print(moves, time.process_time() - start)
"""


def row_of(functions: list[str]) -> str:
    """Return the row of a sample from its functions, the innermost first."""
    for function in functions:
        for row, names in ROWS.items():
            if _plain(function) in names:
                return row
    return OTHER


def _plain(function: str) -> str:
    """Return the Cython name of a C function: __pyx_f_9board_ext_5board__park -> _park."""
    rest = function.removeprefix("__pyx_f_")
    while rest[:1].isdigit():
        digits = len(rest) - len(rest.lstrip("0123456789"))
        rest = rest[digits + int(rest[:digits]) :].removeprefix("_")
    return rest


def functions_at(library: str, addresses: list[str]) -> dict[str, list[str]]:
    """Return the functions, inlined ones first, of each address of a shared library."""
    output = subprocess.run(
        ["addr2line", "-a", "-f", "-i", "-e", library],
        input="\n".join(addresses), capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    found: dict[str, list[str]] = {}
    current: list[str] = []
    names = iter(output)
    for line in names:
        if line.startswith("0x"):
            current = found.setdefault(f"{int(line, 16):x}", [])
        else:
            current.append(line)
            next(names)  # the file and line
    return found


def sample(size: int, count: int) -> tuple[Counter[str], float]:
    """Return the samples of each row and the nanoseconds a move."""
    library = sys.modules[MODULE].__file__ or ""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        printed = subprocess.run(
            ["perf", "record", "-q", "-e", "cpu-clock", "-F", "4000", "-o", data,
             sys.executable, "-P", "-c", PROGRAM, str(size), str(count)],
            capture_output=True, text=True, check=True,
        ).stdout.split()  # fmt: skip
        lines = subprocess.run(
            ["perf", "script", "-i", data, "-F", "ip,sym,symoff,dso"],
            capture_output=True, text=True, check=True,
        ).stdout.splitlines()  # fmt: skip
    symbols = {}
    for line in subprocess.run(
        ["nm", "--defined-only", library], capture_output=True, text=True, check=True
    ).stdout.splitlines():
        address, _, symbol = line.split(maxsplit=2)
        symbols[symbol] = int(address, 16)
    hits: Counter[str] = Counter()
    for line in lines:
        if f"({library})" in line:
            symbol, _, offset = line.split()[1].partition("+")
            if symbol in symbols:
                hits[f"{symbols[symbol] + int(offset, 16):x}"] += 1
    rows: Counter[str] = Counter()
    for address, functions in functions_at(library, list(hits)).items():
        rows[row_of(functions)] += hits[address]
    # memcpy is the one function of the C library that playouts call.
    rows["copying the start"] += sum("mem" in line and "libc" in line for line in lines)
    return rows, float(printed[1]) / int(printed[0]) * 1e9


def main() -> int:
    """Print the table for 9x9, 13x13 and 19x19, or the given sizes."""
    parser = argparse.ArgumentParser(description="where the time of a uniform playout goes")
    parser.add_argument(
        "--size", type=numbers.board_size, action="append", help="board size, repeatable"
    )
    parser.add_argument(
        "--points", type=numbers.count, default=80_000_000, help="playouts times points"
    )
    args = parser.parse_args()
    __import__(MODULE)
    columns = []
    sizes = args.size or [9, 13, 19]
    for size in sizes:
        rows, nanoseconds = sample(size, args.points // size**2)
        total = sum(rows.values())
        columns.append({row: rows[row] / total * nanoseconds for row in (*ROWS, OTHER)})
    print("| ns a move | " + " | ".join(f"{size}x{size}" for size in sizes) + " |")
    print("|---|" + "---|" * len(sizes))
    for row in (*ROWS, OTHER):
        print(f"| {row} | " + " | ".join(f"{column[row]:.1f}" for column in columns) + " |")
    print("| all | " + " | ".join(f"{sum(column.values()):.1f}" for column in columns) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
