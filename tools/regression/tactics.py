"""The command ``gtpengine tactics``: tactical problems solved, by topic and simulations.

Runs the move tests of a folder of regression suites (``.tst``) and a table of problems (``.tsv``),
or a choice of each that depends on ``--seed`` and the tests' names alone. So two engines, or one
engine at different numbers of simulations, get the same tests, and a bigger ``--sample`` contains a
smaller one. Each number of simulations is a run like those of ``gtpengine regress``: stored,
resumable and shared by several processes. ``--review N`` looks at the failures again
(``failures.py``).
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from gtpengine.tools.matches.campaign import Interrupt, interrupted
from gtpengine.tools.matches.event_cli import (
    add_cluster_argument,
    add_store_arguments,
    make_pool,
    user_errors,
)
from gtpengine.tools.running.engines import (
    EngineSpec,
    identify,
    load_specs,
    own_engine,
    parse_engine,
)
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.plain import plain, show
from gtpengine.tools.running.runner import default_slots
from gtpengine.tools.storage.positions import PositionResult, load_results
from gtpengine.tools.storage.store import Entrant, Store

from board_ext.coords import MAX_SIZE, MIN_SIZE
from gtpengine.base import numbers
from gtpengine.base.parser import describe

from . import failures as reviews
from .frame import framed
from .regress import RegressionRun, add_running_arguments, checksum, lot, readable_suites
from .suites import KOMI, Block, load_suite
from .topics import TOPICS, board_size, topics

PLACE = "{simulations}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    describe(
        parser,
        "Solve the move tests of regression suites and tables of problems, and count by topic and"
        " by simulations how many are right. The same command continues an interrupted run.",
        "# the suites of a folder, with this engine at two strengths\n"
        "gtpengine tactics --suites docs/samples --simulations 200 1000",
    )
    parser.add_argument(
        "engine",
        nargs="?",
        default=f"gtpengine={own_engine(f'--simulations {PLACE}')}",
        help=f"a command line with {PLACE} where the number goes (default: this engine)",
    )
    parser.add_argument(
        "--suites", type=Path, metavar="FOLDER", help="folder with .tst files (default: none)"
    )
    parser.add_argument("--problems", type=Path, help=".tsv table of problems (default: none)")
    parser.add_argument(
        "--simulations",
        type=numbers.count,
        nargs="+",
        default=[1000],
        help="simulations for each move: one or more numbers",
    )
    parser.add_argument(
        "--sample",
        type=numbers.count_or_none,
        default=100,
        help="how many tests of each board size, and how many problems; 0 for all",
    )
    parser.add_argument(
        "--no-frame",
        dest="frame",
        action="store_false",
        help="problems on the otherwise empty board; without this, the rest of the board is filled"
        " so that the problem decides the game",
    )
    parser.add_argument(
        "--topic",
        action="append",
        choices=TOPICS,
        metavar="TOPIC",
        help=f"only this topic; as often as needed: {', '.join(TOPICS)} (default: all)",
    )
    parser.add_argument(
        "--seed", type=numbers.seed, default=1, help="seed of the choice and of the engine"
    )
    parser.add_argument(
        "--timeout",
        type=numbers.seconds(above=True),
        default=600.0,
        help="time after which an engine that has not moved hangs",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="list what fails at the most simulations"
    )
    parser.add_argument(
        "--review",
        type=numbers.count_or_none,
        default=0,
        metavar="N",
        help="search N simulations after the answers and after the accepted moves of what fails,"
        " and tell faults from other good moves; 0 is off",
    )
    _add_running_arguments(parser)


def _add_running_arguments(parser: argparse.ArgumentParser) -> None:
    add_running_arguments(parser)
    add_cluster_argument(parser)
    add_store_arguments(parser)


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """A test with its topics."""

    source: str
    block: Block
    topics: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.block.tests()[0]


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    with user_errors("tactics") as status:
        problems = choose(
            sources(args.suites, args.problems, args.frame),
            args.sample,
            args.seed,
            args.topic or TOPICS,
        )
        print(f"{len(problems)} tests chosen", file=sys.stderr)
        found: dict[int, Mapping[str, PositionResult]] = {}
        for simulations in args.simulations:
            complete, found[simulations] = play(args, simulations, problems)
            if not complete:
                status[0] = interrupted()
                break
        show(table_lines(problems, found))
        broken = sum(r.outcome == "error" for results in found.values() for r in results.values())
        if broken and not status[0]:
            print(f"{broken} tests ended with an error of the engine", file=sys.stderr)
            status[0] = 1
        if args.review and status[0] != 130:
            with Interrupt("") as interrupt:
                lines = review_lines(args, problems, found, lambda: interrupt.count > 0)
            if interrupt.count:
                print("interrupted; the same command begins the review again", file=sys.stderr)
                status[0] = 130
            else:
                show(lines)
        elif args.verbose:
            show(failure_lines(problems, found[max(found)]))
    return status[0]


def sources(
    suites: Path | None, problems: Path | None, frame: bool = True
) -> dict[str, list[Block]]:
    """Return all tests, one a block, by source: board sizes of the suites, and the problems.

    Takes only ``reg_genmove``, which every engine can be asked.

    :raises ValueError: when no source is named or the folder has no suites.
    :raises OSError: when a file cannot be read.
    """
    if suites is None and problems is None:
        raise ValueError("name --suites FOLDER or --problems FILE or both")
    groups: dict[str, list[Block]] = {}
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


def _asks_winrate(block: Block) -> bool:
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
    groups: Mapping[str, Sequence[Block]], sample: int, seed: int, wanted: Iterable[str]
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


def _moves(blocks: Iterable[Block]) -> list[Block]:
    singles = (single for block in blocks for single in block.singles())
    return [single for single in singles if single.steps[-1].command.startswith("reg_genmove ")]


def play(
    args: argparse.Namespace, simulations: int, problems: Sequence[Problem]
) -> tuple[bool, dict[str, PositionResult]]:
    """Run what is not stored yet; return whether all is complete, and the results by test."""
    known = load_specs(args.engines) if args.engines else {}
    spec = at_simulations(parse_engine(args.engine, known), simulations)
    entrant = Entrant(spec, identify(spec))
    settings = {
        "tactics": simulations,
        "tests": tests_of(args.suites, args.problems),
        "seed": args.seed,
        "komi": KOMI,
        "frame": args.frame,
    }
    digest = zlib.crc32(f"{settings} {entrant}".encode())
    name = f"{args.name}-{simulations}" if args.name else f"tactics-{simulations}-{digest:08x}"
    with Store(args.store) as store, Interrupt("tests") as interrupt:
        event, _ = store.open_event(name, "regress", settings, [entrant])
        print(plain(f"regress {name} in {args.store}"), file=sys.stderr)
        blocks = [problem.block for problem in problems]
        part = RegressionRun(store, event, blocks, args.timeout, args.seed)
        complete = part.play(make_pool(args), interrupt)
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
    args: argparse.Namespace,
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
    slots = args.concurrency or default_slots(args.cores_per_game)
    found_reviews = reviews.review_all(
        itertools.chain.from_iterable(failures.values()), args.review, slots, args.seed, cancelled
    )
    titles = {title: [p.name for p in rows] for title, rows in by_title(problems).items()}
    lines = ["", *reviews.table_lines(titles, found, found_reviews)]
    if args.verbose:
        last = failures[max(failures)]
        lines += reviews.listing(found_reviews[result.test, result.answer] for _, result in last)
    return lines


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
