"""`gtpengine match`: two engines, paired games, one summary."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from board_ext.rules import rules_named

from .clock import TimeControl
from .engines import EngineSpec, SpecError, distinct_names, identify, load_specs, parse_engine
from .game import GameSettings, Opening
from .game_task import GameTask
from .gtp_client import EngineError
from .openings import OpeningError, load_openings, shuffled
from .runner import LocalPool, default_slots
from .sgf_out import record_to_sgf
from .summary import MatchSummary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "engine", nargs=2, help="a command line, NAME=COMMAND LINE, or a name from --engines"
    )
    add_game_arguments(parser)
    parser.add_argument("--games", type=int, default=20, help="number of games (default 20)")
    parser.add_argument("--sgf", type=Path, help="folder for the game records")


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Options shared by all commands that play games."""
    parser.add_argument("--engines", type=Path, help="TOML file of engines")
    parser.add_argument("--size", type=int, default=9, help="board size (default 9)")
    parser.add_argument("--komi", type=float, default=7.5, help="default 7.5")
    parser.add_argument("--rules", default="chinese", help="rule set (default chinese)")
    parser.add_argument(
        "--time",
        default="none",
        help="none, 5/move, 300, 300+30/25 (Canadian) or 300+5x30 (byo-yomi); default none",
    )
    parser.add_argument("--lag", type=float, default=0.1, help="uncharged seconds a move (0.1)")
    parser.add_argument(
        "--hang", type=float, default=600.0, help="seconds of silence that lose without a clock"
    )
    parser.add_argument("--max-moves", type=int, default=0, help="default 3 x size x size")
    parser.add_argument(
        "--openings", default="empty", help="folder of SGF files, a file, or empty or stars"
    )
    parser.add_argument("--scorer", help="engine that names the dead stones of finished games")
    parser.add_argument("--referee", default="auto", choices=("auto", "own", "sgfmill"))
    parser.add_argument("--seed", type=int, default=1, help="seeds of games and opening order")
    parser.add_argument("--concurrency", type=int, default=0, help="games at a time (default all)")
    parser.add_argument(
        "--cores-per-game", type=int, default=1, help="cores each game is pinned to (default 1)"
    )
    parser.add_argument("--gtp-log", type=Path, help="folder for logs of all GTP traffic")


def settings_from(args: argparse.Namespace, known: dict[str, EngineSpec]) -> GameSettings:
    """The settings of the games. Raises `ValueError`, `SpecError`."""
    TimeControl.parse(args.time)
    rules_named(args.rules)
    return GameSettings(
        size=args.size,
        komi=args.komi,
        rules=args.rules,
        time=args.time,
        lag=args.lag,
        hang_seconds=args.hang,
        max_moves=args.max_moves,
        referee=args.referee,
        scorer=parse_engine(args.scorer, known) if args.scorer else None,
    )


def paired_tasks(
    engines: Sequence[EngineSpec],
    settings: GameSettings,
    openings: Sequence[Opening],
    games: int,
    seed: int,
) -> list[GameTask]:
    """Game 2k and 2k+1 share opening and seed, with colours swapped."""
    tasks = []
    for key in range(games):
        pair = key // 2
        black, white = engines if key % 2 == 0 else reversed(engines)
        opening = openings[pair % len(openings)]
        game_seed = (seed * 1_000_003 + pair) % 2**31
        tasks.append(GameTask(key, black, white, settings, opening, game_seed))
    return tasks


def run(args: argparse.Namespace) -> int:
    try:
        known = load_specs(args.engines) if args.engines else {}
        engines = distinct_names([parse_engine(text, known) for text in args.engine])
        settings = settings_from(args, known)
        openings = shuffled(load_openings(args.openings, args.size), args.seed)
        for spec in engines:
            found = identify(spec)
            print(f"{spec.name}: {found.gtp_name} {found.version}", file=sys.stderr)
    except (SpecError, OpeningError, EngineError, ValueError, OSError) as error:
        print(f"gtpengine match: {error}", file=sys.stderr)
        return 2
    tasks = paired_tasks(engines, settings, openings, args.games, args.seed)
    summary = MatchSummary(engines[0].name, engines[1].name)
    pool = LocalPool(
        args.concurrency or default_slots(args.cores_per_game), args.cores_per_game, args.gtp_log
    )
    try:
        _play_all(pool, tasks, summary, args.sgf)
    except KeyboardInterrupt:
        print("interrupted; unfinished games are not counted", file=sys.stderr)
    finally:
        pool.close()
    print("\n".join(summary.lines()))
    return 0


def _play_all(
    pool: LocalPool, tasks: Sequence[GameTask], summary: MatchSummary, folder: Path | None
) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    waiting = list(reversed(tasks))
    done = 0
    while done < len(tasks):
        while pool.free and waiting:
            pool.submit(waiting.pop())
        for item in pool.wait(1.0):
            if item.error:
                raise RuntimeError(f"game {item.task.key}: {item.error}")
            done += 1
            record, key = item.result, item.task.key
            summary.add(record, key // 2)
            if folder is not None:
                (folder / f"{key:06d}.sgf").write_bytes(record_to_sgf(record))
            print(
                f"{done}/{len(tasks)} {record.black} - {record.white} {record.result}"
                f" {record.termination} {len(record.moves)} moves {record.detail}".rstrip(),
                file=sys.stderr,
            )


def main() -> int:
    parser = argparse.ArgumentParser(prog="gtpengine match", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
