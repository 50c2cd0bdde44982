"""What the moves of engines are worth in the same positions, by a stronger program's judgement.

    python -m gtpengine.tools.research.move_loss \\
        "old=gtpengine --simulations 4000" \\
        "new=gtpengine --simulations 4000 --set network_growth=0.3" \\
        --records games --size 19 --positions 200 --teacher "katago analysis ..." --store loss.json

Positions are drawn from all moves of the games where the teacher gives neither side less than
``OPEN`` of the win rate. Each engine says what it would play there (``reg_genmove``), and the
teacher searches the position after each of these moves. An engine's row tells in how many positions
it plays something else than the first engine, in how many of them that is better and worse by
``CLEAR`` of the win rate, and what it gains on average, as win rate and points, with a 95 %
interval. A few blunders decide the average, so an interval that leaves out 0 by little, from one
kind of games, may mislead: take other games, too, and let games between the engines confirm it.

What is found is kept in ``--store`` after each answer, so a run that was interrupted goes on there.

Not done: a resignation counts as no difference, and is told.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from gtpengine.tools.network.examples.games import UNKNOWN_KOMI
from gtpengine.tools.network.examples.teacher import Teacher, TeacherQuestion
from gtpengine.tools.running.engines import EngineSpec, parse_engine, start_engine
from gtpengine.tools.running.leftout import counted, leave_out
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.tables import table_lines

from board_ext.coords import point_to_vertex, vertex_to_point
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, option, required, required_several
from gtpengine.base.files.wholefile import whole_file
from gtpengine.base.text.plain import plain
from gtpengine.game.records import ReadingCounts, RecordedGame, RecordSource, read_games
from gtpengine.programs.engine_errors import EngineError
from gtpengine.programs.gtp_client import GtpClient

MOVE_SECONDS: Final = 600.0
"""Silence of this length ends the work."""
OPEN: Final = 0.06
"""The least win rate of either side, by the teacher's first look, in a position that is taken."""
CLEAR: Final = 0.01
"""Win rate from which on a move counts as better or worse than another."""
FIRST_MOVE: Final = 14
"""Moves of a game before which nothing is drawn: openings are matters of taste."""

Move = tuple[float, float]
"""What a move is worth for the side that plays it: win rate, and points."""


