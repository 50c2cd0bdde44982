"""The command ``gtpengine timecheck``: fast games of an engine against itself, on all clocks.

The clock of the referee runs from sending ``genmove`` until the reply has come, without an
allowance for lag, and a flag that falls loses. The table has for each clock: the games lost on time
or by another failure, the slowest answer as a share of what the clock allowed, and the time used as
a share of what is sensible (``TimeControl.sensible``). Games that end early count with the moves
that were played. The exit status is 1 if a flag fell, an engine failed, or too little time was
used.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from typing import Final

from gtpengine.tools.games.game import FAILURES, GameRecord, GameSettings
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.games.openings import load_openings, shuffled
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.running.engines import EngineSpec, own_engine, parse_engine
from gtpengine.tools.running.runner import PoolWorker

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import option, optional_argument, repeated
from gtpengine.programs.game_clock import GameClock, TimeControl

#: A few seconds a side, each kind of clock with and without main time.
CLOCKS = ("0.3/move", "6", "3+2/10", "0+3/10", "2+3x0.4", "0+2x0.4", "3+0.15", "0+0.3")


@dataclasses.dataclass(slots=True)
class ClockTally:
    """The results of the games under one clock; times in seconds."""

    control: TimeControl
    games: int = 0
    time_losses: int = 0
    failures: int = 0
    moves: int = 0
    used: float = 0.0
    sensible: float = 0.0
    worst: float = 0.0
    notes: list[str] = dataclasses.field(default_factory=list)

    def add(self, record: GameRecord, lag: float) -> None:
        """Add one game; ``lag`` seconds of a clock are better not used."""
        self.games += 1
        if record.termination in ("time", "hang"):
            self.time_losses += 1
        elif record.termination in (*FAILURES, "void"):
            self.failures += 1
        if record.detail and record.termination in (*FAILURES, "void"):
            self.notes.append(f"game {self.games}: {record.termination}: {record.detail}")
        for color in "bw":
            clock, seconds = GameClock(self.control), 0.0
            moves = [move for move in record.moves if move.color == color]
            for move in moves:
                self.worst = max(self.worst, move.seconds / max(1e-3, clock.allowance() or 1e9))
                clock.spend(move.seconds)
                seconds += move.seconds
            self.moves += len(moves)
            self.used += seconds
            self.sensible += self.control.sensible(len(moves), record.settings.size, lag)

    @property
    def share(self) -> float:
        return self.used / self.sensible if self.sensible else 0.0

    def line(self) -> str:
        """Return the row of this clock."""
        return (
            f"{self.control!s:>10}  {self.games:5d}  {self.time_losses:11d}  {self.failures:8d}"
            f"  {self.moves / max(1, 2 * self.games):10.1f}  {self.used / max(1, self.moves):8.3f}"
            f"  {self.share:6.1%}  {self.worst:7.1%}"
        )


#: The columns of ``ClockTally.line``.
HEADER = "     clock  games  time losses  failures  moves/side  s/move    used  slowest"


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class TimecheckOptions:
    """What ``gtpengine timecheck`` takes."""

    engine: str = optional_argument(
        "a command line or NAME=COMMAND LINE (default: this engine)",
        str,
        default=f"gtpengine={own_engine()}",
    )
    games: int = option("games under each clock", numbers.count, default=20)
    clock: tuple[str, ...] = repeated(
        f"a clock as in match; as often as needed (default: {' '.join(CLOCKS)})",
        str,
        metavar="CLOCK",
    )
    size: int = option("board size", numbers.board_size, default=9)
    used: float = option("least share of the sensible time that passes", numbers.share, default=0.8)
    keep: float = option(
        "seconds of a clock that are better not used", numbers.seconds(0, 60), default=0.15
    )
    openings: str = option("as for match", str, default="stars", metavar="FILE")
    seed: int = option("seed of games and openings", numbers.seed, default=1)


@user_errors("timecheck")
def run(options: TimecheckOptions) -> int:
    """Run the command and return its exit status."""
    spec = parse_engine(options.engine, {})
    controls = [TimeControl.parse(text) for text in options.clock or CLOCKS]
    if any(control.kind == "none" for control in controls):
        raise ValueError("--clock none: there is nothing to check without a clock")
    print(HEADER, flush=True)
    trouble = False
    for control in controls:
        tally = check(spec, control, options)
        print(tally.line(), flush=True)
        for note in tally.notes:
            print(f"{'':>10}  {note}", flush=True)
        trouble |= bool(tally.time_losses or tally.failures) or tally.share < options.used
    return int(trouble)


COMMAND: Final = CommandLine(
    TimecheckOptions,
    run,
    "Play fast games of an engine against itself under every kind of clock, and check that it"
    " uses its time and loses no game by it.",
    "# this engine under all clocks, some minutes\ngtpengine timecheck",
    "# three seconds a game and 2 for ten moves after, two games\n"
    "gtpengine timecheck 'gtpengine --threads 2' --clock 3+2/10 --games 2",
)


def check(spec: EngineSpec, control: TimeControl, options: TimecheckOptions) -> ClockTally:
    """Play the games under one clock."""
    settings = GameSettings(size=options.size, time=str(control), lag=0.0)
    openings = shuffled(load_openings(options.openings, options.size), options.seed)
    tally = ClockTally(control)
    worker = PoolWorker(0)
    start = time.perf_counter()
    try:
        for number in range(options.games):
            opening = openings[number % len(openings)]
            task = GameTask(number, spec, spec, settings, opening, options.seed + number)
            tally.add(task.run(worker), options.keep)
    finally:
        worker.close()
    seconds = time.perf_counter() - start
    print(f"{control}: {options.games} games in {seconds:.0f} s", file=sys.stderr)
    return tally
