"""The command ``gtpengine tactics``: tactical problems solved, by topic and simulations.

Runs the move tests of a folder of regression suites (``.tst``) and a table of problems (``.tsv``),
or a choice of each that depends on ``--seed`` and the tests' names alone. So two engines, or one
engine at different numbers of simulations, get the same tests, and a bigger ``--sample`` contains a
smaller one. Each number of simulations is a run as of ``gtpengine regress``: stored,
resumable and shared by several processes. ``--review N`` looks at the failures again
(``failures.py``).
"""

from __future__ import annotations

import dataclasses
import itertools
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from gtpengine.tools.matches.campaign import INTERRUPT_STATUS, Interrupt, ended
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.pools import make_pool, slots_of
from gtpengine.tools.running.engines import EngineSpec, identify, own_engine
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.plain import show
from gtpengine.tools.storage.positions import PositionResult, load_results
from gtpengine.tools.storage.store import Entrant, Store

from board_ext.coords import MAX_SIZE, MIN_SIZE
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import (
    flag,
    group,
    option,
    optional_argument,
    repeated,
    several,
)
from gtpengine.base.text.plain import plain

from . import failures as reviews
from .frame import framed
from .options import AnswerOptions, tested_engine
from .regress import RegressionRun, checksum, lot, readable_suites
from .suites import KOMI, SuiteBlock, load_suite
from .topics import TOPICS, board_size, topics

PLACE = "{simulations}"


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class TacticsOptions:
    """What ``gtpengine tactics`` takes."""

    engine: str = optional_argument(
        f"a command line with {PLACE} where the number goes (default: this engine)",
        str,
        default=f"gtpengine={own_engine(f'--simulations {PLACE}')}",
    )
    suites: Path | None = option(
        "folder with .tst files (default: none)", Path, default=None, metavar="FOLDER"
    )
    problems: Path | None = option(".tsv table of problems (default: none)", Path, default=None)
    simulations: tuple[int, ...] = several(
        "simulations for each move: one or more numbers", numbers.count, default=(1000,)
    )
    sample: int = option(
        "how many tests of each board size, and how many problems; 0 for all",
        numbers.count_or_none,
        default=100,
    )
    frame: bool = flag(
        "problems on the otherwise empty board; without this, the rest of the board is filled"
        " so that the problem decides the game",
        names=("--no-frame",),
        default=True,
    )
    topic: tuple[str, ...] = repeated(
        f"only this topic; as often as needed: {', '.join(TOPICS)} (default: all)",
        str,
        choices=TOPICS,
        metavar="TOPIC",
    )
    seed: int = option("seed of the choice and of the engine", numbers.seed, default=1)
    timeout: float = option(
        "time after which an engine that has not moved hangs",
        numbers.seconds(above=True),
        default=600.0,
    )
    verbose: bool = flag("list what fails at the most simulations")
    review: int = option(
        "search N simulations after the answers and after the accepted moves of what fails,"
        " and tell faults from other good moves; 0 is off",
        numbers.count_or_none,
        default=0,
        metavar="N",
    )
    running: AnswerOptions = group(AnswerOptions)


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """A test with its topics."""

    source: str
    block: SuiteBlock
    topics: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.block.tests()[0]


@user_errors("tactics")
def run(options: TacticsOptions) -> int:
    """Run the command and return its exit status."""
    problems = choose(
        sources(options.suites, options.problems, options.frame),
        options.sample,
        options.seed,
        options.topic or TOPICS,
    )
    print(f"{len(problems)} tests chosen", file=sys.stderr)
    found: dict[int, Mapping[str, PositionResult]] = {}
    complete = True
    for simulations in options.simulations:
        complete, found[simulations] = play(options, simulations, problems)
        if not complete:
            break
    show(table_lines(problems, found))
    broken = sum(r.outcome == "error" for results in found.values() for r in results.values())
    if broken and complete:
        print(f"{broken} tests ended with an error of the engine", file=sys.stderr)
    if options.review and complete:
        with Interrupt("") as interrupt:
            lines = review_lines(options, problems, found, lambda: interrupt.count > 0)
        if interrupt.count:
            print("interrupted; the same command begins the review again", file=sys.stderr)
            return INTERRUPT_STATUS
        show(lines)
    elif options.verbose:
        show(failure_lines(problems, found[max(found)]))
    return ended(complete, broken > 0)


