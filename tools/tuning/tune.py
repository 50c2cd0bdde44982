"""The command ``gtpengine tune``: engine parameters by noisy optimisation over paired matches.

Each trial plays a candidate against the incumbent, in pairs of games with common openings and
seeds; two trials in a row use the same ones. Trials and their games are stored, so an interrupted
run continues. At the end the recommended parameters meet the incumbent in an SPRT.
"""

from __future__ import annotations

import collections
import dataclasses
import json
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.matches import sprt
from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.matches.enquiry import alike
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.match import check_pairs
from gtpengine.tools.matches.options import FOLDED, STATUS_HELP, EventOptions
from gtpengine.tools.matches.playing import play_event
from gtpengine.tools.matches.setup import Setup, known_engines, note_policy, read_setup
from gtpengine.tools.running.engines import EngineSpec, identify, parse_engine
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.statistics.stats import single_games
from gtpengine.tools.storage.store import Entrant, Event, Store

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import argument, group, option, repeated
from gtpengine.base.text.plain import plain

from .optimizers import OPTIMIZERS, Optimizer, Sample
from .space import Dimension, engine_with, values_at


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class TuneOptions:
    """What ``gtpengine tune`` takes."""

    engine: str = argument(
        "candidate: an engine as in match, with {NAME} where a parameter goes", str
    )
    incumbent: str | None = option(
        "the opponent (default: the engine without changes)", str, default=None, metavar="ENGINE"
    )
    param: tuple[str, ...] = repeated(
        "a parameter, its range, whether it is whole and whether its scale is logarithmic; as"
        " often as needed",
        str,
        metavar="NAME=LOW:HIGH[:int][:log]",
    )
    set_command: str | None = option(
        "GTP command that sets a parameter, e.g. 'gtpengine-param {name} {value}' (default:"
        " --set NAME=VALUE on the command line)",
        str,
        default=None,
        metavar="COMMAND",
    )
    optimizer: str = option(
        "how the next values are chosen; tpe needs optuna",
        str,
        default="clop",
        choices=sorted(OPTIMIZERS),
    )
    trials: int = option("trials in all", numbers.count, default=100)
    games: int = option("games of each trial, an even number", numbers.count, default=20)
    check: int = option(
        "most games of the final SPRT; 0 for none", numbers.count_or_none, default=2000
    )
    elo0: float = option("H0 of the final SPRT, in Elo", numbers.elo, default=0.0)
    elo1: float = option("H1 of the final SPRT, in Elo", numbers.elo, default=20.0)
    event: EventOptions = group(EventOptions)


@user_errors("tune")
def run(options: TuneOptions) -> int:
    """Run the command and return its exit status."""
    check_pairs(options.games)
    if not options.param:
        raise ValueError("name at least one --param NAME=LOW:HIGH")
    space = [Dimension.parse(text) for text in options.param]
    spec, incumbent = _opponents(options, space)
    # The ends are looked at, too: the middle may be the default, which no engine refuses.
    low, high = (_setup_at(options, spec, space, incumbent, share) for share in (0.0, 1.0))
    _note_if_alike(low, high)
    setup = _setup_at(options, spec, space, incumbent, 0.5)
    setup.event_settings["space"] = [dataclasses.asdict(d) for d in space]
    setup.event_settings["optimizer"] = options.optimizer
    setup.event_settings["games"] = options.games
    with Store(options.event.store) as store, Interrupt() as interrupt:
        tuner = TuningRun(options, store, interrupt, setup, spec, space)
        if not tuner.run_trials():
            return tuner.status()
        tuner.report()
        if trouble := tuner.trouble():
            print(plain(f"warning: failures in the trials: {trouble}"), file=sys.stderr)
        tuned = engine_with(spec, tuner.best(), "tuned", options.set_command)
    return (check(options, tuned, incumbent) if options.check else 0) or ended(True, bool(trouble))


COMMAND: Final = CommandLine(
    TuneOptions,
    run,
    "Find good values of parameters by many short matches, then test the best against the"
    " engine as it is. The same command continues an interrupted run.",
    "# one parameter, on a logarithmic scale\n"
    "gtpengine tune 'gtpengine --simulations 200' --param network_exploration=0.2:2:log"
    " --trials 20 --games 2 --check 0",
    more=STATUS_HELP,
    folded=FOLDED,
)


