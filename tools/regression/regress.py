"""The command ``gtpengine regress``: regression suites, run in parallel and compared.

Outcomes: ``pass``, ``fail``, ``PASS`` (a known failure that passes now), ``FAIL`` (a known failure,
as expected), ``error`` (a crash, silence, an internal error on standard error, or a start position
that was refused), ``skip`` (the engine lacks the command). Each finished test is stored. So an
interrupted run continues, and a second runner with the same command shares the work.

Exit status: 0 if every test came out as its suite expects, known failures included; 1 if one failed
or ended with an error, or none was answered; 2 for a command line that cannot be followed; 130
after an interrupt. With ``--against`` the status is 1 if a test got worse, else 0.
"""

from __future__ import annotations

import collections
import dataclasses
import fnmatch
import hashlib
import sys
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Final

from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.matches.errors import explained, user_errors
from gtpengine.tools.matches.pools import make_pool
from gtpengine.tools.running.engines import (
    EngineSpec,
    find_winrate,
    identify,
    last_search,
)
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.plain import show
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.runner import Completed, Pool, PoolWorker, TaskError
from gtpengine.tools.running.tables import table_lines
from gtpengine.tools.storage.positions import (
    OUTCOMES,
    PositionResult,
    claim_tests,
    finish_tests,
    load_results,
    release_tests,
    stored_tests,
)
from gtpengine.tools.storage.store import Entrant, Event, Store

from board_ext.coords import BLACK, WHITE, color_name, point_to_vertex
from board_ext.rules import CHINESE
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.files.userpath import read_regular
from gtpengine.base.text.plain import plain
from gtpengine.game.replay import initial_position, replayed
from gtpengine.game.sgf import SetUp, SgfMove, read_file
from gtpengine.programs.engine_errors import CommandFailedError, EngineError
from gtpengine.programs.gtp_client import GtpClient
from gtpengine.sgf.error import SgfError

from .options import RegressOptions, tested_engine
from .suites import (
    KOMI,
    LARGEST_SUITE,
    PatternError,
    SuiteBlock,
    SuiteError,
    SuiteStep,
    load_suite,
    loaded,
)

#: The names of the outcomes in the summary.
HEADS = {
    "pass": "passed",
    "PASS": "mended",
    "fail": "failed",
    "FAIL": "known",
    "error": "error",
    "skip": "skipped",
}
LEGEND = (
    "known: a known failure (*) that fails, as expected; mended: one that passes now;"
    " error: crash, silence or refusal; skipped: the engine lacks the command;"
    " right: passed and mended, of all but skipped"
)
EXIT_STATUS = """exit status:
  0    every test came out as its suite expects, known failures included
  1    a test failed or ended with an error, or none was answered
  2    the command line cannot be followed
  130  interrupted; the same command continues
With --against: 1 if a test is worse than it was there, else 0."""


