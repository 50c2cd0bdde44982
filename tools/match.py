"""`gtpengine match`: two engines, paired games, one summary.

The same command continues an interrupted match; more `--games` extend it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from . import numbers
from .campaign import Campaign, Interrupt
from .event_cli import (
    Setup,
    add_game_arguments,
    make_pool,
    open_event,
    read_setup,
    sgf_writer,
    user_errors,
)
from .progress import Reporter
from .schedule import match_games
from .store import Event, Store
from .summary import MatchSummary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "engine",
        nargs="*",
        help="two: each a command line, NAME=COMMAND LINE, or a name from --engines; in quotes",
    )
    parser.add_argument(
        "--games", type=numbers.count, default=20, help="number of games (default 20)"
    )
    add_game_arguments(parser)


def run(args: argparse.Namespace) -> int:
    with user_errors("match") as status:
        check_pairs(args.games)
        setup = read_setup(args, two_engines(args.engine))
        with Store(args.store) as store, Interrupt() as interrupt:
            event, status[0] = play_match(store, interrupt, args, "match", setup)
            print("\n".join(summary_of(store, event).lines()))
    return status[0]


def two_engines(engines: Sequence[str]) -> Sequence[str]:
    """Raises `ValueError` unless there are two."""
    if len(engines) != 2:
        count = {0: "no engine", 1: "one engine"}.get(len(engines), f"{len(engines)} engines")
        raise ValueError(
            f"{count} given: two play; give each command line as one word, in quotes:"
            " 'a=gtpengine --simulations 400' 'b=gtpengine'"
        )
    return engines


def check_pairs(games: int) -> None:
    """Raises `ValueError` for a number of games that is not one of pairs."""
    if games % 2:
        raise ValueError(f"--games {games}: games come in pairs; give 2, 4, 6 ...")


def play_match(
    store: Store, interrupt: Interrupt, args: argparse.Namespace, kind: str, setup: Setup
) -> tuple[Event, int]:
    """Plays or continues `args.games` paired games between the first two entrants.

    The event of that `kind`, and the exit status, which standard error explains unless it is 0:
    1 if a failure ended it, 130 after an interrupt. Raises one of `USER_ERRORS`.
    """
    event = open_event(store, args, kind, setup)
    store.schedule(event, match_games(0, args.games // 2, setup.openings, args.seed))
    counts = store.counts(event)
    with Reporter("games", sum(counts.values()), counts["done"]) as reporter:
        campaign = Campaign(
            store,
            event,
            make_pool(args),
            reporter,
            interrupt,
            args.on_failure,
            finished=sgf_writer(args, event),
            note=lambda: score_note(store, event),
        )
        complete = campaign.play()
    if complete:
        store.set_status(event, "done")
    elif campaign.failure:
        print(f"stopped: {campaign.failure}", file=sys.stderr)
        return event, 1
    else:
        print("interrupted; the same command continues it", file=sys.stderr)
        return event, 130
    return event, 0


def score_note(store: Store, event: Event) -> str:
    """The score so far, for the progress line."""
    results = [r for r in store.results(event) if r.termination != "void"]
    points = sum(result.points(0) for result in results)
    return f"score {points:g}/{len(results)}"


def summary_of(store: Store, event: Event) -> MatchSummary:
    """The summary of the first two entrants' games."""
    first, second = (entrant.spec.name for entrant in event.entrants[:2])
    summary = MatchSummary(first, second)
    for row in store.records(event):
        summary.add(row.record, row.plan.pair)
    return summary


def main() -> int:
    parser = argparse.ArgumentParser(prog="gtpengine match", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
