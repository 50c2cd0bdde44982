"""The command ``gtpengine selfplay``: games of the engine against itself, for learning.

Each game starts with random moves, continues with moves drawn from the visits of a search of fixed
size (temperature), and ends after two passes or at the move limit. The result is by area, without
the stones that are dead by the ownership of the last search. A game depends on its number, the seed
and the settings alone, so an interrupted run continues, and more ``--games`` extend it.

The output is a folder of numpy archives, ``games-NNNNNNN.npz``, of ``--games-per-file`` games each;
``docs/reference/selfplay.md`` lists the columns. numpy archives, not Parquet: every column is an
array of fixed width, numpy is there already, and a file opens without a further package.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.options import PoolOptions, tasks_pool
from gtpengine.tools.matches.pools import make_pool, run_tasks
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.runner import PoolWorker
from numpy.typing import NDArray

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import Scoring, rules_named
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import option, required
from gtpengine.base.files import filelock
from gtpengine.base.files.wholefile import whole_file
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.params.set_option import params_with, set_options

#: Format of the files, in ``settings.json``; changes with the columns.
FORMAT = 1


@dataclasses.dataclass(frozen=True, slots=True)
class SelfplaySettings:
    """What decides a game besides its number."""

    size: int
    komi: float
    rules: str
    simulations: int
    random_moves: int
    """The most uniformly random moves at the start; the number is random too."""
    temperature: float
    temperature_moves: int
    """How many moves of each game are drawn with probability visits ** (1 / temperature)."""
    seed: int
    params: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class SelfplayTask:
    """A task of a pool: play one game."""

    number: int
    settings: SelfplaySettings

    def run(self, worker: PoolWorker) -> dict[str, NDArray[Any]]:
        """Return the columns of the game."""
        return play(self.number, self.settings, worker)


def play(
    number: int, settings: SelfplaySettings, worker: PoolWorker | None = None
) -> dict[str, NDArray[Any]]:
    """Play game ``number``; return its columns, one row for each searched position.

    :raises AbortedError: when the worker is aborted
    """
    from gtpengine.mcts.report.stoppers import Limits
    from gtpengine.mcts.searcher import Searcher

    rng = np.random.default_rng([settings.seed, number])
    position = Position(settings.size, rules_named(settings.rules), settings.komi)
    searcher = Searcher(
        params_with(settings.params), threads=1, memory_mb=256, seed=int(rng.integers(1, 2**31))
    )
    limits = Limits(simulations=settings.simulations, seconds=None)
    for _ in range(int(rng.integers(0, settings.random_moves + 1))):
        legal = position.legal_moves()
        if not legal:
            break
        position.play(int(rng.choice(legal)))
    rows: dict[str, list[Any]] = {
        name: [] for name in ("ply", "to_play", "move", "visits", "value", "score", "ownership")
    }
    area, passes = settings.size * settings.size, 0
    ownership = np.zeros((settings.size, settings.size), dtype=np.float32)
    while passes < 2 and position.move_number < 3 * area:
        searcher.set_position(position)
        report = searcher.search(limits) if worker is None else worker.search(searcher, limits)
        ownership = report.ownership
        visits = np.zeros(area + 1, dtype=np.uint32)
        for stats in report.moves:
            visits[area if stats.point == PASS else stats.point] = stats.visits
        exploring = position.move_number < settings.temperature_moves
        index = draw(visits, settings.temperature if exploring else 0.0, rng)
        move = PASS if index == area else index
        rows["ply"].append(position.move_number)
        rows["to_play"].append(position.to_play)
        rows["move"].append(move)
        rows["visits"].append(visits)
        rows["value"].append(report.value)
        rows["score"].append(report.score)
        rows["ownership"].append(np.rint(100 * ownership).astype(np.int8).ravel())
        passes = passes + 1 if move == PASS else 0
        position.play(move)
    moves = position.moves
    return {
        "game": np.full(len(rows["ply"]), number, np.uint32),
        "ply": np.array(rows["ply"], np.uint16),
        "to_play": np.array(rows["to_play"], np.uint8),
        "move": np.array(rows["move"], np.int16),
        "visits": np.array(rows["visits"], np.uint32).reshape(-1, area + 1),
        "value": np.array(rows["value"], np.float32),
        "score": np.array(rows["score"], np.float32),
        "ownership": np.array(rows["ownership"], np.int8).reshape(-1, area),
        "game_number": np.array([number], np.uint32),
        "game_result": np.array([result_of(position, ownership)], np.float32),
        "game_length": np.array([len(moves)], np.uint16),
        "game_random_moves": np.array([rows["ply"][0] if rows["ply"] else len(moves)], np.uint16),
        "game_moves": np.array([point for _, point in moves], np.int16),
    }


def draw(visits: NDArray[np.uint32], temperature: float, rng: np.random.Generator) -> int:
    """Draw an index with probability proportional to visits ** (1 / temperature).

    A temperature of 0 takes the most visits.
    """
    if temperature <= 0:
        return int(np.argmax(visits))
    weights = np.power(visits / visits.max(), 1.0 / temperature)
    return int(rng.choice(len(visits), p=weights / weights.sum()))


def result_of(position: Position, ownership: NDArray[np.float32]) -> float:
    """Return Black minus White by area.

    Where the rules remove dead stones, chains are dead that the other colour mostly owns.
    """
    if not position.rules.removes_dead:
        return float(position.area_score())
    dead: list[int] = []
    flat = ownership.ravel()
    for color, sign in ((BLACK, 1.0), (WHITE, -1.0)):
        seen: set[int] = set()
        for point in np.flatnonzero(position.stones().ravel() == color):
            if int(point) not in seen:
                chain = position.chain_at(int(point))
                seen.update(chain)
                if sign * float(np.mean(flat[chain])) < -0.5:
                    dead.extend(chain)
    return float(position.area_score(dead))


class Archive:
    """The folder of a run: finished games one by one, joined into files when complete."""

    def __init__(self, folder: Path, settings: SelfplaySettings, games_per_file: int) -> None:
        """Open the folder, or make it.

        :raises ValueError: when another process writes there, or the settings were others.
        """
        self.folder = folder
        self.games_per_file = games_per_file
        folder.mkdir(parents=True, exist_ok=True)
        # The system drops the lock when the process ends, however it ends.
        self._lock = (folder / "lock").open("a")
        if not filelock.take(self._lock.fileno()):
            raise ValueError(
                f"{folder}: another selfplay writes there; wait for it, or choose another --output"
                " and --seed"
            )
        about = {"format": FORMAT, "games_per_file": games_per_file}
        about |= json.loads(json.dumps(dataclasses.asdict(settings)))
        file = folder / "settings.json"
        if file.exists():
            if json.loads(file.read_text(encoding="utf-8")) != about:
                raise ValueError(f"{file} has other settings; choose another --output")
        else:
            _write(file, lambda out: out.write(json.dumps(about, indent=1).encode()))

    def close(self) -> None:
        """Let other processes write there."""
        self._lock.close()

    def finished(self) -> set[int]:
        """Return the numbers of the games that are stored."""
        numbers = {int(path.stem[5:]) for path in self.folder.glob("part-*.npz")}
        for path in self.folder.glob("games-*.npz"):
            first = int(path.stem[6:])
            numbers.update(range(first, first + self.games_per_file))
        return numbers

    def add(self, number: int, columns: Mapping[str, NDArray[Any]]) -> None:
        """Store one game, and join its file once all its games are there."""
        self._save(self.folder / f"part-{number:07d}.npz", columns)
        self.join(number - number % self.games_per_file)

    def join(self, first: int) -> None:
        """Join the parts from game ``first`` on into a file, if none is missing."""
        parts = [
            self.folder / f"part-{number:07d}.npz"
            for number in range(first, first + self.games_per_file)
        ]
        target = self.folder / f"games-{first:07d}.npz"
        if not target.exists():
            if not all(part.exists() for part in parts):
                return
            games = [dict(np.load(part)) for part in parts]
            joined = {name: np.concatenate([g[name] for g in games]) for name in games[0]}
            self._save(target, joined)
        for part in parts:
            part.unlink(missing_ok=True)

    def _save(self, target: Path, columns: Mapping[str, NDArray[Any]]) -> None:
        save: Any = np.savez_compressed  # mypy: the stub takes the first column for an option
        _write(target, lambda out: save(out, **columns))


def _write(target: Path, save: Any) -> None:
    """Write all or nothing: a file under its name is complete."""
    with whole_file(target) as out:
        save(out)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class SelfplayOptions:
    """What ``gtpengine selfplay`` takes."""

    output: Path = required("folder for the games", Path, metavar="FOLDER")
    games: int = option("games in all", numbers.count, default=100)
    games_per_file: int = option("games in each file", numbers.count, default=100)
    size: int = option("board size", numbers.board_size, default=9)
    komi: float = option("points for White", numbers.komi, default=7.5)
    rules: str = option(
        "rules of the game; area scoring", str, default="tromp-taylor", metavar="NAME"
    )
    simulations: int = option("simulations for each move", numbers.count, default=1000)
    random_moves: int = option(
        "the most random moves at the start", numbers.count_or_none, default=6
    )
    temperature: float = option(
        "how freely moves are drawn by their visits: 0 plays the best, 1 draws by the visits",
        numbers.real(0, 1000),
        default=1.0,
    )
    temperature_moves: int = option(
        "moves of each game drawn with the temperature", numbers.count_or_none, default=20
    )
    seed: int = option("seed of all randomness", numbers.seed, default=1)
    parameters: tuple[tuple[str, str], ...] = set_options()
    pool: PoolOptions = tasks_pool("games")


def settings_from(options: SelfplayOptions) -> SelfplaySettings:
    """Return the settings of a command line.

    :raises ValueError: when they make no sense.
    """
    params = params_with(options.parameters)  # raises ValueError for what cannot be set
    if rules_named(options.rules).scoring is not Scoring.AREA:
        raise ValueError(
            f"--rules {options.rules}: results are by area; give chinese or tromp-taylor"
        )
    _refuse_files_left_out(params, options.size)
    return SelfplaySettings(
        options.size,
        options.komi,
        options.rules,
        options.simulations,
        options.random_moves,
        options.temperature,
        options.temperature_moves,
        options.seed,
        options.parameters,
    )


def _refuse_files_left_out(params: SearchParams, size: int) -> None:
    """Raise ValueError when learned files would be left out, such as files of other board sizes."""
    from gtpengine.mcts.searcher import Searcher

    searcher = Searcher(params, threads=1, memory_mb=16)
    searcher.set_position(Position(size))
    if notices := searcher.notices():
        raise ValueError(f"{notices[0]}; change --size, or what --set names")


@user_errors("selfplay")
def run(options: SelfplayOptions) -> int:
    settings = settings_from(options)
    wanted = range(options.games)
    with (
        contextlib.closing(Archive(options.output, settings, options.games_per_file)) as archive,
        Interrupt() as interrupt,
    ):
        missing = sorted(set(wanted) - archive.finished())
        _play_all(options, archive, settings, missing, interrupt)
        left = options.games - len(archive.finished() & set(wanted))
    print(f"{options.games - left} of {options.games} games in {options.output}")
    return ended(not left)


COMMAND: Final = CommandLine(
    SelfplayOptions,
    run,
    "Play games of the engine against itself and write them with the statistics of each search,"
    " to learn from. The same command continues an interrupted run.",
    "# ten fast games on 9x9\ngtpengine selfplay --output games --games 10 --simulations 100",
)


def _play_all(
    options: SelfplayOptions,
    archive: Archive,
    settings: SelfplaySettings,
    missing: Sequence[int],
    interrupt: Interrupt,
) -> None:
    """Play the games that are missing, until interrupted."""
    positions, done = 0, options.games - len(missing)
    tasks = (SelfplayTask(number, settings) for number in missing)
    pool = make_pool(options.pool)
    try:
        with Reporter("games", options.games, done) as reporter:
            for item in run_tasks(pool, tasks, interrupt, lambda task: f"game {task.number}"):
                archive.add(item.task.number, item.result)
                done += 1
                positions += len(item.result["ply"])
                reporter.update(done, f"{positions} positions")
    finally:
        pool.close()
