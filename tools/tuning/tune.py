"""The command ``gtpengine tune``: engine parameters by noisy optimisation over paired matches.

Each trial plays a candidate against the incumbent, in pairs of games with common openings and
seeds; two trials in a row use the same ones. Trials and their games are stored, so an interrupted
run continues. At the end the recommended parameters meet the incumbent in an SPRT.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import sys
from collections.abc import Sequence

import numpy as np
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.matches import sprt
from gtpengine.tools.matches.campaign import Campaign, Interrupt, interrupted
from gtpengine.tools.matches.event_cli import (
    Setup,
    add_game_arguments,
    make_pool,
    note_policy,
    read_setup,
    user_errors,
)
from gtpengine.tools.running.engines import EngineSpec, identify, load_specs, parse_engine
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.runner import Pool
from gtpengine.tools.statistics.stats import single_games
from gtpengine.tools.storage.store import Entrant, Event, Store

from gtpengine.base import numbers
from gtpengine.base.parser import describe

from .optimizers import OPTIMIZERS, Optimizer, Sample
from .space import Dimension, engine_with, values_at


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    describe(
        parser,
        "Find good values of parameters by many short matches, then test the best against the"
        " engine as it is. The same command continues an interrupted run.",
        "# one parameter, on a logarithmic scale\n"
        "gtpengine tune 'gtpengine --simulations 200' --param network_exploration=0.2:2:log"
        " --trials 20 --games 2 --check 0",
    )
    parser.add_argument(
        "engine", help="candidate: an engine as in match, with {NAME} where a parameter goes"
    )
    parser.add_argument(
        "--incumbent",
        metavar="ENGINE",
        help="the opponent (default: the engine without changes)",
    )
    parser.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="NAME=LOW:HIGH[:int][:log]",
        help="a parameter, its range, whether it is whole and whether its scale is logarithmic; as"
        " often as needed",
    )
    parser.add_argument(
        "--set-command",
        metavar="COMMAND",
        help="GTP command that sets a parameter, e.g. 'gtpengine-param {name} {value}' (default:"
        " --set NAME=VALUE on the command line)",
    )
    parser.add_argument(
        "--optimizer",
        default="clop",
        choices=sorted(OPTIMIZERS),
        help="how the next values are chosen; tpe needs optuna",
    )
    parser.add_argument("--trials", type=numbers.count, default=100, help="trials in all")
    parser.add_argument(
        "--games", type=numbers.count, default=20, help="games of each trial, an even number"
    )
    parser.add_argument(
        "--check",
        type=numbers.count_or_none,
        default=2000,
        help="most games of the final SPRT; 0 for none",
    )
    parser.add_argument(
        "--elo0", type=numbers.elo, default=0.0, help="H0 of the final SPRT, in Elo"
    )
    parser.add_argument(
        "--elo1", type=numbers.elo, default=20.0, help="H1 of the final SPRT, in Elo"
    )
    add_game_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    with user_errors("tune") as status:
        if args.games < 2 or args.games % 2:
            raise ValueError(f"--games {args.games}: games come in pairs; give 2, 4, 6 ...")
        if not args.param:
            raise ValueError("name at least one --param NAME=LOW:HIGH")
        space = [Dimension.parse(text) for text in args.param]
        known = load_specs(args.engines) if args.engines else {}
        spec = parse_engine(args.engine, known)
        if args.incumbent:
            incumbent = parse_engine(args.incumbent, known)
        elif any("{" + d.name + "}" in spec.command + " ".join(spec.init) for d in space):
            raise ValueError("an engine with {NAME} needs an opponent: add --incumbent")
        else:
            incumbent = spec
        incumbent = dataclasses.replace(incumbent, name="incumbent")
        # The ends are looked at, too: the middle may be the default, which no engine refuses.
        for share in (0.0, 1.0):
            _setup_at(args, spec, space, incumbent, share)
        setup = _setup_at(args, spec, space, incumbent, 0.5)
        setup.event_settings["space"] = [dataclasses.asdict(d) for d in space]
        setup.event_settings["optimizer"] = args.optimizer
        setup.event_settings["games"] = args.games
        with Store(args.store) as store, Interrupt() as interrupt:
            tuner = Tuner(args, store, interrupt, setup, spec, space)
            if not tuner.run_trials():
                return interrupted()
            tuner.report()
            trouble = tuner.trouble()
            if trouble:
                print(f"warning: failures in the trials: {trouble}", file=sys.stderr)
                status[0] = 1
            tuned = engine_with(spec, tuner.best(), "tuned", args.set_command)
        if args.check:
            return check(args, tuned, incumbent) or status[0]
    return status[0]


def _setup_at(
    args: argparse.Namespace,
    spec: EngineSpec,
    space: Sequence[Dimension],
    incumbent: EngineSpec,
    share: float,
) -> Setup:
    """Return the games between a candidate, with each parameter this far up its range, and the
    incumbent.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    values = values_at(space, np.full(len(space), share))
    candidate = engine_with(spec, values, "candidate", args.set_command)
    return read_setup(args, [candidate, incumbent])


