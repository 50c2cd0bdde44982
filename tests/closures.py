"""What a program needs of the house: ``python -m tests.closures`` prints modules and lines.

A closure is what a module imports, and what these import. Each row adds to those above it. What is
imported by name where it is asked for (searchers of a cluster, techniques) is not in a closure.
Files that the build generates count no lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from gtpengine.cli import COMMANDS
from tests.imports import find_modules, used_module
from tests.wings import DATA

ROWS: Final[Mapping[str, tuple[str, ...]]] = {
    "the engine, GTP": (),
    "play analysis review check bench, library": ("play", "analysis", "review", "check", "bench"),
    "web": ("web",),
    "matches and their reports": (
        *("match", "sprt", "tournament", "report", "export", "speed", "timecheck"),
        *("ablation", "screen", "tune"),
    ),
    "regress tactics autoscore": ("regress", "tactics", "autoscore"),
    "join work book": ("join", "work", "book"),
    "selfplay patterns net": ("selfplay", "patterns", "net"),
}
"""Programs by their commands; study and reproduce are the laboratory's."""


LABORATORY: Final = ("gtpengine.lab.", "gtpengine.tools.research.")
"""What neither ``make test`` nor ``make test-data`` compiles, types or tests."""


@cache
def uses() -> dict[str, set[str]]:
    """Return what each module imports when it runs, packages it lies in among them."""
    modules = find_modules()
    names = {module.name for module in modules}
    found: dict[str, set[str]] = {name: set() for name in names}
    for module in modules:
        targets = {used_module(one, names) for one in module.imports() if not one.hint}
        parents = {target.rpartition(".")[0] for target in (*targets, module.name)}
        found[module.name] |= (targets | parents) & names - {module.name}
    return found


@cache
def lines() -> dict[str, int]:
    """Return the lines of each module, in all its files."""
    counts: dict[str, int] = {}
    for module in find_modules():
        text = module.path.read_text(encoding="utf-8")
        written = 0 if "made by setup.py" in text or "# Generated" in text[:20] else 1
        count = written * len(text.splitlines())
        counts[module.name] = counts.get(module.name, 0) + count
    return counts


def closure(roots: Iterable[str]) -> set[str]:
    """Return these modules, and all that they need."""
    needed: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += uses()[name]
    return needed


def engine() -> set[str]:
    """Return what the engine needs that answers GTP; the registry imports its commands by name."""
    commands = {name for name in uses() if name.startswith("gtpengine.gtp.commands.")}
    return closure({"gtpengine.__main__", "gtpengine.gtp.front_end", *commands})


def person() -> set[str]:
    """Return what the programs need that a person uses."""
    rows = ("play analysis review check bench, library", "web")
    roots = {COMMANDS[name].module for row in rows for name in ROWS[row]}
    library = {name for name in uses() if name.startswith("gtpengine.library")}
    return engine() | closure(roots | library)


def main() -> None:
    """Print the rows."""
    needed = engine()
    whole = sum(lines().values())
    print(f"{'lines':>7} {'modules':>8}")
    for row, commands in ROWS.items():
        needed |= closure(COMMANDS[name].module for name in commands)
        if "library" in row:
            needed |= closure(name for name in uses() if name.startswith("gtpengine.library"))
        count = sum(lines()[name] for name in needed)
        print(f"{count:7,} {len(needed):8,}  {'' if row.startswith('the') else '+ '}{row}")
    data = tuple(f"{wing}." for wing in DATA)
    for left_out, words in (
        ((*LABORATORY, *data), "what make test builds and checks"),
        (LABORATORY, "with data (make test-data)"),
    ):
        tested = [name for name in uses() if not f"{name}.".startswith(left_out)]
        count = sum(lines()[name] for name in tested)
        print(f"{count:7,} {len(tested):8,}  {words}")
    print(f"{whole:7,} {len(uses()):8,}  with the laboratory and research (make test-lab)")


if __name__ == "__main__":
    main()
