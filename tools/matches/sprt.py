"""``gtpengine sprt``: is the first engine stronger? It plays until that is decided.

The test is the generalised SPRT over pairs of games (see ``stats.py``), which are evaluated in the
order of their numbers (see ``ordered.py``).
"""

from __future__ import annotations

import argparse
import sys
from typing import Final

from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.running.plain import plain, show
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.statistics.stats import (
    SprtBounds,
    normalized_elo,
    pair_llr,
    paired_games,
)
from gtpengine.tools.storage.store import Event, Store

from gtpengine.base import numbers
from gtpengine.base.parser import describe

from . import change
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
from .forecast import Forecast, before
from .match import note_alike, summary_of, two_engines
from .ordered import OrderedPairs
from .summary import shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
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
    )
    parser.add_argument(
        "engine", nargs="*", help="two engines as in match: the new one, then the old one"
    )
    parser.add_argument(
        "--elo0",
        type=numbers.elo,
        default=0.0,
        help="H0: the new engine is at most this many Elo stronger (default: 0)",
    )
    parser.add_argument(
        "--elo1",
        type=numbers.elo,
        default=20.0,
        help="H1: the new engine is at least this many Elo stronger (default: 20)",
    )
    parser.add_argument(
        "--alpha",
        type=numbers.real(0, 0.5, above=True),
        default=0.05,
        help="rate of wrong verdicts if H0 is true (default: 0.05)",
    )
    parser.add_argument(
        "--beta",
        type=numbers.real(0, 0.5, above=True),
        default=0.05,
        help="rate of wrong verdicts if H1 is true (default: 0.05)",
    )
    parser.add_argument(
        "--max-games",
        type=numbers.whole(2),
        default=20000,
        help="games after which an undecided test ends (default: 20000)",
    )
    change.add_arguments(parser)
    add_game_arguments(parser)


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


def run(args: argparse.Namespace) -> int:
    with user_errors("sprt") as status:
        bounds_of(args)  # refused before the minutes that builds take
        if args.commits:
            setup = change.commit_setup(args)
        else:
            change.refuse_without_commits(args)
            setup = read_setup(args, two_engines(args.engine))
        status[0] = decide(args, setup)
    return status[0]


def bounds_of(args: argparse.Namespace) -> SprtBounds:
    """Return the hypotheses of a test.

    :raises ValueError: if they contradict each other
    """
    return SprtBounds(args.elo0, args.elo1, args.alpha, args.beta)


def decide(args: argparse.Namespace, setup: Setup) -> int:
    """Play until it is clear whether the first engine is stronger; return the exit status.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    bounds = bounds_of(args)
    alike = note_alike(setup)
    setup.event_settings["sprt"] = [args.elo0, args.elo1, args.alpha, args.beta]
    with Store(args.store) as store, Interrupt() as interrupt:
        event = open_event(store, args, "sprt", setup)
        test = Sequential(bounds)
        done = store.counts(event)["done"]
        forecast = Forecast(bounds, args.max_games, done)
        print(before(bounds, args.max_games), file=sys.stderr)
        scheduled = sum(store.counts(event).values()) // 2

        def more() -> bool:
            nonlocal scheduled
            last = min(scheduled + 50, args.max_games // 2)
            games = match_games(scheduled, last, setup.openings, args.seed)
            scheduled = last
            store.schedule(event, games)
            return bool(games)

        def decided() -> bool:
            test.refresh(store.results(event, test.next_game))
            return bool(test.decision or spoiled(store, event))

        def note() -> str:
            left = forecast.left(test.pairs, test.llr, store.counts(event)["done"])
            return f"{test.note()}{left and f'; {left}'}"

        with Reporter("games", None, done) as reporter:
            campaign = Campaign(
                store,
                event,
                make_pool(args),
                reporter,
                interrupt,
                args.on_failure,
                more=more,
                finished=sgf_writer(args, store, event),
                verbose=args.verbose or not reporter.live,
                note=note,
                decided=decided,
                again=test.restart,
            )
            complete = campaign.play()
        decided()
        trouble = _report(store, event, test, alike)
        over = complete or bool(test.decision) or trouble
        return campaign.explain_end(over, int(trouble))


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