class Tuner:
    """The trials of one tuning event."""

    def __init__(
        self,
        args: argparse.Namespace,
        store: Store,
        interrupt: Interrupt,
        setup: Setup,
        spec: EngineSpec,
        space: Sequence[Dimension],
    ) -> None:
        self._args, self._store, self._interrupt = args, store, interrupt
        self._setup, self._spec, self._space = setup, spec, space
        self._name = args.name or f"tune-{spec.name}-{'-'.join(d.name for d in space)}"
        self.event, _ = store.open_event(self._name, "tune", setup.event_settings, setup.entrants)
        note_policy(self.event, args)
        self._identity = identify(setup.entrants[0].spec)
        self._pinning_told = False
        self.optimizer: Optimizer = OPTIMIZERS[args.optimizer](len(space), args.seed)

    def history(self) -> list[Sample]:
        """Return the finished trials in order."""
        return [
            Sample(np.array(trial.params), trial.points, trial.games)
            for trial in self._store.trials(self.event, len(self._space))
        ]

    def run_trials(self) -> bool:
        """Play trials until there are enough; return False when interrupted."""
        done = len(self.history())
        with Reporter("trials", self._args.trials, done) as reporter:
            while (number := len(self.history())) < self._args.trials:
                if not self._trial(number, reporter):
                    return False
        return True

    def best(self) -> dict[str, float | int]:
        """Return the recommended parameters."""
        return values_at(self._space, self.optimizer.recommend(self.history()))

    def report(self) -> None:
        history = self.history()
        points, games = sum(s.points for s in history), sum(s.games for s in history)
        late = history[len(history) // 2 :]
        second = single_games(sum(s.points for s in late), sum(s.games for s in late))
        print(
            f"{len(history)} trials, {games} games, candidates scored {100 * points / games:.1f} %"
        )
        print(
            f"second half of the trials: {100 * second.value:.1f} %"
            f" ({100 * second.low:.1f} to {100 * second.high:.1f})"
        )
        print("recommended: " + ", ".join(f"{k} = {v}" for k, v in self.best().items()))

    def trouble(self) -> str:
        """What failed in the trials, also in earlier runs; empty if nothing did."""
        kinds = collections.Counter(
            result.failure or result.termination
            for name in self._store.event_names()
            if name.startswith(f"{self._name}/")
            for result in self._store.results(self._store.event(name))
            if result.trouble
        )
        return ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))

    def _trial(self, number: int, reporter: Reporter) -> bool:
        x = self._begin(number)
        values = values_at(self._space, x)
        candidate = engine_with(self._spec, values, "candidate", self._args.set_command)
        entrants = [Entrant(candidate, self._identity), self._setup.entrants[1]]
        settings = {k: v for k, v in self._setup.event_settings.items() if k != "space"}
        event, _ = self._store.open_event(
            f"{self._name}/{number:04d}", "tune-trial", settings, entrants
        )
        # Trials 2k and 2k + 1 share openings and seeds, so that SPSA compares like with like.
        # All others differ, so that no parameter is fitted to a handful of openings.
        first, pairs = (number // 2) * (self._args.games // 2), self._args.games // 2
        games = match_games(first, first + pairs, self._setup.openings, self._args.seed)
        self._store.schedule(event, games)
        text = ", ".join(f"{key}={value}" for key, value in values.items())
        quiet = _Quiet(reporter, number, text)
        campaign = Campaign(
            self._store,
            event,
            self._pool(),
            quiet,
            self._interrupt,
            self._args.on_failure,
            verbose=self._args.verbose,
        )
        if not campaign.play():
            return False
        self._finish(event, number)
        reporter.update(number + 1, f"last {text}")
        return True

    def _pool(self) -> Pool:
        """Return a pool for one trial; its notices are printed for the first trial alone."""
        pool = make_pool(self._args, quiet=self._pinning_told)
        self._pinning_told = True
        return pool

    def _begin(self, number: int) -> np.ndarray:
        """Return the point of a trial, the stored one if it was begun before."""
        rows = self._store.database.rows(
            "SELECT params FROM trial WHERE event_id = ? AND number = ?", self.event.id, number
        )
        if rows:
            return np.array(json.loads(rows[0]["params"]))
        x = self.optimizer.ask(self.history())
        with self._store.database.transaction() as db:
            db.execute(
                "INSERT OR IGNORE INTO trial (event_id, number, params, games) VALUES (?, ?, ?, 0)",
                (self.event.id, number, json.dumps([float(value) for value in x])),
            )
            # Another process may have been faster; then both play its trial.
            row = db.execute(
                "SELECT params FROM trial WHERE event_id = ? AND number = ?",
                (self.event.id, number),
            ).fetchone()
        return np.array(json.loads(row["params"]))

    def _finish(self, event: Event, number: int) -> None:
        results = [r for r in self._store.results(event) if r.termination != "void"]
        if not results:
            raise ValueError(f"trial {number}: every game was void; see the engines' messages")
        with self._store.database.transaction() as db:
            db.execute(
                "UPDATE trial SET points = ?, games = ? WHERE event_id = ? AND number = ?",
                (sum(r.points(0) for r in results), len(results), self.event.id, number),
            )
        self._store.set_status(event, "done")


class _Quiet(Reporter):
    """A reporter for one trial that shows its state as the note of the whole run."""

    def __init__(self, outer: Reporter, number: int, text: str) -> None:
        super().__init__("", None)
        self._outer, self._number, self._text = outer, number, text

    def update(self, done: int, note: str = "") -> None:
        self._outer.update(self._number, f"{self._text}: game {done} {note}".rstrip())

    def say(self, text: str) -> None:
        self._outer.say(text)


def check(args: argparse.Namespace, tuned: EngineSpec, incumbent: EngineSpec) -> int:
    """Play the SPRT of the recommended parameters, with seeds that the trials did not use."""
    again = argparse.Namespace(**vars(args))
    again.alpha = again.beta = 0.05
    again.max_games = args.check
    again.name = f"{args.name}-check" if args.name else None
    again.seed = args.seed + 1_000_000
    return sprt.decide(again, read_setup(again, [tuned, incumbent]))
