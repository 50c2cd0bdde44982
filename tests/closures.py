"""What a program needs of the house: ``python -m tests.closures`` prints modules and lines.

A closure is what a module imports, and what these import. Each row adds to those above it. What is
imported by name where it is asked for (searchers of a cluster, techniques) is not in a closure.
Files that the build generates count no lines. A second table has the features that came after the
house was divided for two players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final

from gtpengine.cli import COMMANDS
from tests.imports import find_modules, used_module
from tests.wings import COMPILED, DATA, MATCHES

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


ADDED: Final[Mapping[str, str]] = {
    "life and death": "board_ext.solvers.fights board_ext.solvers.proofs gtpengine.lifedeath "
    "gtpengine.server.lifedeath",
    "other programs as judges": "gtpengine.programs.analysis_program gtpengine.programs.finding "
    "gtpengine.programs.engine_output gtpengine.programs.engine_pipes "
    "gtpengine.programs.engine_process gtpengine.programs.judge_options "
    "gtpengine.programs.judgement gtpengine.programs.other_engine "
    "gtpengine.programs.session_judge gtpengine.programs.traffic_log gtpengine.programs.winjob "
    "gtpengine.play.judged gtpengine.review.searching.judge",
    "records of other formats": "gtpengine.sgf.charset gtpengine.sgf.formats gtpengine.sgf.gib "
    "gtpengine.sgf.ngf gtpengine.sgf.seal gtpengine.sgf.servers gtpengine.sgf.ugf",
    "kinds of mistakes": "gtpengine.review.mistakes",
    "library: games, pictures, trees, evaluators": "gtpengine.library.games "
    "gtpengine.library.pictures gtpengine.library.positions.board "
    "gtpengine.library.positions.sgfs gtpengine.library.positions.stoneplanes "
    "gtpengine.library.positions.symmetry gtpengine.library.searches.evaluatedsearcher "
    "gtpengine.library.searches.evaluation gtpengine.library.searches.evaluator "
    "gtpengine.library.searches.many gtpengine.library.searches.searchtree",
    "problems from games": "gtpengine.problems gtpengine.server.problems",
    "the rank of a person": "gtpengine.personrank gtpengine.server.ranks",
    "languages": "gtpengine.base.arguments.language_options gtpengine.base.text.catalogue "
    "gtpengine.base.text.columns gtpengine.base.text.jsontext gtpengine.base.text.language "
    "gtpengine.server.speaking gtpengine.terminal.termwords gtpengine.building.catalogues",
    "teaching games, the end agreed": "gtpengine.play.agreement gtpengine.play.doubt "
    "gtpengine.play.ladder gtpengine.play.teaching gtpengine.terminal.teaching_options",
    "ranks led by a network, a person's pace": "gtpengine.session.netrank gtpengine.session.pace",
    "atari go": "board_ext.playouts.capture gtpengine.session.capturing",
    "engines of others, environments": "gtpengine.engines gtpengine.env",
    "installing: setup, Windows": "gtpengine.commands.setup gtpengine.commands.clients "
    "gtpengine.building.windows",
}
"""Features that came after the house was divided for two players, by their modules."""


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


def closure(roots: Iterable[str], without: Collection[str] = ()) -> set[str]:
    """Return these modules, and all that they need, as if those ``without`` were not there."""
    needed: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in needed and name not in without:
            needed.add(name)
            waiting += uses()[name]
    return needed


def engine(without: Collection[str] = ()) -> set[str]:
    """Return what the engine needs that answers GTP; the registry imports its commands by name."""
    commands = {name for name in uses() if name.startswith("gtpengine.gtp.commands.")}
    return closure({"gtpengine.__main__", "gtpengine.gtp.front_end", *commands}, without)


def person(without: Collection[str] = ()) -> set[str]:
    """Return what the programs need that a person uses."""
    rows = ("play analysis review check bench, library", "web")
    roots = {COMMANDS[name].module for row in rows for name in ROWS[row]}
    library = {name for name in uses() if name.startswith("gtpengine.library")}
    return engine(without) | closure(roots | library, without)


def within(modules: Iterable[str], names: str) -> set[str]:
    """Return the modules that have one of these names, or lie in a package that has."""
    return {
        module
        for module in modules
        for name in names.split()
        if f"{module}.".startswith(f"{name}.")
    }


def tested() -> set[str]:
    """Return what ``make test`` builds and checks."""
    left_out = (*LABORATORY, *(f"{wing}." for wing in (*DATA, *MATCHES)))
    return {
        name for name in uses() if not f"{name}.".startswith(left_out) or name.startswith(COMPILED)
    }


def total(modules: Iterable[str]) -> int:
    """Return the lines of these modules."""
    return sum(lines()[name] for name in modules)


def print_added() -> None:
    """Print the lines of features in a person's programs, and in what ``make test`` checks."""
    added = within(uses(), " ".join(ADDED.values()))
    print(f"\n{'person':>7} {'tested':>8}  of these, features of `ADDED`")
    for words, names in ADDED.items():
        persons, all_tested = total(within(person(), names)), total(within(tested(), names))
        print(f"{persons:7,} {all_tested:8,}  {words}")
    left = f"{total(person(added)):7,} {total(tested() - added):8,}"
    print(f"{left}  without them, and what they alone need")


def main() -> None:
    """Print the rows."""
    needed = engine()
    whole = sum(lines().values())
    print(f"{'lines':>7} {'modules':>8}")
    for row, commands in ROWS.items():
        needed |= closure(COMMANDS[name].module for name in commands)
        if "library" in row:
            needed |= closure(name for name in uses() if name.startswith("gtpengine.library"))
        count = total(needed)
        print(f"{count:7,} {len(needed):8,}  {'' if row.startswith('the') else '+ '}{row}")
    everything = {name for name in uses() if not f"{name}.".startswith(LABORATORY)}
    data = {name for name in everything if f"{name}.".startswith(tuple(f"{w}." for w in DATA))}
    for modules, words in (
        (tested(), "what make test builds and checks"),
        (everything - data, "with matches (make test-matches)"),
        (everything, "with data (make test-data)"),
    ):
        print(f"{total(modules):7,} {len(modules):8,}  {words}")
    print(f"{whole:7,} {len(uses()):8,}  with the laboratory and research (make test-lab)")
    print_added()


if __name__ == "__main__":
    main()
