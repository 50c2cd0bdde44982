"""``gtpengine sprt``: is the first engine stronger? It plays until that is decided.

The test is the generalised SPRT over pairs of games (see ``stats.py``), which are evaluated in the
order of their numbers (see ``ordered.py``).
"""

from __future__ import annotations

import dataclasses
import sys
from typing import Final

from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.running.plain import show
from gtpengine.tools.statistics.stats import (
    SprtBounds,
    normalized_elo,
    pair_llr,
    paired_games,
)
from gtpengine.tools.storage.store import Event, Store

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, group, option
from gtpengine.base.text.plain import plain

from . import change
from .campaign import Callbacks, Interrupt
from .errors import user_errors
from .forecast import Forecast, before
from .match import note_alike, summary_of, two_engines
from .options import FOLDED, STATUS_HELP, EventOptions
from .ordered import OrderedPairs
from .playing import play_event
from .setup import Setup, open_event, read_setup
from .summary import shown


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class BoundsOptions:
    """The hypotheses of a test, in Elo, and how often it may be wrong."""

    elo0: float = option(
        "H0: the new engine is at most this many Elo stronger", numbers.elo, default=0.0
    )
    elo1: float = option(
        "H1: the new engine is at least this many Elo stronger", numbers.elo, default=20.0
    )
    alpha: float = option(
        "rate of wrong verdicts if H0 is true", numbers.real(0, 0.5, above=True), default=0.05
    )
    beta: float = option(
        "rate of wrong verdicts if H1 is true", numbers.real(0, 0.5, above=True), default=0.05
    )

    def checked(self) -> SprtBounds:
        """Return the hypotheses.

        :raises ValueError: if they contradict each other
        """
        return SprtBounds(self.elo0, self.elo1, self.alpha, self.beta)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class SprtOptions:
    """What ``gtpengine sprt`` takes."""

    engine: tuple[str, ...] = arguments(
        "two engines as in match: the new one, then the old one", str
    )
    bounds: BoundsOptions = group(BoundsOptions)
    max_games: int = option(
        "games after which an undecided test ends", numbers.whole(2), default=20000
    )
    builds: change.CommitOptions = group(change.CommitOptions, "commits, in a clone of the project")
    event: EventOptions = group(EventOptions)


#: A test ends without a verdict when at least this many games, and more than this share of
#: them, failed or are void.
SPOILED_GAMES: Final = 4
SPOILED_SHARE: Final = 0.1


class Sequential(OrderedPairs):
    """The state of a test over the results of an event."""

    def __init__(self, bounds: SprtBounds) -> None:
        super().__init__()
        self.bounds = bounds
        self.llr = 0.0
        self.decision = ""
        self.trajectory: list[tuple[int, float]] = []

    def restart(self) -> None:
        super().restart()
        self.llr, self.decision, self.trajectory = 0.0, "", []

    def judge(self) -> bool:
        if sum(self.pairs) > len(self.trajectory):
            self.llr = pair_llr(self.pairs, self.bounds)
            self.decision = self.bounds.decide(self.llr)
            self.trajectory.append((sum(self.pairs), self.llr))
        return bool(self.decision)

    def note(self) -> str:
        elo = paired_games(self.pairs).elo()
        return (
            f"LLR {self.llr:+z.2f} ({self.bounds.lower:.2f}, {self.bounds.upper:.2f}),"
            f" Elo {shown(elo, 1)}, nElo {shown(normalized_elo(self.pairs), 1)},"
            f" pairs {' '.join(map(str, self.pairs))}"
        )


@user_errors("sprt")
def run(options: SprtOptions) -> int:
    options.bounds.checked()  # refused before the minutes that builds take
    if options.builds.commits:
        setup = change.commit_setup(options.builds, options.event, options.engine)
    else:
        change.refuse_without_commits(options.builds)
        setup = read_setup(options.event, two_engines(options.engine))
    return decide(options, setup)


def decide(options: SprtOptions, setup: Setup) -> int:
    """Play until it is clear whether the first engine is stronger; return the exit status.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    bounds, most, game = options.bounds.checked(), options.max_games, options.event.game
    alike = note_alike(setup)
    setup.event_settings["sprt"] = list(dataclasses.astuple(options.bounds))
    with Store(options.event.store) as store, Interrupt() as interrupt:
        event = open_event(store, options.event, "sprt", setup)
        test = Sequential(bounds)
        forecast = Forecast(bounds, most, store.counts(event)["done"])
        print(before(bounds, most), file=sys.stderr)
        scheduled = sum(store.counts(event).values()) // 2

        def more() -> bool:
            nonlocal scheduled
            last = min(scheduled + 50, most // 2)
            games = match_games(scheduled, last, setup.openings, game.seed)
            scheduled = last
            store.schedule(event, games)
            return bool(games)

        def decided() -> bool:
            test.refresh(store.results(event, test.next_game))
            return bool(test.decision or spoiled(store, event))

        def note() -> str:
            left = forecast.left(test.pairs, test.llr, store.counts(event)["done"])
            return f"{test.note()}{left and f'; {left}'}"

        callbacks = Callbacks(more, note, decided, test.restart)
        played = play_event(store, event, options.event.run, interrupt, callbacks)
        over = decided()
        trouble = _report(store, event, test, alike)
        return dataclasses.replace(played, complete=played.complete or over).status(trouble)


COMMAND: Final = CommandLine(
    SprtOptions,
    run,
    "Play until it is clear whether the first engine is stronger than the second: a sequential"
    " probability ratio test over pairs of games. The same command continues an interrupted"
    " test.",
    "# is the engine stronger with the setting than without?\n"
    "gtpengine sprt 'new=gtpengine --simulations 500 --set network_exploration=0.8'"
    " 'old=gtpengine --simulations 500'",
    "# is it at least no weaker (-10 Elo or less), at equal time?\n"
    "gtpengine sprt 'new=gtpengine --set network_noise=0' 'old=gtpengine' --time 0.2/move"
    " --elo0 -10 --elo1 0",
    "# in a clone: is the last commit stronger than the one before?\n"
    "gtpengine sprt --commits HEAD HEAD~1 --options '--simulations 1000' --openings balanced",
    more=STATUS_HELP,
    folded=FOLDED,
)


def spoiled(store: Store, event: Event) -> str:
    """Return why the test measures failures instead of strength; empty if it does not."""
    results = store.results(event)
    bad = sum(result.trouble for result in results)
    if bad < SPOILED_GAMES or bad <= SPOILED_SHARE * len(results):
        return ""
    return (
        f"{bad} of {len(results)} games failed or are void, so there is no verdict; the last:"
        f" {store.last_trouble(event)}; repair that, then give another --name"
    )


def _report(store: Store, event: Event, test: Sequential, alike: str) -> bool:
    """Print the verdict, or why there is none; return whether an engine failed."""
    bounds = test.bounds
    meaning = {
        "H0": f"H0 accepted: not {bounds.elo1:g} Elo stronger",
        "H1": f"H1 accepted: stronger (more than {bounds.elo0:g} Elo)",
        "": "undecided",
    }[test.decision]
    reason = spoiled(store, event)
    if test.decision and not reason:
        store.set_status(event, test.decision)
    print(f"{'no verdict' if reason else meaning}; {test.note()}")
    summary = summary_of(store, event, alike)
    show(summary.lines())
    if reason:
        print(plain(f"stopped: {reason}"), file=sys.stderr)
    return summary.trouble
