"""Make the suite of positions that playouts misjudge: ``python -m ...problems.hard_suite``.

    python -m gtpengine.tools.research.problems.hard_suite --each 12 \\
        --teacher "katago analysis -model NET -config FILE" --visits 500 > docs/samples/hard.tsv

The table has ``--each`` positions of each topic and board size, made at random from the seed and
proved where their maker can (`made_groups`, `made_races`), and those of ``--games`` (`made_games`).
Asked is the sign of the win rate: the last columns say how the winner is known. The teacher must
agree with a proof. Without one it must be ``SURE``, and as sure of the same side when it sees the
position mirrored, at four times the visits.

``gtpengine tactics --problems docs/samples/hard.tsv`` asks an engine.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from gtpengine.tools.regression.constructions import KO, RACES, SAFE_GROUPS, SEKI, Made
from gtpengine.tools.regression.teacher import SuiteTeacher

from board_ext.coords import BLACK, WHITE, point_to_vertex
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import option, repeated, required, several
from gtpengine.base.text.plain import plain
from gtpengine.programs.engine_errors import EngineError

from . import made_games
from .made_groups import ko, safe_groups
from .made_races import race

#: How sure a teacher is that decides alone.
SURE: Final = 0.85
#: How many positions are looked at for each that is wanted.
DRAWS: Final = 50
SIZES: Final = (9, 13, 19)
Maker = Callable[[int, random.Random], Made | None]
MAKERS: Final[dict[str, Maker]] = {SAFE_GROUPS: safe_groups, RACES: race, SEKI: race, KO: ko}
HEAD: Final = "id\tsize\tblack\twhite\tside\twin rate\ttopic\tnote\tteacher"


def drawn(topic: str, size: int, seed: int) -> Iterator[Made]:
    """Yield positions of a topic for ever, each turned by lot, none twice."""
    rng = random.Random(f"{topic} {size} {seed}")
    seen = set()
    while True:
        made = MAKERS[topic](size, rng)
        if made is not None and made.topic == topic and made.colors not in seen:
            seen.add(made.colors)
            yield made.transformed(rng.randrange(8))


def judged(made: Made, teacher: SuiteTeacher) -> tuple[Made, str] | None:
    """Return the position with its winner and the evidence; None where the teacher disagrees."""
    rate = teacher.win_rate(made)
    if made.winner is not None:
        agrees = (rate > 0.5) == (made.winner == made.to_play)
        return (made, f"proof, and teacher {rate:.2f}") if agrees else None
    again = teacher.win_rate(made.transformed(1), 4 * teacher.visits)
    if min(rate, again) <= SURE and max(rate, again) >= 1.0 - SURE:
        return None
    winner = made.to_play if rate > 0.5 else BLACK + WHITE - made.to_play
    return dataclasses.replace(made, winner=winner), f"teacher {rate:.2f}, {again:.2f}"


def knows(made: Made, pupil: SuiteTeacher) -> bool:
    """Return whether the win rate of a pupil is right, or nobody knows."""
    if made.winner is None:
        return True
    return (pupil.win_rate(made) > 0.5) == (made.winner == made.to_play)


def row(made: Made, name: str, known: str) -> str:
    """Return the line of a table (``suites``)."""
    stones = (
        " ".join(point_to_vertex(point, made.size) for point in made.stones(color))
        for color in (BLACK, WHITE)
    )
    side = "b" if made.to_play == BLACK else "w"
    asked = "winrate 0.5 1" if made.winner == made.to_play else "winrate 0 0.5"
    return "\t".join((name, str(made.size), *stones, side, asked, made.topic, made.note, known))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _topic(text: str) -> str:
    if text not in MAKERS:
        raise argparse.ArgumentTypeError(f"{text!r}: topics are {', '.join(MAKERS)}")
    return text


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class HardSuiteOptions:
    """What ``python -m gtpengine.tools.research.problems.hard_suite`` takes."""

    teacher: str = required("command that speaks KataGo's JSON", str)
    visits: int = option("visits for a position", numbers.count, default=500)
    pupil: str = option(
        "command that speaks KataGo's JSON, too: only what it misjudges is taken", str, default=""
    )
    pupil_visits: int = option("visits of the pupil", numbers.count, default=1000)
    each: int = option("positions of a topic and size", numbers.count_or_none, default=12)
    sizes: tuple[int, ...] = several("board sizes", numbers.board_size, default=tuple(SIZES))
    topics: tuple[str, ...] = several("topics to make", _topic, default=tuple(MAKERS))
    seed: int = option("seed of everything drawn", numbers.seed, default=1)
    games: tuple[Path, ...] = repeated("folder of gtpengine selfplay", Path)
    of_games: int = option("positions of each folder", numbers.count, default=8)


def make(options: HardSuiteOptions) -> Iterator[str]:
    """Yield the lines of the table."""
    yield HEAD
    with contextlib.ExitStack() as running:
        teacher = running.enter_context(SuiteTeacher(options.teacher, options.visits))
        pupil = None
        if options.pupil:
            pupil = running.enter_context(SuiteTeacher(options.pupil, options.pupil_visits))
        for topic in options.topics if options.each else ():
            for size in options.sizes:
                kept = asked = 0
                draws = itertools.islice(drawn(topic, size, options.seed), DRAWS * options.each)
                for made in draws:
                    if pupil is not None and knows(made, pupil):
                        continue
                    asked += 1
                    found = judged(made, teacher)
                    if found is not None:
                        kept += 1
                        kind = f"{topic.replace(' ', '-')}-{'m' if pupil else ''}{size}"
                        yield row(found[0], f"{kind}-{kept}", found[1])
                    if kept == options.each or asked == 4 * options.each:
                        break
                _say(f"{topic} {size}x{size}: {kept} of {asked} where the teacher agrees")
        for folder in options.games:
            kept = asked = 0
            for made in made_games.positions(folder, random.Random(options.seed)):
                asked += 1
                found = judged(made, teacher)
                if found is not None:
                    kept += 1
                    yield row(found[0], f"game-{made.size}-{kept}", found[1])
                if kept == options.of_games:
                    break
            _say(f"{folder}: {kept} of {asked} of which the teacher is sure")


def run(options: HardSuiteOptions) -> int:
    """Write the table to standard output; return the exit status."""
    try:
        for line in make(options):
            print(line, flush=True)
    except (ValueError, OSError, EngineError) as error:
        print(plain(f"error: {error}"), file=sys.stderr)
        return 2
    return 0


COMMAND: Final = CommandLine(
    HardSuiteOptions, run, "Make a table of positions whose answer a stronger program is sure of."
)

if __name__ == "__main__":
    sys.exit(COMMAND.ready("hard_suite", sys.argv[1:])())