def _opponents(options: TuneOptions, space: Sequence[Dimension]) -> tuple[EngineSpec, EngineSpec]:
    """Return the engine that is tuned, and the incumbent.

    :raises ValueError: if there is no incumbent
    """
    known = known_engines(options.event)
    spec = parse_engine(options.engine, known)
    if options.incumbent:
        incumbent = parse_engine(options.incumbent, known)
    elif any("{" + d.name + "}" in spec.command + " ".join(spec.init) for d in space):
        raise ValueError("an engine with {NAME} needs an opponent: add --incumbent")
    else:
        incumbent = spec
    return spec, dataclasses.replace(incumbent, name="incumbent")


def _setup_at(
    options: TuneOptions,
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
    candidate = engine_with(spec, values, "candidate", options.set_command)
    return read_setup(options.event, [candidate, incumbent])


def _note_if_alike(low: Setup, high: Setup) -> None:
    """Say it when candidates with the lowest and with the highest values search alike.

    :raises EngineError: if one does not answer
    """
    first, second = low.entrants[0].spec, high.entrants[0].spec
    if alike(first, second, low.settings, low.openings[0]):
        print(
            "note: the lowest and the highest values searched alike in a short game: what is tuned"
            " may change nothing",
            file=sys.stderr,
        )


class TuningRun:
    """The trials of one tuning event."""

    def __init__(
        self,
        options: TuneOptions,
        store: Store,
        interrupt: Interrupt,
        setup: Setup,
        spec: EngineSpec,
        space: Sequence[Dimension],
    ) -> None:
        self._options, self._store, self._interrupt = options, store, interrupt
        self._setup, self._spec, self._space = setup, spec, space
        name, seed = options.event.name, options.event.game.seed
        self._name = name or f"tune-{spec.name}-{'-'.join(d.name for d in space)}"
        self.event, _ = store.open_event(self._name, "tune", setup.event_settings, setup.entrants)
        note_policy(self.event, options.event.run.on_failure)
        self._identity = identify(setup.entrants[0].spec)
        self._trials_begun = 0
        self._failure = ""
        self.optimizer: Optimizer = OPTIMIZERS[options.optimizer](len(space), seed)

    def history(self) -> list[Sample]:
        """Return the finished trials in order."""
        return [
            Sample(np.array(trial.params), trial.points, trial.games)
            for trial in self._store.trials(self.event, len(self._space))
        ]

    def run_trials(self) -> bool:
        """Play trials until there are enough; return False when interrupted."""
        done = len(self.history())
        with Reporter("trials", self._options.trials, done) as reporter:
            while (number := len(self.history())) < self._options.trials:
                if not self._trial(number, reporter):
                    return False
        return True

    def status(self) -> int:
        """Say why the trials ended early, and return the exit status."""
        return ended(False, failure=self._failure)

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
        candidate = engine_with(self._spec, values, "candidate", self._options.set_command)
        entrants = [Entrant(candidate, self._identity), self._setup.entrants[1]]
        settings = {k: v for k, v in self._setup.event_settings.items() if k != "space"}
        event, _ = self._store.open_event(
            f"{self._name}/{number:04d}", "tune-trial", settings, entrants
        )
        # Trials 2k and 2k + 1 share openings and seeds, so that SPSA compares like with like.
        # All others differ, so that no parameter is fitted to a handful of openings.
        first, pairs = (number // 2) * (self._options.games // 2), self._options.games // 2
        games = match_games(
            first, first + pairs, self._setup.openings, self._options.event.game.seed
        )
        self._store.schedule(event, games)
        text = ", ".join(f"{key}={value}" for key, value in values.items())
        # Trials have the same numbers of games, so no records; the first describes the pool.
        run = dataclasses.replace(self._options.event.run, sgf=None)
        played = play_event(
            self._store,
            event,
            run,
            self._interrupt,
            reporter=_Quiet(reporter, number, text),
            quiet=self._trials_begun > 0,
        )
        self._trials_begun += 1
        if not played.complete:
            self._failure = played.failure
            return False
        self._finish(event, number)
        reporter.update(number + 1, f"last {text}")
        return True

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


def check(options: TuneOptions, tuned: EngineSpec, incumbent: EngineSpec) -> int:
    """Play the SPRT of the recommended parameters, with seeds that the trials did not use."""
    event = options.event
    again = dataclasses.replace(
        event,
        name=f"{event.name}-check" if event.name else None,
        game=dataclasses.replace(event.game, seed=event.game.seed + 1_000_000),
    )
    bounds = sprt.BoundsOptions(elo0=options.elo0, elo1=options.elo1)
    test = sprt.SprtOptions(bounds=bounds, max_games=options.check, event=again)
    return sprt.decide(test, read_setup(again, [tuned, incumbent]))
