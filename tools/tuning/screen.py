"""The command ``gtpengine screen``: which of many settings are worth a match of their own.

In every pair of games each setting (or group of settings) is drawn to be on for one side and off
for the other. A regression tells what each is worth (``factorial.py``). Results are lines of a
file, one for each game. The same command continues, also with more ``--games``.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.tools.games.game import GameRecord
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.games.schedule import game_seed
from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.match import check_pairs
from gtpengine.tools.matches.options import FOLDED, STATUS_HELP, EventOptions
from gtpengine.tools.matches.pools import make_pool, run_tasks
from gtpengine.tools.matches.setup import Setup, read_setup, refuse_idle
from gtpengine.tools.running.engines import EngineSpec, settings_of
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.statistics.factorial import FactorialGame, effects, sides_of

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import argument, group, option, repeated
from gtpengine.base.text.plain import plain

DEFAULT_RESULTS: Final = Path("gtpengine-screen.jsonl")


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ScreenOptions:
    """What ``gtpengine screen`` takes."""

    engine: str = argument(
        "command line of a gtpengine with its limit, as 'gtpengine --simulations 500'", str
    )
    factor: tuple[str, ...] = repeated(
        "settings that are on for one side of each pair; as often as needed",
        str,
        metavar="NAME=VALUE[,NAME=VALUE...]",
    )
    games: int = option("number of games", numbers.count, default=200)
    results: Path = option("file of the games; it continues", Path, default=DEFAULT_RESULTS)
    event: EventOptions = group(EventOptions)


@user_errors("screen")
def run(options: ScreenOptions) -> int:
    """Run the command and return its exit status."""
    check_pairs(options.games)
    refuse_idle(options.event, "name", "sgf", "store", "on_failure")
    factors = [
        [f"gtpengine-param {name} {value}" for name, value in settings_of(text, "--factor")]
        for text in options.factor
    ]
    if not factors:
        raise ValueError("--factor NAME=VALUE is missing: name the settings to screen")
    everything = tuple(command for commands in factors for command in commands)
    setup = read_setup(options.event, [EngineSpec("engine", options.engine, everything)])
    results = ScreenResults(options.results, _header(options, setup))
    with Interrupt() as interrupt:
        _play(options, setup, factors, results, interrupt)
    print("\n".join(table(options.factor, results.games)))
    if results.failed:
        print(
            f"warning: an engine failed in {len(results.failed)} games,"
            f" the last time: {results.failed[-1]}",
            file=sys.stderr,
        )
    return ended(len(results.done) >= options.games, bool(results.failed))


COMMAND: Final = CommandLine(
    ScreenOptions,
    run,
    "Find out which of many settings are worth a match: each game switches a random half of"
    " them on, and a regression tells their effects apart.",
    "# two settings at a time\n"
    "gtpengine screen 'gtpengine --simulations 200' --factor network_growth=0.3"
    " --factor prior_near_last=0 --games 40",
    more=STATUS_HELP,
    folded=FOLDED,
)


def _header(options: ScreenOptions, setup: Setup) -> dict[str, Any]:
    """Return what the games of one file have in common."""
    settings = {k: v for k, v in setup.event_settings.items() if k != "on_failure"}
    return {
        "screen": options.factor,
        "engine": options.engine,
        "identity": dataclasses.asdict(setup.entrants[0].identity),
        "settings": settings,
    }


class ScreenResults:
    """The file of a screen: a header, then a line for each game, written at once.

    A last line that was cut short, as by a full disk, is dropped.

    :raises ValueError: when the file is not one of this screen.
    :raises OSError: when it cannot be read or written.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self._path = path
        self.done: set[int] = set()
        self.games: list[FactorialGame] = []
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
                FactorialGame(row["game"] // 2, tuple(row["first"]), row["score"], (first, second))
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
    options: ScreenOptions,
    setup: Setup,
    factors: list[list[str]],
    results: ScreenResults,
    interrupt: Interrupt,
) -> None:
    """Play the games that are missing, until interrupted."""
    waiting = [number for number in range(options.games) if number not in results.done]
    tasks = (_task(options, setup, factors, number) for number in waiting)
    pool = make_pool(options.event.run)
    try:
        with Reporter("games", options.games, len(results.done)) as reporter:
            for item in run_tasks(pool, tasks, interrupt, lambda task: f"game {task.key}"):
                first = sides_of(item.task.key // 2, len(factors), options.event.game.seed)
                results.add(item.task.key, first, item.result)
                reporter.update(len(results.done))
    finally:
        pool.close()


def _task(options: ScreenOptions, setup: Setup, factors: list[list[str]], number: int) -> GameTask:
    seed = options.event.game.seed
    pair = number // 2
    first = sides_of(pair, len(factors), seed)
    specs = [
        EngineSpec(
            name,
            options.engine,
            tuple(c for commands, on in zip(factors, first, strict=True) if on == side
                  for c in commands),
        )
        for name, side in (("first", True), ("second", False))
    ]  # fmt: skip
    black, white = specs if number % 2 == 0 else specs[::-1]
    opening = setup.openings[pair % len(setup.openings)]
    return GameTask(number, black, white, setup.settings, opening, game_seed(seed, pair))


def table(factors: Sequence[str], games: list[FactorialGame]) -> list[str]:
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
