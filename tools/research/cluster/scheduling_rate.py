"""Measuring how many games a second the driver can hand out and store.

    python -m gtpengine.tools.research.cluster.scheduling_rate [--cluster ADDRESS] [--games N]

The games are instant: the worker makes up records of ``--moves`` moves. What remains is the work of
the driver for each game: claim, task, result, and the committed transaction with all moves. With
``--engine`` that engine plays real games against itself, to compare one runner with another. With
``--priority`` workers of ``gtpengine work`` play. What comes before the first stored game does not
count.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.tools.games.game import GameSettings, Opening
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.matches import campaign
from gtpengine.tools.matches.options import PoolOptions
from gtpengine.tools.matches.pools import make_pool
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec, own_engine
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.storage.store import Entrant, Store
from gtpengine.tools.storage.store_json import settings_to_json

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import group, option

from .instant import InstantGame


@dataclass(frozen=True, kw_only=True, slots=True)
class RateOptions:
    """What ``python -m gtpengine.tools.research.cluster.scheduling_rate`` takes."""

    games: int = option("games", numbers.count, default=2000)
    moves: int = option("moves of each game", numbers.count, default=60)
    engine: str | None = option("command line; without it games are instant", str, default=None)
    folder: Path | None = option("where the store is made (default: temporary)", Path, default=None)
    pool: PoolOptions = group(PoolOptions, without=("gtp_log",))


def measure(options: RateOptions) -> float:
    """Return how many games a second are played and stored, after the first."""
    engine = options.engine or own_engine()  # instant games do not start it, workers show it once
    entrants = [Entrant(EngineSpec(n, engine), EngineIdentity(n, "1")) for n in "ab"]
    stored: list[float] = []
    settings = {"game": settings_to_json(GameSettings(max_moves=options.moves))}
    task = GameTask if options.engine else InstantGame
    with (
        tempfile.TemporaryDirectory(dir=options.folder) as folder,
        Store(Path(folder) / "s.sqlite") as store,
        campaign.Interrupt() as interrupt,
        Reporter("games", options.games) as reporter,
    ):
        event, _ = store.open_event("rate", "match", settings, entrants)
        store.schedule(event, match_games(0, options.games // 2, [Opening()], 1))
        pool = make_pool(options.pool)
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


def run(options: RateOptions) -> int:
    """Print the rate."""
    print(f"{measure(options):.2f} games a second")
    return 0


COMMAND: Final = CommandLine(
    RateOptions, run, "Measure how many games a second the driver can hand out and store."
)


if __name__ == "__main__":
    sys.exit(COMMAND.ready("scheduling_rate", sys.argv[1:])())
