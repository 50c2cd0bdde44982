"""``gtpengine match``: two engines, paired games, one summary.

The same command continues an interrupted match; more ``--games`` extend it.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from typing import Final

from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.running.plain import show
from gtpengine.tools.storage.replays import replays_of
from gtpengine.tools.storage.store import Event, Store

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, group, option
from gtpengine.base.text.plain import plain
from gtpengine.game.handicap import MOST_HANDICAP

from .campaign import Callbacks, Interrupt
from .enquiry import alike
from .errors import user_errors
from .options import FOLDED, STATUS_HELP, EventOptions
from .playing import Played, play_event
from .setup import Setup, note_finished, open_event, read_setup
from .summary import MatchSummary, summarize


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class MatchOptions:
    """What ``gtpengine match`` takes."""

    engine: tuple[str, ...] = arguments(
        "two engines, each in quotes: a command line, NAME=COMMAND LINE, or a name from --engines",
        str,
    )
    games: int = option("games, an even number", numbers.count, default=20)
    handicap: int = option(
        "2 to 9 stones on the star points for the first engine, which has Black in all games;"
        " komi is 0.5 then, unless --komi says otherwise",
        numbers.whole(0, MOST_HANDICAP),
        default=0,
        metavar="N",
    )
    event: EventOptions = group(EventOptions)


@user_errors("match")
def run(options: MatchOptions) -> int:
    check_pairs(options.games)
    setup = read_setup(options.event, two_engines(options.engine), options.handicap)
    reason = note_alike(setup)
    with Store(options.event.store) as store, Interrupt() as interrupt:
        played = play_match(store, interrupt, options.event, "match", setup, options.games)
        summary = summary_of(store, played.event, reason)
        show(summary.lines())
        return played.status(summary.trouble)


COMMAND: Final = CommandLine(
    MatchOptions,
    run,
    "Play two engines against each other, in pairs of games with colours swapped, and say how"
    " much stronger one is. The same command continues an interrupted match; more --games"
    " extend it.",
    "# twice the simulations: what are they worth on 9x9?\n"
    "gtpengine match 'gtpengine --simulations 400' 'gtpengine --simulations 200'",
    "# two seconds for each move on 13x13, with names, games kept as SGF\n"
    "gtpengine match 'new=gtpengine --threads 2' 'old=gtpengine' --size 13 --time 2/move"
    " --games 10 --sgf games",
    "# against GNU Go, if it is installed\n"
    "gtpengine match 'gtpengine --simulations 1000' 'gnugo --mode gtp' --openings stars",
    more=STATUS_HELP,
    folded=FOLDED,
)


def two_engines(engines: Sequence[str]) -> Sequence[str]:
    """Return the engines.

    :raises ValueError: unless there are two
    """
    if len(engines) != 2:
        count = {0: "no engine", 1: "one engine"}.get(len(engines), f"{len(engines)} engines")
        raise ValueError(
            f"{count} given: give two, each command line in quotes:"
            " 'a=gtpengine --simulations 400' 'b=gtpengine'"
        )
    return engines


def check_pairs(games: int) -> None:
    """Check that the games come in pairs.

    :raises ValueError: if their number is odd
    """
    if games % 2:
        raise ValueError(f"--games {games}: games come in pairs; give 2, 4, 6 ...")


def note_alike(setup: Setup) -> str:
    """Compare the first two engines, and say it when they search alike; return why, or nothing.

    :raises EngineError: if one does not answer
    """
    first, second = (entrant.spec for entrant in setup.entrants[:2])
    reason = alike(first, second, setup.settings, setup.openings[0])
    if reason:
        print(plain(f"note: {reason}"), file=sys.stderr)
    return reason


def play_match(
    store: Store,
    interrupt: Interrupt,
    options: EventOptions,
    kind: str,
    setup: Setup,
    games: int,
) -> Played:
    """Play or continue ``games`` paired games between the first two entrants.

    They are an event of the given ``kind``.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    event = open_event(store, options, kind, setup)
    store.schedule(event, match_games(0, games // 2, setup.openings, options.game.seed))
    note_finished(store, event, "more --games")
    callbacks = Callbacks(note=lambda: score_note(store, event))
    planned = sum(store.counts(event).values())
    played = play_event(store, event, options.run, interrupt, callbacks, games=planned)
    if played.complete:
        store.set_status(event, "done")
    return played


def score_note(store: Store, event: Event) -> str:
    """Return the score and the first engine's wins, draws and losses, for the progress line."""
    results = store.results(event)
    points = [result.points(0) for result in results if result.termination != "void"]
    wins, draws, losses = (points.count(value) for value in (1.0, 0.5, 0.0))
    void = f", void {len(results) - len(points)}" if len(points) < len(results) else ""
    return f"score {sum(points):g}/{len(points)} (+{wins} ={draws} -{losses}){void}"


def summary_of(store: Store, event: Event, alike: str = "") -> MatchSummary:
    """Return the summary of the first two entrants' games; ``alike`` says that they search alike.

    Games that were played again count as failures alone.
    """
    first, second = (entrant.spec.name for entrant in event.entrants[:2])
    summary = summarize(
        first, second, ((row.plan.pair, row.record) for row in store.records(event))
    )
    summary.alike = alike
    for replay in replays_of(store, event):
        summary.add_failure(replay)
    return summary
