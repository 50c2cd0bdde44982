"""The command ``gtpengine screen``: which of many settings are worth a match of their own.

In every pair of games each setting (or group of settings) is drawn to be on for one side and off
for the other. A regression tells what each is worth (``factorial.py``). Results are lines of a
file, one for each game. The same command continues, also with more ``--games``.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
from pathlib import Path
from typing import Any, Final

from gtpengine.tools.games.game import GameRecord
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.games.schedule import game_seed
from gtpengine.tools.matches.campaign import Interrupt, interrupted
from gtpengine.tools.matches.event_cli import (
    Setup,
    add_game_arguments,
    make_pool,
    read_setup,
    refuse_idle,
    user_errors,
)
from gtpengine.tools.matches.match import check_pairs
from gtpengine.tools.running.engines import EngineSpec, settings_of
from gtpengine.tools.running.plain import plain
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.runner import TaskError
from gtpengine.tools.statistics.factorial import Outcome, effects, sides_of

from gtpengine.base import numbers
from gtpengine.base.parser import describe

DEFAULT_RESULTS: Final = Path("gtpengine-screen.jsonl")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    describe(
        parser,
        "Find out which of many settings are worth a match: each game switches a random half of"
        " them on, and a regression tells their effects apart.",
        "# two settings at a time\n"
        "gtpengine screen 'gtpengine --simulations 200' --factor network_growth=0.3"
        " --factor prior_near_last=0 --games 40",
    )
    parser.add_argument(
        "engine",
        help="command line of a gtpengine with its limit, as 'gtpengine --simulations 500'",
    )
    parser.add_argument(
        "--factor",
        action="append",
        default=[],
        metavar="NAME=VALUE[,NAME=VALUE...]",
        help="settings that are on for one side of each pair; as often as needed",
    )
    parser.add_argument("--games", type=numbers.count, default=200, help="number of games")
    parser.add_argument(
        "--results", type=Path, default=DEFAULT_RESULTS, help="file of the games; it continues"
    )
    add_game_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    with user_errors("screen") as status:
        check_pairs(args.games)
        refuse_idle(args, "name", "sgf", "store", "on_failure")
        factors = [
            [f"gtpengine-param {name} {value}" for name, value in settings_of(text, "--factor")]
            for text in args.factor
        ]
        if not factors:
            raise ValueError("--factor NAME=VALUE is missing: name the settings to screen")
        everything = tuple(command for commands in factors for command in commands)
        setup = read_setup(args, [EngineSpec("engine", args.engine, everything)])
        results = Results(args.results, _header(args, setup))
        with Interrupt() as interrupt:
            complete = _play(args, setup, factors, results, interrupt)
        print("\n".join(table(args.factor, results.games)))
        if results.failed:
            print(
                f"warning: an engine failed in {len(results.failed)} games,"
                f" the last time: {results.failed[-1]}",
                file=sys.stderr,
            )
            status[0] = 1
        if not complete:
            status[0] = interrupted()
    return status[0]


def _header(args: argparse.Namespace, setup: Setup) -> dict[str, Any]:
    """Return what the games of one file have in common."""
    settings = {k: v for k, v in setup.event_settings.items() if k != "on_failure"}
    return {
        "screen": args.factor,
        "engine": args.engine,
        "identity": dataclasses.asdict(setup.entrants[0].identity),
        "settings": settings,
    }


class Results:
    """The file of a screen: a header, then a line for each game, written at once.

    A last line that was cut short, as by a full disk, is dropped.

    :raises ValueError: when the file is not one of this screen.
    :raises OSError: when it cannot be read or written.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self._path = path
        self.done: set[int] = set()
        self.games: list[Outcome] = []
        self.failed: list[str] = []
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()
        if not lines:
            path.write_bytes(json.dumps(header).encode() + b"\n")
            return
        try:
            found = [json.loads(line) for line in lines]
        except ValueError:
            raise ValueError(
                f"{path} is not a file of gtpengine screen; give another --results"
            ) from None
        if found[0] != json.loads(json.dumps(header)):
            raise ValueError(
                f"{path} is of another screen, engine or version; give the same words, or another"
                " --results"
            )
        if sum(map(len, lines)) != path.stat().st_size:
            os.truncate(path, sum(map(len, lines)))
        for row in found[1:]:
            self._note(row)

    def _note(self, row: dict[str, Any]) -> None:
        if row["game"] in self.done:
            return
        self.done.add(row["game"])
        if row.get("failure"):
            self.failed.append(plain(str(row["failure"])))
        if row["score"] is not None:
            first, second = row["seconds"]
            self.games.append(
                Outcome(row["game"] // 2, tuple(row["first"]), row["score"], (first, second))
            )

    def add(self, number: int, first: tuple[bool, ...], record: GameRecord) -> None:
        """Store one game; the first side has Black in even numbers."""
        ours = "bw"[number % 2]
        score = None if record.termination == "void" else 0.5
        if score is not None and record.winner:
            score = float(record.winner == ours)
        seconds = [
            sum(times) / len(times) if times else 0.0
            for times in (
                [move.seconds for move in record.moves if (move.color == ours) == side]
                for side in (True, False)
            )
        ]
        row: dict[str, Any] = {"game": number, "first": list(first), "score": score}
        row["seconds"] = seconds
        if record.failed or score is None:
            row["failure"] = f"{record.termination}: {record.detail}"[:500]
        with self._path.open("ab") as file:
            file.write(json.dumps(row).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._note(row)


def _play(
    args: argparse.Namespace,
    setup: Setup,
    factors: list[list[str]],
    results: Results,
    interrupt: Interrupt,
) -> bool:
    """Play the games that are missing; return False when interrupted."""
    waiting = [number for number in range(args.games) if number not in results.done]
    pool = make_pool(args)
    running = 0
    try:
        with Reporter("games", args.games, len(results.done)) as reporter:
            while interrupt.count < 2 and (running or (waiting and not interrupt.count)):
                while pool.free and waiting and not interrupt.count:
                    pool.submit(_task(args, setup, factors, waiting.pop(0)))
                    running += 1
                for item in pool.wait(0.5):
                    running -= 1
                    if item.error:
                        raise TaskError(f"game {item.task.key}", item)
                    first = sides_of(item.task.key // 2, len(factors), args.seed)
                    results.add(item.task.key, first, item.result)
                    reporter.update(len(results.done))
    finally:
        pool.close()
    return not waiting and len(results.done) >= int(args.games)


def _task(
    args: argparse.Namespace, setup: Setup, factors: list[list[str]], number: int
) -> GameTask:
    pair = number // 2
    first = sides_of(pair, len(factors), args.seed)
    specs = [
        EngineSpec(
            name,
            args.engine,
            tuple(c for commands, on in zip(factors, first, strict=True) if on == side
                  for c in commands),
        )
        for name, side in (("first", True), ("second", False))
    ]  # fmt: skip
    black, white = specs if number % 2 == 0 else specs[::-1]
    opening = setup.openings[pair % len(setup.openings)]
    return GameTask(number, black, white, setup.settings, opening, game_seed(args.seed, pair))


def table(factors: list[str], games: list[Outcome]) -> list[str]:
    """Return the effects as a Markdown table, the best first."""
    if not games:
        return ["no game has been played yet"]
    rows = sorted(zip(factors, effects(games), strict=True), key=lambda row: -row[1].elo.value)
    lines = [f"| changed ({len(games)} games) | Elo | time of a move |", "|---|---|---|"]
    for factor, effect in rows:
        name = ", ".join(f"`{setting}`" for setting in factor.split(","))
        elo = effect.elo
        lines.append(
            f"| {name} | {elo.value:+z.0f} ({elo.low:+z.0f} to {elo.high:+z.0f})"
            f" | {100 * (effect.time - 1):+z.1f} % |"
        )
    return lines
