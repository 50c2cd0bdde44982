"""`gtpengine regress`: regression suites, in parallel, compared with an earlier run.

Outcomes: `pass`, `fail`, `PASS` (a known failure that passes now), `FAIL` (a known failure, as
expected), `error` (crash, silence, or a start position that was refused), `skip` (the engine
lacks the command). Each finished block of positions is stored, so an interrupted run continues.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import fnmatch
import sys
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sgfmill import sgf, sgf_moves

from board_ext.coords import point_to_vertex

from .campaign import Interrupt
from .engines import (
    EngineSpec,
    find_winrate,
    identify,
    last_search,
    load_specs,
    parse_engine,
)
from .event_cli import add_cluster_argument, add_store_arguments, make_pool, user_errors
from .gtp_client import CommandFailedError, EngineError, GtpClient
from .progress import Reporter
from .runner import Pool, Worker
from .store import Entrant, Event, Store
from .suites import Block, load_suite

#: Outcomes in the order of the summary.
OUTCOMES = ("pass", "PASS", "fail", "FAIL", "error", "skip")


@dataclasses.dataclass(frozen=True, slots=True)
class PositionResult:
    """One test of one run."""

    test: str
    expected: str
    answer: str
    outcome: str
    seconds: float

    @property
    def good(self) -> bool:
        return self.outcome in ("pass", "PASS")


@dataclasses.dataclass(frozen=True, slots=True)
class BlockTask:
    """The tests of one block as a task of a pool."""

    spec: EngineSpec
    block: Block
    timeout: float
    seed: int

    def run(self, worker: Worker) -> list[PositionResult]:
        """Never raises for what the engine does: what fails is an outcome."""
        results: list[PositionResult] = []
        trouble = ""
        for step in self.block.steps:
            name = step.command.split()[0]
            answer, winrate, refused, seconds = "", None, False, 0.0
            if not trouble:
                try:
                    client = worker.engine(self.spec)
                    mark = client.stderr_count
                    answer = self._send(client, step.command)
                    seconds = client.last_seconds
                    if step.expect is not None and step.expect.winrate is not None:
                        winrate = self._winrate(client, mark)
                except CommandFailedError as error:
                    answer, refused = error.message, True
                    if step.expect is None:
                        trouble = answer
                except EngineError as error:
                    trouble = str(error)
            if step.expect is None:
                continue
            if trouble:
                outcome, answer = "error", trouble
            elif refused:
                outcome = "error" if worker.engine(self.spec).knows(name) else "skip"
            else:
                good = step.expect.accepts(answer, winrate)
                outcome = "pass" if good else "fail"
                if step.expect.known_failure:
                    outcome = outcome.upper()
                if step.expect.winrate is not None:
                    shown = "no win rate" if winrate is None else f"{winrate:.3f}"
                    answer = f"{answer} ({shown})"
            results.append(
                PositionResult(step.test, str(step.expect), answer.strip(), outcome, seconds)
            )
        return results

    def _winrate(self, client: GtpClient, mark: int) -> float | None:
        """The win rate of the last command; standard error may come a little after the reply."""
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
        words = command.split()
        if words[0] == "loadsgf":
            if client.knows("set_random_seed"):
                client.send(f"set_random_seed {self.seed}", self.timeout)
            if not client.knows("loadsgf"):
                return _replay(client, words, self.timeout)
        return client.send(command, self.timeout)


def _replay(client: GtpClient, words: Sequence[str], timeout: float) -> str:
    """`loadsgf` for engines that lack it: the position before the given move number."""
    try:
        game = sgf.Sgf_game.from_bytes(Path(words[1]).read_bytes())
        board, plays = sgf_moves.get_setup_and_moves(game)
    except (OSError, ValueError) as error:
        raise CommandFailedError(client.name, f"{words[1]}: {error}") from error
    size = game.get_size()
    if len(words) > 2:
        plays = plays[: int(words[2]) - 1]
    client.send(f"boardsize {size}", timeout)
    client.send("clear_board", timeout)
    moves = [*board.list_occupied_points(), *plays]
    for color, cell in moves:
        vertex = "pass" if cell is None else point_to_vertex(cell[0] * size + cell[1], size)
        client.send(f"play {color} {vertex}", timeout)
    return ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("engine", help="a command line, NAME=COMMAND LINE, or from --engines")
    parser.add_argument("suite", nargs="*", type=Path, help=".tst and .tsv files")
    parser.add_argument("--against", help="name of an earlier run to compare with")
    parser.add_argument("--select", default="*", help="only tests like this, e.g. '9x9:*'")
    parser.add_argument("--limit", type=int, default=0, help="at most so many tests of each suite")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds a command (120)")
    parser.add_argument("--seed", type=int, default=1, help="sent where set_random_seed is known")
    parser.add_argument("--engines", type=Path, help="TOML file of engines")
    parser.add_argument("--concurrency", type=int, default=0, help="engines at a time")
    parser.add_argument("--cores-per-game", type=int, default=1, help="cores for each engine (1)")
    parser.add_argument("--gtp-log", type=Path, help="folder for logs of all GTP traffic")
    parser.add_argument("--verbose", action="store_true", help="list every failed test")
    add_cluster_argument(parser)
    add_store_arguments(parser)


def run(args: argparse.Namespace) -> int:
    with user_errors("regress") as status:
        if not args.suite:
            raise ValueError("name at least one .tst or .tsv file")
        known = load_specs(args.engines) if args.engines else {}
        spec = parse_engine(args.engine, known)
        blocks = _selected(args.suite, args.select, args.limit)
        entrant = Entrant(spec, identify(spec))
        settings = {
            "suites": [f"{path.name} {zlib.crc32(path.read_bytes()):08x}" for path in args.suite],
            "seed": args.seed,
        }
        text = f"{settings} {entrant}"
        name = args.name or f"regress-{spec.name}-{zlib.crc32(text.encode()):08x}"
        with Store(args.store) as store, Interrupt() as interrupt:
            event, _ = store.open_event(name, "regress", settings, [entrant])
            before = load_results(store, args.against) if args.against else None
            print(f"regress {name} in {args.store}", file=sys.stderr)
            complete = _play(store, event, blocks, make_pool(args), interrupt, args)
            results = load_results(store, name)
            print("\n".join(summary_lines(results.values(), args.verbose)))
            if before is not None:
                lines, worse = compare_lines(before, results)
                print("\n".join([f"against {args.against}:", *lines]))
                status[0] = int(worse > 0)
            if complete:
                store.set_status(event, "done")
            else:
                print("interrupted; the same command continues it", file=sys.stderr)
                status[0] = 130
    return status[0]


def _selected(suites: Sequence[Path], select: str, limit: int) -> list[Block]:
    blocks = []
    for path in suites:
        count = 0
        for block in load_suite(path):
            wanted = [name for name in block.tests() if fnmatch.fnmatch(name, select)]
            if not wanted or (limit and count >= limit):
                continue
            steps = tuple(
                step if step.test in wanted else dataclasses.replace(step, expect=None)
                for step in block.steps
            )
            blocks.append(Block(steps))
            count += len(wanted)
    if not blocks:
        raise ValueError(f"--select {select!r} leaves no test")
    return blocks


def _play(
    store: Store,
    event: Event,
    blocks: Sequence[Block],
    pool: Pool,
    interrupt: Interrupt,
    args: argparse.Namespace,
) -> bool:
    """Runs the tests that are not stored yet; False if interrupted."""
    stored = load_results(store, event.name).keys()
    waiting = [block for block in reversed(blocks) if not set(block.tests()) <= stored]
    total = sum(len(block.tests()) for block in blocks)
    done = total - sum(len(block.tests()) for block in waiting)
    passed = 0
    pending = 0
    spec = event.entrants[0].spec
    with Reporter("tests", total, done) as reporter:
        try:
            while pending or (waiting and not interrupt.count):
                while pool.free and waiting and not interrupt.count:
                    pool.submit(BlockTask(spec, waiting.pop(), args.timeout, args.seed))
                    pending += 1
                for item in pool.wait(0.5):
                    pending -= 1
                    if item.error:
                        raise RuntimeError(item.error)
                    save_results(store, event, item.result)
                    done += len(item.result)
                    passed += sum(result.good for result in item.result)
                    reporter.update(done, f"{passed} passed")
                if interrupt.count > 1:
                    break
        finally:
            pool.close()
    return not waiting and not pending


def save_results(store: Store, event: Event, results: Iterable[PositionResult]) -> None:
    """Stores results; a test already stored keeps its first result."""
    with store.database.transaction() as db:
        db.executemany(
            "INSERT OR IGNORE INTO position_result VALUES (?, ?, ?, ?, ?, ?)",
            [(event.id, *dataclasses.astuple(result)) for result in results],
        )


def load_results(store: Store, name: str) -> dict[str, PositionResult]:
    """The stored results of a run by test, in the order of tests. Raises `StoreError`."""
    rows = store.database.rows(
        "SELECT test, expected, answer, outcome, seconds FROM position_result"
        " WHERE event_id = ? ORDER BY test",
        store.event(name).id,
    )
    return {row["test"]: PositionResult(*row) for row in rows}


def summary_lines(results: Iterable[PositionResult], verbose: bool = False) -> list[str]:
    """A table of outcomes for each suite, and the known failures that pass now."""
    by_suite: dict[str, collections.Counter[str]] = {}
    unexpected, failed = [], []
    for result in results:
        suite = result.test.partition(":")[0]
        by_suite.setdefault(suite, collections.Counter())[result.outcome] += 1
        if result.outcome == "PASS":
            unexpected.append(f"  {result.test} {result.expected}: {result.answer}")
        elif result.outcome in ("fail", "error"):
            failed.append(f"  {result.test} {result.expected}: {result.answer}")
    width = max([5, *map(len, by_suite)])
    lines = [f"{'suite':{width}}" + "".join(f"{name:>7}" for name in OUTCOMES) + "   passed"]
    totals = collections.Counter[str]()
    rows = [*sorted(by_suite.items()), ("all", totals)]
    for suite, counts in rows:
        if suite != "all":
            totals.update(counts)
        tried = sum(counts.values()) - counts["skip"]
        share = 100 * (counts["pass"] + counts["PASS"]) / max(1, tried)
        cells = "".join(f"{counts[name]:7}" for name in OUTCOMES)
        lines.append(f"{suite:{width}}{cells} {share:7.1f}%")
    if unexpected:
        lines += [f"known failures that pass ({len(unexpected)}):", *unexpected]
    if verbose and failed:
        lines += [f"failed ({len(failed)}):", *failed]
    return lines


def compare_lines(
    before: Mapping[str, PositionResult], after: Mapping[str, PositionResult]
) -> tuple[list[str], int]:
    """What changed from one run to another, test by test, and how many tests got worse."""
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="gtpengine regress", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