COMMAND: Final = CommandLine(
    TacticsOptions,
    run,
    "Solve the move tests of regression suites and tables of problems, and count by topic and"
    " by simulations how many are right. The same command continues an interrupted run.",
    "# the suites of a folder, with this engine at two strengths\n"
    "gtpengine tactics --suites docs/samples --simulations 200 1000",
)


def sources(
    suites: Path | None, problems: Path | None, frame: bool = True
) -> dict[str, list[SuiteBlock]]:
    """Return all tests, one a block, by source: board sizes of the suites, and the problems.

    Takes only ``reg_genmove``, which every engine can be asked.

    :raises ValueError: when no source is named or the folder has no suites.
    :raises OSError: when a file cannot be read.
    """
    if suites is None and problems is None:
        raise ValueError("name --suites FOLDER or --problems FILE or both")
    groups: dict[str, list[SuiteBlock]] = {}
    missing: list[str] = []
    others: list[str] = []
    for path in suites_of(suites):
        for block in _moves(load_suite(path, empty=True)):
            try:
                size = board_size(block)
            except OSError as error:
                missing.append(f"{error.filename}: {str(error.strerror).lower()}")
                continue
            except (ValueError, IndexError):
                size = 0
            if MIN_SIZE <= size <= MAX_SIZE:
                name = f"suites {size}x{size}" if size in (9, 13, 19) else "suites, other sizes"
                groups.setdefault(name, []).append(block)
            else:
                others.append(block.tests()[0])
    if missing:
        leave_out(
            f"{len(missing)} tests whose game records are missing, the first: {missing[0]};"
            " put the games of the suites beside them"
        )
    if others:
        print(
            f"{len(others)} tests left out, of board sizes that do not exist, the first:"
            f" {plain(others[0])}",
            file=sys.stderr,
        )
    if problems:
        # A question for the win rate is about a whole board already.
        groups["problems"] = [
            framed(block) if frame and not _asks_winrate(block) else block
            for block in _moves(load_suite(problems))
        ]
    return {name: groups[name] for name in sorted(groups, key=_place)}


def suites_of(folder: Path | None) -> list[Path]:
    """Return the suites of a folder; those that cannot be read are left out.

    :raises ValueError: when the folder has none.
    :raises OSError: when none can be read.
    """
    if folder is None:
        return []
    paths = sorted(folder.glob("*.tst"))
    if not paths:
        raise ValueError(f"{folder}: no .tst files there")
    return readable_suites(paths)


def _asks_winrate(block: SuiteBlock) -> bool:
    expect = block.steps[-1].expect
    return expect is not None and expect.winrate is not None


def tests_of(suites: Path | None, problems: Path | None) -> list[str]:
    """Return names and checksums of the folder, with all its suites, and of the table.

    With them in the run's settings, answers to other tests are not reused.
    """
    paths = [p for p in sorted(suites.glob("*.tst")) if os.access(p, os.R_OK)] if suites else []
    found = [checksum(suites.name, paths)] if suites else []
    return found + ([checksum(problems.name, [problems])] if problems else [])


def choose(
    groups: Mapping[str, Sequence[SuiteBlock]], sample: int, seed: int, wanted: Iterable[str]
) -> list[Problem]:
    """Return up to ``sample`` tests of each source with one of the wanted topics, by lot; 0 is all.

    :raises ValueError: when no test is left.
    """
    wanted, found = set(wanted), []
    for source, blocks in groups.items():
        mine: list[Problem] = []
        for block in sorted(blocks, key=lambda block: lot(seed, block.tests()[0])):
            try:
                problem = Problem(source, block, topics(block))
            except (ValueError, IndexError) as error:
                leave_out(f"{block.tests()[0]}: {error}")
                continue
            if wanted & set(problem.topics):
                mine.append(problem)
                if len(mine) == sample:
                    break
        found += mine
    if not found:
        raise ValueError("no test is left; try another --topic")
    return found


def _place(source: str) -> tuple[bool, int, str]:
    """Return the sort key of a source in tables: by size, then the rest."""
    return not source.endswith(tuple("0123456789")), len(source), source


def _moves(blocks: Iterable[SuiteBlock]) -> list[SuiteBlock]:
    singles = (single for block in blocks for single in block.singles())
    return [single for single in singles if single.steps[-1].command.startswith("reg_genmove ")]


