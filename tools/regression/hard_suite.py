"""Make the suite of positions that playouts misjudge: ``python -m ...regression.hard_suite``.

    python -m gtpengine.tools.regression.hard_suite --each 12 \\
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

from gtpengine.tools.running.gtp_client import EngineError

from board_ext.coords import BLACK, WHITE, point_to_vertex

from . import made_games
from .constructions import KO, RACES, SAFE_GROUPS, SEKI, Made
from .made_groups import ko, safe_groups
from .made_races import race
from .teacher import Teacher

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


def judged(made: Made, teacher: Teacher) -> tuple[Made, str] | None:
    """Return the position with its winner and how he is known; None where the teacher disagrees."""
    rate = teacher.win_rate(made)
    if made.winner is not None:
        agrees = (rate > 0.5) == (made.winner == made.to_play)
        return (made, f"proof, and teacher {rate:.2f}") if agrees else None
    again = teacher.win_rate(made.transformed(1), 4 * teacher.visits)
    if min(rate, again) <= SURE and max(rate, again) >= 1.0 - SURE:
        return None
    winner = made.to_play if rate > 0.5 else BLACK + WHITE - made.to_play
    return dataclasses.replace(made, winner=winner), f"teacher {rate:.2f}, {again:.2f}"


def knows(made: Made, pupil: Teacher) -> bool:
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


def make(args: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the table."""
    yield HEAD
    with contextlib.ExitStack() as running:
        teacher = running.enter_context(Teacher(args.teacher, args.visits))
        pupil = None
        if args.pupil:
            pupil = running.enter_context(Teacher(args.pupil, args.pupil_visits))
        for topic in args.topics if args.each else ():
            for size in args.sizes:
                kept = asked = 0
                for made in itertools.islice(drawn(topic, size, args.seed), DRAWS * args.each):
                    if pupil is not None and knows(made, pupil):
                        continue
                    asked += 1
                    found = judged(made, teacher)
                    if found is not None:
                        kept += 1
                        kind = f"{topic.replace(' ', '-')}-{'m' if pupil else ''}{size}"
                        yield row(found[0], f"{kind}-{kept}", found[1])
                    if kept == args.each or asked == 4 * args.each:
                        break
                _say(f"{topic} {size}x{size}: {kept} of {asked} where the teacher agrees")
        for folder in args.games:
            kept = asked = 0
            for made in made_games.positions(folder, random.Random(args.seed)):
                asked += 1
                found = judged(made, teacher)
                if found is not None:
                    kept += 1
                    yield row(found[0], f"game-{made.size}-{kept}", found[1])
                if kept == args.of_games:
                    break
            _say(f"{folder}: {kept} of {asked} of which the teacher is sure")


def main() -> int:
    """Write the table to standard output; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", required=True, help="command that speaks KataGo's JSON")
    parser.add_argument("--visits", type=int, default=500, help="visits for a position")
    parser.add_argument(
        "--pupil",
        default="",
        help="command that speaks KataGo's JSON, too: only what it misjudges is taken",
    )
    parser.add_argument("--pupil-visits", type=int, default=1000, help="visits of the pupil")
    parser.add_argument("--each", type=int, default=12, help="positions of a topic and size")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="board sizes")
    parser.add_argument(
        "--topics", nargs="+", choices=MAKERS, default=tuple(MAKERS), help="topics to make"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of everything drawn")
    parser.add_argument(
        "--games", type=Path, action="append", default=[], help="folder of gtpengine selfplay"
    )
    parser.add_argument("--of-games", type=int, default=8, help="positions of each folder")
    try:
        for line in make(parser.parse_args()):
            print(line, flush=True)
    except (ValueError, OSError, EngineError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