class MoveLossStore:
    """What is known so far, in a file: positions, engines' moves, and what moves are worth.

    :raises ValueError: when the file is no store, or one of other settings.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self._path = path
        self._data: dict[str, Any] = {
            "settings": settings,
            "positions": [],
            "moves": {},
            "worth": {},
        }
        if path.exists():
            try:
                found = json.loads(path.read_text(encoding="utf-8"))
                known = found["settings"]
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise ValueError(f"{path} is no file of this tool; give another") from error
            if known != settings:
                raise ValueError(f"{path} has other settings; give another --store")
            self._data = found

    @property
    def positions(self) -> list[dict[str, Any]]:
        """Each position: ``points`` (PASS = -1, Black first) and ``komi``."""
        found: list[dict[str, Any]] = self._data["positions"]
        return found

    def moves_of(self, command: str) -> dict[str, str]:
        """Return what an engine plays, by the number of the position; it may be added to."""
        found: dict[str, str] = self._data["moves"].setdefault(command, {})
        return found

    @property
    def worth(self) -> dict[str, Move]:
        """What moves are worth, by ``worth_key``."""
        found: dict[str, Move] = self._data["worth"]
        return found

    def keep(self) -> None:
        """Write everything, as a whole or not at all."""
        with whole_file(self._path) as file:
            file.write(json.dumps(self._data).encode())


def worth_key(number: int, move: str) -> str:
    """Return the name of a move of a position."""
    return f"{number} {move.upper()}"


def draw(
    store: MoveLossStore, games: Sequence[RecordedGame], teacher: Teacher, wanted: int, seed: int
) -> None:
    """Draw positions until there are ``wanted``.

    :raises ValueError: when the games have no more.
    """
    random = np.random.default_rng(seed)
    places = [(i, n) for i, game in enumerate(games) for n in range(FIRST_MOVE, len(game.points))]
    random.shuffle(places)
    komi = [UNKNOWN_KOMI if game.komi is None else game.komi for game in games]
    questions = [TeacherQuestion(games[i].points[:n], komi[i]) for i, n in places]
    with Reporter("positions", wanted) as reporter:
        for number, answer in teacher.judge(questions, 1):
            if not isinstance(answer, str) and OPEN <= answer.value <= 1 - OPEN:
                question = questions[number]
                store.positions.append({"points": question.points.tolist(), "komi": question.komi})
                reporter.update(len(store.positions))
                if len(store.positions) == wanted:
                    store.keep()
                    return
    raise ValueError(
        f"the records have {len(store.positions)} open positions; give more of them, or --positions"
        f" {len(store.positions)}"
    )


def ask_engine(spec: EngineSpec, store: MoveLossStore, size: int) -> None:
    """Ask an engine for its move in each position that it has not been asked about.

    :raises EngineError: when it fails, or refuses a command.
    """
    moves = store.moves_of(spec.command)
    left = [i for i in range(len(store.positions)) if str(i) not in moves]
    if not left:
        return
    with start_engine(spec) as client, Reporter(spec.name, len(left)) as reporter:
        client.send(f"boardsize {size}")
        for done, number in enumerate(left, 1):
            moves[str(number)] = _move_at(client, store.positions[number], size)
            store.keep()
            reporter.update(done)


def _move_at(client: GtpClient, position: dict[str, Any], size: int) -> str:
    client.send("clear_board")
    client.send(f"komi {position['komi']}")
    for i, point in enumerate(position["points"]):
        client.send(f"play {'bw'[i % 2]} {point_to_vertex(point, size)}")
    color = "bw"[len(position["points"]) % 2]
    return client.send(f"reg_genmove {color}", timeout=MOVE_SECONDS).upper()


def judge_moves(
    store: MoveLossStore, engines: Sequence[EngineSpec], teacher: Teacher, size: int
) -> int:
    """Let the teacher judge the moves where engines differ from the first; return how many
    positions it refused."""
    wanted: list[tuple[int, str]] = []
    for number in range(len(store.positions)):
        played = {store.moves_of(spec.command)[str(number)] for spec in engines}
        new = {move for move in played if worth_key(number, move) not in store.worth}
        if len(played) > 1:
            wanted += [(number, move) for move in sorted(new - {"RESIGN"})]
    questions = [
        TeacherQuestion(
            np.array([*store.positions[i]["points"], vertex_to_point(move, size)], np.int16),
            store.positions[i]["komi"],
        )
        for i, move in wanted
    ]
    refused = 0
    with Reporter("moves judged", len(wanted)) as reporter:
        for done, (number, answer) in enumerate(teacher.judge(questions, 1), 1):
            if isinstance(answer, str):
                refused += 1
                reporter.say(f"a move was refused: {answer}")
            else:  # it is for the side to move, who did not play the move
                store.worth[worth_key(*wanted[number])] = (1 - answer.value, -answer.lead)
                store.keep()
            reporter.update(done)
    return refused


def gains(store: MoveLossStore, base: str, other: str) -> list[Move]:
    """Return what the moves of ``other`` gain over ``base``'s, for each position.

    A move that was not judged, or a resignation, counts as no difference.
    """
    found = []
    for number in range(len(store.positions)):
        one, two = (
            store.worth.get(worth_key(number, store.moves_of(command)[str(number)]))
            for command in (base, other)
        )
        found.append((two[0] - one[0], two[1] - one[1]) if one and two else (0.0, 0.0))
    return found


def mean_text(values: Sequence[float], scale: float, unit: str) -> str:
    """Return a mean with the half of its 95 % interval."""
    half = 1.96 * statistics.pstdev(values) / math.sqrt(len(values))
    return f"{scale * statistics.mean(values):+.2f}{unit} ± {scale * half:.2f}"


def table(store: MoveLossStore, engines: Sequence[EngineSpec]) -> list[str]:
    """Return the lines of the table; the first engine is the base."""
    rows = []
    base = engines[0]
    for spec in engines:
        pairs = [
            (store.moves_of(base.command)[key], move)
            for key, move in store.moves_of(spec.command).items()
        ]
        gained = gains(store, base.command, spec.command)
        rows.append(
            (
                spec.name,
                str(len(store.positions)),
                str(sum(one != two for one, two in pairs)),
                str(sum(two == "RESIGN" for _, two in pairs)),
                str(sum(rate >= CLEAR for rate, _ in gained)),
                str(sum(rate <= -CLEAR for rate, _ in gained)),
                mean_text([rate for rate, _ in gained], 100, " %"),
                mean_text([points for _, points in gained], 1, ""),
            )
        )
    heads = ("engine", "positions", "other moves", "resigned", "better", "worse")
    return table_lines((*heads, "win rate gained", "points gained"), rows)


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveLossOptions:
    """What ``python -m gtpengine.tools.research.move_loss`` takes."""

    engines: tuple[str, ...] = arguments(
        "NAME=COMMAND; the first is what the others are compared with", str, least=1
    )
    records: tuple[RecordSource, ...] = required_several("games to draw from", RecordSource.named)
    size: int = option("lines of the board", numbers.board_size, default=19)
    positions: int = option("how many positions", numbers.count, default=200)
    teacher: str = required("program of KataGo's analysis protocol, with its options", str)
    visits: int = option("of its search after each move", numbers.count, default=200)
    store: Path = required("where what is found is kept", Path)
    seed: int = option("seed of the draw", numbers.seed, default=1)


def run(options: MoveLossOptions) -> int:
    engines = [parse_engine(text, {}) for text in options.engines]
    if len({spec.name for spec in engines}) < len(engines):
        raise ValueError("engines of the same name; give NAME=COMMAND")
    settings = {
        "records": [str(place.path) for place in options.records],
        "size": options.size,
        "positions": options.positions,
        "teacher": options.teacher,
        "visits": options.visits,
        "seed": options.seed,
    }
    store = MoveLossStore(options.store, settings)
    if not store.positions:
        reading = ReadingCounts()
        lists = read_games(options.records, options.size, reading)
        games = [game for found in lists for game in found]
        for what in reading.unread:
            leave_out(what)
        with Teacher(options.teacher, options.size) as teacher:
            draw(store, games, teacher, options.positions, options.seed)
    for spec in engines:
        ask_engine(spec, store, options.size)
    with Teacher(options.teacher, options.size, visits=options.visits) as teacher:
        refused = judge_moves(store, engines, teacher, options.size)
    print("\n".join(table(store, engines)))
    return 1 if refused else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; return its exit status."""
    status = [0]
    try:
        command = CommandLine(
            MoveLossOptions,
            run,
            "What moves of engines are worth in the same positions, as a teacher judges.",
        )
        with counted(status):
            status[0] = command.ready("move_loss", sys.argv[1:] if argv is None else argv)()
        return status[0]
    except (ValueError, OSError, EngineError) as error:
        print(plain(f"error: {error}"), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command goes on from --store", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