def play(
    options: TacticsOptions, simulations: int, problems: Sequence[Problem]
) -> tuple[bool, dict[str, PositionResult]]:
    """Run what is not stored yet; return whether all is complete, and the results by test."""
    place = options.running.place
    spec = at_simulations(tested_engine(options.engine, options.running), simulations)
    entrant = Entrant(spec, identify(spec))
    settings = {
        "tactics": simulations,
        "tests": tests_of(options.suites, options.problems),
        "seed": options.seed,
        "komi": KOMI,
        "frame": options.frame,
    }
    digest = zlib.crc32(f"{settings} {entrant}".encode())
    name = f"{place.name}-{simulations}" if place.name else f"tactics-{simulations}-{digest:08x}"
    with Store(place.store) as store, Interrupt("tests") as interrupt:
        event, _ = store.open_event(name, "regress", settings, [entrant])
        print(plain(f"regress {name} in {place.store}"), file=sys.stderr)
        blocks = [problem.block for problem in problems]
        part = RegressionRun(store, event, blocks, options.timeout, options.seed)
        complete = part.play(make_pool(options.running.pool), interrupt)
        if complete:
            store.set_status(event, "done")
        return complete, load_results(store, name)


def at_simulations(spec: EngineSpec, simulations: int) -> EngineSpec:
    """Return the engine with its number of simulations.

    :raises ValueError: when its command has no place for the number.
    """
    text = spec.to_json()
    if PLACE not in text:
        raise ValueError(f"write {PLACE} in the engine's command or start-up commands")
    return EngineSpec.from_json(text.replace(PLACE, str(simulations)))


def table_lines(
    problems: Sequence[Problem], found: Mapping[int, Mapping[str, PositionResult]]
) -> list[str]:
    """Return the tests solved by source and topic: a Markdown table with a column for each run."""
    heads = ["", "tests", *(f"{simulations:,}" for simulations in found)]
    lines = [_row(heads), _row(["---", *["--:"] * (len(heads) - 1)])]
    for title, members in by_title(problems).items():
        cells = [_cell(members, results) for results in found.values()]
        lines.append(_row([title, str(len(members)), *cells]))
    return lines


def by_title(problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """Return the problems of each source, of each topic, and all, by the titles of tables."""
    rows: dict[str, list[Problem]] = {problem.source: [] for problem in problems}
    rows |= {f"*{topic}*": [] for topic in TOPICS}
    for problem in problems:
        rows[problem.source].append(problem)
        for topic in problem.topics:
            rows[f"*{topic}*"].append(problem)
    rows["all"] = list(problems)
    return {title: members for title, members in rows.items() if members}


def _cell(members: Sequence[Problem], results: Mapping[str, PositionResult]) -> str:
    done = [results[problem.name] for problem in members if problem.name in results]
    good, broken = sum(r.good for r in done), sum(r.outcome in ("error", "skip") for r in done)
    waiting = len(members) - len(done)
    return (
        f"{good} ({100 * good / max(1, len(done)):.0f} %)"
        + (f", {broken} not answered" if broken else "")
        + (f", {waiting} to do" if waiting else "")
    )


def failure_lines(problems: Sequence[Problem], results: Mapping[str, PositionResult]) -> list[str]:
    """Return the tests not solved, with topics, expected answer and answer."""
    return [
        f"  {problem.name} ({', '.join(problem.topics)}) {result.expected}: {result.answer}"
        for problem in problems
        if (result := results.get(problem.name)) is not None and not result.good
    ]


def review_lines(
    options: TacticsOptions,
    problems: Sequence[Problem],
    found: Mapping[int, Mapping[str, PositionResult]],
    cancelled: Callable[[], bool] = reviews.never,
) -> list[str]:
    """Return the review of the failures, by source and topic.

    With ``--verbose`` it also lists each failure at the most simulations.
    """
    failures = {
        simulations: [
            (problem.block, result)
            for problem in problems
            if (result := results.get(problem.name)) is not None and not result.good
        ]
        for simulations, results in found.items()
    }
    print(f"reviewing {sum(map(len, failures.values()))} failures", file=sys.stderr)
    found_reviews = reviews.review_all(
        itertools.chain.from_iterable(failures.values()),
        options.review,
        slots_of(options.running.pool),
        options.seed,
        cancelled,
    )
    titles = {title: [p.name for p in rows] for title, rows in by_title(problems).items()}
    lines = ["", *reviews.table_lines(titles, found, found_reviews)]
    if options.verbose:
        last = failures[max(failures)]
        lines += reviews.listing(found_reviews[result.test, result.answer] for _, result in last)
    return lines


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
