"""Measuring how many games a second the driver can hand out and store.

    python -m gtpengine.tools.measuring.scheduling_rate [--cluster ADDRESS] [--games N]

The games are instant: the worker makes up records of ``--moves`` moves. What remains is the work of
the driver for each game: claim, task, result, and the committed transaction with all moves. With
``--engine`` that engine plays real games against itself, to compare one runner with another. With
``--priority`` workers of ``gtpengine work`` play. What comes before the first stored game does not
count.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from gtpengine.tools.games.game import GameSettings, Opening
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.matches import campaign
from gtpengine.tools.matches.event_cli import add_cluster_argument, make_pool
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec, own_engine
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.storage.store import Entrant, Store
from gtpengine.tools.storage.store_json import settings_to_json

from gtpengine.base import numbers

from .instant import InstantGame


def measure(args: argparse.Namespace) -> float:
    """Return how many games a second are played and stored, after the first."""
    engine = args.engine or own_engine()  # instant games do not start it, workers show it once
    entrants = [Entrant(EngineSpec(n, engine), EngineIdentity(n, "1")) for n in "ab"]
    stored: list[float] = []
    settings = {"game": settings_to_json(GameSettings(max_moves=args.moves))}
    task = GameTask if args.engine else InstantGame
    with (
        tempfile.TemporaryDirectory(dir=args.folder) as folder,
        Store(Path(folder) / "s.sqlite") as store,
        campaign.Interrupt() as interrupt,
        Reporter("games", args.games) as reporter,
    ):
        event, _ = store.open_event("rate", "match", settings, entrants)
        store.schedule(event, match_games(0, args.games // 2, [Opening()], 1))
        pool = make_pool(args)
        campaign.Campaign(
            store,
            event,
            pool,
            reporter,
            interrupt,
            task=task,
            finished=lambda _claim, _record: stored.append(time.perf_counter()),
        ).play()
        begun, ended = stored[0], stored[-1]
        first = sum(when - begun < 0.01 for when in stored)  # stored together, as the clock begins
        return (len(stored) - first) / max(ended - begun, 1e-9)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=numbers.count, default=2000)
    parser.add_argument("--moves", type=numbers.count, default=60, help="moves of each game (60)")
    parser.add_argument("--engine", help="command line; without it games are instant")
    parser.add_argument("--folder", type=Path, help="where the store is made (default: temporary)")
    parser.add_argument("--concurrency", type=numbers.concurrency, default=0)
    parser.add_argument("--cores-per-game", type=numbers.cores, default=1)
    add_cluster_argument(parser)
    parser.set_defaults(gtp_log=None)
    print(f"{measure(parser.parse_args()):.2f} games a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