@dataclasses.dataclass(frozen=True, slots=True)
class BlockTask:
    """A task of a pool: run the tests of one block."""

    spec: EngineSpec
    block: SuiteBlock
    timeout: float
    seed: int

    def run(self, worker: PoolWorker) -> list[PositionResult]:
        """Return the results of the block; a failure of the engine is a result, too."""
        try:
            client = worker.engine(self.spec, limit=self.timeout)
        except EngineError as error:
            return [_error(step, str(error)) for step in self.block.steps if step.expect]
        results: list[PositionResult] = []
        trouble = ""
        try:
            if client.knows("komi"):
                client.send(f"komi {KOMI:g}", self.timeout)
        except EngineError as error:
            trouble = str(error)
        for step in self.block.steps:
            if not trouble:
                try:
                    if step.expect is not None:
                        results.append(self._ask(client, step))
                        continue
                    self._send(client, step.command)
                except EngineError as error:
                    trouble = str(error)
            if step.expect is not None:
                results.append(_error(step, trouble))
        if client.faults:  # an engine may report its errors once only
            client.close()
        return results

    def _ask(self, client: GtpClient, step: SuiteStep) -> PositionResult:
        """Run one test.

        :raises EngineError: when the engine fails; a refusal is a result.
        """
        expect = step.expect
        assert expect is not None
        name = step.command.split()[0]
        mark, faults = client.stderr_count, client.faults
        if client.knows("set_random_seed"):
            client.send(f"set_random_seed {self.seed}", self.timeout)
        winrate = None
        try:
            answer = self._send(client, step.command)
            seconds = client.last_seconds
            if expect.winrate is not None:
                winrate = self._winrate(client, mark)
        except CommandFailedError as error:
            outcome = "error" if client.knows(name) else "skip"
            return PositionResult(step.test, str(expect), error.message, outcome, 0.0)
        client.stderr_since(mark)
        if client.faults > faults:
            return _error(step, client.last_fault)
        try:
            outcome = "pass" if expect.accepts(answer, winrate) else "fail"
        except PatternError as error:
            return _error(step, str(error))
        if expect.known_failure:
            outcome = outcome.upper()
        if expect.winrate is not None:
            shown = "no win rate" if winrate is None else f"{winrate:.3f}"
            answer = f"{answer} ({shown})"
        return PositionResult(step.test, str(expect), answer.strip(), outcome, seconds)

    def _winrate(self, client: GtpClient, mark: int) -> float | None:
        """Return the win rate that came with the last command.

        Standard error may come a little after the reply.
        """
        told = last_search(client)
        if "winrate" in told:
            return told["winrate"]
        deadline = time.monotonic() + 0.5
        while (found := find_winrate(self.spec, client.stderr_since(mark))) is None:
            if time.monotonic() > deadline:
                return None
            time.sleep(0.01)
        return found

    def _send(self, client: GtpClient, command: str) -> str:
        if command.split()[0] == "loadsgf":
            path, until = loaded(command)
            if " " in path or not client.knows("loadsgf"):
                return _replay(client, path, until, self.timeout)
        return client.send(command, self.timeout)


def _error(step: SuiteStep, text: str) -> PositionResult:
    return PositionResult(step.test, str(step.expect), text.strip(), "error", 0.0)


def _replay(client: GtpClient, path: str, until: str, timeout: float) -> str:
    """Replay a record up to the given move number.

    This serves engines without ``loadsgf``, and file names with blanks, which GTP cannot send.

    :raises CommandFailedError: when the record cannot be replayed.
    """
    try:
        record = read_file(path)
        number = int(until) if until else None
        start = initial_position(replayed(record, CHINESE, record.terms().komi, 1))
        steps = list(record.before(number))
        first = next((i for i, step in enumerate(steps) if isinstance(step, SgfMove)), len(steps))
        if any(isinstance(step, SetUp) for step in steps[first:]):
            raise SgfError("stones are set up between moves, which GTP cannot send")
    except SgfError as error:
        raise CommandFailedError(client.name, f"{path}: {error}") from error
    except ValueError:
        raise CommandFailedError(client.name, f"{until}: no number of a move") from None
    size = record.size
    client.send(f"boardsize {size}", timeout)
    client.send("clear_board", timeout)
    if client.knows("komi"):
        client.send(f"komi {start.komi:g}", timeout)
    for color in (BLACK, WHITE):
        for point in range(size**2):
            if start.color_at(point) == color:
                _play(client, color, point, size, timeout)
    for step in steps:
        if isinstance(step, SgfMove):
            _play(client, step.color, step.point, size, timeout)
    return ""


def _play(client: GtpClient, color: int, point: int, size: int, timeout: float) -> None:
    client.send(f"play {color_name(color)[0]} {point_to_vertex(point, size)}", timeout)


@user_errors("regress")
def run(options: RegressOptions) -> int:
    """Run the command and return its exit status."""
    if not options.suite:
        raise ValueError("name at least one .tst or .tsv file")
    place = options.running.place
    spec = tested_engine(options.engine, options.running)
    suites = readable_suites(options.suite)
    blocks = select(suites, options.select, options.limit, options.sample, options.seed)
    entrant = Entrant(spec, identify(spec, options.timeout))
    settings = {
        "suites": [checksum(path.name, [path]) for path in suites],
        "seed": options.seed,
        "komi": KOMI,
    }
    text = f"{settings} {entrant}"
    name = place.name or f"regress-{spec.name}-{zlib.crc32(text.encode()):08x}"
    with Store(place.store) as store, Interrupt("tests") as interrupt:
        event, _ = store.open_event(name, "regress", settings, [entrant])
        before = load_results(store, options.against) if options.against else None
        print(plain(f"regress {name} in {place.store}"), file=sys.stderr)
        part = RegressionRun(store, event, blocks, options.timeout, options.seed)
        complete = part.play(make_pool(options.running.pool), interrupt)
        results = load_results(store, name)
        show(summary_lines(results.values(), options.verbose))
        trouble = not as_expected(results.values())
        if before is not None:
            lines, worse = compare_lines(before, results)
            show([f"against {options.against}:", *lines])
            trouble = worse > 0
        if complete:
            store.set_status(event, "done")
        return ended(complete, trouble)


COMMAND: Final = CommandLine(
    RegressOptions,
    run,
    "Run regression suites, each test in a fresh state of an engine, several engines at a time."
    " The same command continues an interrupted run.",
    "# a suite of the tests that come with the program's source\n"
    "gtpengine regress 'gtpengine --simulations 500' docs/samples/basic.tst --name first",
    "# the same with twice the simulations, compared with the run named first\n"
    "gtpengine regress 'gtpengine --simulations 1000' docs/samples/basic.tst --against first",
    more=EXIT_STATUS,
)


def readable_suites(paths: Sequence[Path]) -> list[Path]:
    """Return the suites that can be read; of several, the others are left out.

    :raises SuiteError: when none can be read.
    :raises OSError: when none can be read.
    """
    found: list[Path] = []
    errors: list[SuiteError | OSError] = []
    for path in paths:
        try:
            load_suite(path, empty=True)
            found.append(path)
        except (SuiteError, OSError) as error:
            errors.append(error)
    if not found:
        raise errors[0]
    for wrong in errors:
        leave_out(explained(wrong))
    return found


def select(
    suites: Sequence[Path], pattern: str = "*", limit: int = 0, sample: int = 0, seed: int = 1
) -> list[SuiteBlock]:
    """Return the wanted tests, each as a block of its own, so that none depends on another.

    ``limit`` takes the first tests of each suite. ``sample`` takes a random choice that depends on
    the seed and the tests' names alone.

    :raises SuiteError: when a suite cannot be read.
    :raises OSError: when a file cannot be read.
    :raises ValueError: when no test is left.
    """
    blocks = []
    for path in suites:
        found = load_suite(path)
        names = [
            name for block in found for name in block.tests() if fnmatch.fnmatchcase(name, pattern)
        ]
        if sample:
            names = sorted(names, key=lambda name: lot(seed, name))[:sample]
        wanted = set(names[:limit] if limit else names)
        blocks += [one for block in found for one in block.singles() if wanted & {*one.tests()}]
    if not blocks:
        raise ValueError(f"--select {pattern!r} leaves no test")
    return blocks


def checksum(name: str, paths: Iterable[Path]) -> str:
    """Return the name with a checksum of the files.

    :raises OSError: when a file cannot be read.
    """
    total = 0
    for path in paths:
        total = zlib.crc32(read_regular(path, LARGEST_SUITE), total)
    return f"{name} {total:08x}"


def lot(seed: int, name: str) -> bytes:
    """Return the key that samples are sorted by, from the seed and the test's name alone."""
    return hashlib.sha256(f"{seed} {name}".encode()).digest()


class RegressionRun:
    """One process's part in a run: it claims tests, gives them to the pool, stores the results."""

    def __init__(
        self, store: Store, event: Event, blocks: Sequence[SuiteBlock], timeout: float, seed: int
    ) -> None:
        self._store, self._event = store, event
        self._timeout, self._seed = timeout, seed
        self._todo = list(blocks)
        self._wanted = {test for block in blocks for test in block.tests()}
        self._pending = 0
        self._good = 0
        self._mine = 0

    def play(self, pool: Pool, interrupt: Interrupt) -> bool:
        """Run until all tests have results, then close the pool; return False when interrupted.

        Waits for tests that other runners are busy with, since a runner may die.
        """
        stored = self._wanted & stored_tests(self._store, self._event)
        with Reporter("tests", len(self._wanted), len(stored)) as reporter:
            try:
                while self._wanted - stored and interrupt.count < 2:
                    if interrupt.count and not self._pending:
                        break
                    if not interrupt.count:
                        self._start(pool, stored)
                    self._collect(pool.wait(0.5))
                    self._store.presence.heartbeat()
                    stored = self._wanted & stored_tests(self._store, self._event)
                    reporter.update(len(stored), f"{self._good} of {self._mine} passed")
            finally:
                pool.close()
                release_tests(self._store, self._event)
        return not self._wanted - stored

    def _start(self, pool: Pool, stored: Set[str]) -> None:
        """Fill the free slots with tests that nobody else runs."""
        self._todo = [block for block in self._todo if not set(block.tests()) <= stored]
        for block in list(self._todo):
            if not pool.free:
                return
            if claim_tests(self._store, self._event, block.tests()):
                spec = self._event.entrants[0].spec
                pool.submit(BlockTask(spec, block, self._timeout, self._seed))
                self._pending += 1

    def _collect(self, items: Iterable[Completed]) -> None:
        for item in items:
            self._pending -= 1
            if item.error:
                raise TaskError(", ".join(item.task.block.tests()), item)
            self._mine += finish_tests(self._store, self._event, item.result)
            self._good += sum(result.good for result in item.result)


def as_expected(results: Iterable[PositionResult]) -> bool:
    """Return whether some test was answered, and each of them as its suite says."""
    outcomes = {result.outcome for result in results}
    return bool(outcomes - {"skip"}) and not outcomes & {"fail", "error"}


def summary_lines(results: Iterable[PositionResult], verbose: bool = False) -> list[str]:
    """Return a table of outcomes for each suite, and the known failures that pass now."""
    by_suite: dict[str, collections.Counter[str]] = {}
    unexpected, failed = [], []
    for result in results:
        suite = result.suite
        by_suite.setdefault(suite, collections.Counter())[result.outcome] += 1
        if result.outcome == "PASS":
            unexpected.append(f"  {result.test} {result.expected}: {result.answer}")
        elif result.outcome in ("fail", "error"):
            failed.append(f"  {result.test} {result.expected}: {result.answer}")
    by_suite = dict(sorted(by_suite.items()))
    by_suite["all"] = sum(by_suite.values(), collections.Counter[str]())
    rows = []
    for suite, counts in by_suite.items():
        tried = sum(counts.values()) - counts["skip"]
        share = 100 * (counts["pass"] + counts["PASS"]) / max(1, tried)
        rows.append([suite, *(str(counts[name]) for name in OUTCOMES), f"{share:.1f} %"])
    lines = table_lines(["suite", *(HEADS[name] for name in OUTCOMES), "right"], rows)
    lines.append(LEGEND)
    if unexpected:
        lines += [f"known failures that pass ({len(unexpected)}):", *unexpected]
    if verbose and failed:
        lines += [f"failed ({len(failed)}):", *failed]
    return lines


def compare_lines(
    before: Mapping[str, PositionResult], after: Mapping[str, PositionResult]
) -> tuple[list[str], int]:
    """Return what changed between two runs, test by test, and how many tests got worse."""
    better, worse, moved = [], [], []
    common = [test for test in after if test in before]
    for test in common:
        old, new = before[test], after[test]
        line = f"  {test} {new.expected}: {old.answer} -> {new.answer}"
        if new.good and not old.good:
            better.append(line)
        elif old.good and not new.good:
            worse.append(line)
        elif old.answer != new.answer:
            moved.append(line)
    lines = [f"{len(common)} tests in both runs; {len(after) - len(common)} new"]
    for title, found in (("now pass", better), ("now fail", worse), ("other answer", moved)):
        lines += [f"{title} ({len(found)}):", *found] if found else [f"{title}: none"]
    return lines, len(worse)
