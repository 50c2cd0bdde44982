"""The command ``gtpengine autoscore``: dead stones and scores against people and other programs.

    gtpengine autoscore games/*.json
    gtpengine autoscore --verbose suites/score2.tst

A ``.json`` file is a finished game. ``board`` has the rows from the top (``b``, ``W``, blank).
``correct_ownership`` has the owner of each intersection: ``B`` or ``W``; nobody for a blank, or for
``s``, a point between open borders; anybody for ``*``. ``rules`` names the rules if they are not
Chinese. The engine's final status decides each intersection.

Of a ``.tst`` file the tests of ``unconditional_status``, ``final_score`` and ``new_score`` are run,
under Japanese rules as their author means them. A ``*`` after the bracket marks what the author's
own program gets wrong. Unconditional status is what ``unconditional.py`` proves; there
``undecided`` counts as missing, and another wrong word as an error.

The exit status is 1 if fewer than 95 % of the intersections are right or a proof is wrong.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gtpengine.tools.matches.errors import explained, user_errors
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.plain import show

from board_ext.coords import BLACK, EMPTY, WHITE, vertex_to_point
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, flag, option
from gtpengine.base.files.userpath import read_regular
from gtpengine.gtp.session import Session
from gtpengine.judge.life import owners
from gtpengine.session.engine import Engine

from . import unconditional
from .suites import KOMI, LARGEST_RECORD, RULES, SuiteError, SuiteStep, load_suite, matches

REQUIRED: Final = 0.95
LETTERS: Final = {"B": BLACK, "W": WHITE, " ": EMPTY, "s": EMPTY}
STONES: Final = {"b": BLACK, "W": WHITE}
SET_UP: Final = ("boardsize", "clear_board", "komi", "loadsgf", "play", "undo")


@dataclass(slots=True)
class ScoreCount:
    """How many were right of how many, and what was wrong."""

    right: int = 0
    asked: int = 0
    wrong: list[str] = field(default_factory=list)
    disproved: int = 0

    def add(self, other: ScoreCount) -> None:
        self.right += other.right
        self.asked += other.asked
        self.wrong += other.wrong
        self.disproved += other.disproved

    def __str__(self) -> str:
        share = 100.0 * self.right / max(1, self.asked)
        return f"{self.right} of {self.asked} right ({share:.1f} %)"


def score_game(path: Path, engine: Engine) -> ScoreCount:
    """Decide every intersection of a finished game.

    :raises ValueError: when the file is not such a game.
    """
    try:
        game = json.loads(read_regular(path, LARGEST_RECORD))
        rows, wanted = game["board"][::-1], game["correct_ownership"][::-1]
        size = len(rows)
        if any(len(row) != size for row in (*rows, *wanted)) or len(wanted) != size:
            raise ValueError("board and correct_ownership are not squares of one size")
        if unknown := set("".join(wanted)) - {*LETTERS, "*"}:
            raise ValueError(f"correct_ownership has {''.join(sorted(unknown))!r}")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{path} is not an autoscore game: {error}") from None
    engine.set_rules(game.get("rules", "chinese"))
    engine.new_game(size)
    stones = {
        color: [
            row * size + column
            for row in range(size)
            for column in range(size)
            if STONES.get(rows[row][column]) == color
        ]
        for color in (BLACK, WHITE)
    }
    engine.set_stones(stones[BLACK], stones[WHITE], BLACK)
    found = owners(engine.position, engine.final_status())
    result = ScoreCount()
    for point, owner in enumerate(found):
        letter = wanted[point // size][point % size]
        if letter != "*":
            result.asked += 1
            result.right += LETTERS[letter] == owner
    return result


def _answer(session: Session, command: str, proved: dict[tuple[int, int], list[str]]) -> str | None:
    """Return the answer to a command of a suite, or None for a command that is not tested here.

    ``proved`` keeps what is proved of the boards seen so far, by size and hash.
    """
    name, *arguments = command.split()
    if name == "unconditional_status":
        position = session.engine.position
        board = position.size, position.hash
        if board not in proved:
            proved[board] = unconditional.words(position)
        return proved[board][vertex_to_point(arguments[0], position.size)]
    if name in ("new_score", "final_score"):
        session.engine.set_rules("japanese")
        command = "final_score"
    elif name not in SET_UP:
        return None
    reply = session.answer(command) or ""
    if not reply.startswith("="):
        raise ValueError(reply[1:].strip())
    return reply[1:].strip()


def run_tests(path: Path, engine: Engine) -> dict[str, ScoreCount]:
    """Run the tests of a suite; return by command how many were right."""
    session = Session(engine)
    results: dict[str, ScoreCount] = {}
    proved: dict[tuple[int, int], list[str]] = {}
    for block in load_suite(path):
        session.engine.set_rules(RULES)  # whose komi is that of a record that names none
        session.answer(f"komi {KOMI:g}")
        for step in block.steps:
            try:
                answer = _answer(session, step.command, proved)
            except ValueError as error:
                raise SuiteError(f"{path}: {step.command}: {error}") from None
            if step.expect is not None and answer is not None:
                result = results.setdefault(step.command.split()[0], ScoreCount())
                result.asked += 1
                if _accepts(step, answer):
                    result.right += 1
                else:
                    result.disproved += answer != "undecided"
                    result.wrong.append(f"{step.test}: {answer}, not {step.expect}")
    return results


def _accepts(step: SuiteStep, answer: str) -> bool:
    assert step.expect is not None
    # new_score adds bounds, which the engine does not give.
    pattern = re.sub(r" \.\*$", "", step.expect.pattern)
    return matches(pattern, answer) != step.expect.negated


@dataclass(frozen=True, kw_only=True, slots=True)
class AutoscoreOptions:
    """What ``gtpengine autoscore`` takes."""

    file: tuple[Path, ...] = arguments("games (.json) and suites (.tst)", Path, least=1)
    simulations: int | None = option(
        "simulations behind each status (default: the parameter status_simulations)",
        numbers.count_or_none,
        default=None,
    )
    verbose: bool = flag("list what was wrong")


@user_errors("autoscore")
def run(options: AutoscoreOptions) -> int:
    """Run the command and return its exit status."""
    engine = Engine()
    if options.simulations is not None:
        engine.set_parameter("status_simulations", str(options.simulations))
    kinds: dict[str, ScoreCount] = {}
    for path in options.file:
        engine.clear_search()
        try:
            if path.suffix == ".json":
                results = {"intersections": score_game(path, engine)}
            else:
                results = run_tests(path, engine)
        except (ValueError, OSError) as error:
            if len(options.file) == 1:
                raise
            leave_out(explained(error))
            continue
        for kind, result in results.items():
            show([f"{path.stem}, {kind}: {result}"])
            if options.verbose:
                show(f"  {line}" for line in result.wrong)
            kinds.setdefault(kind, ScoreCount()).add(result)
    print("\n" + "\n".join(f"{kind}: {result}" for kind, result in kinds.items()))
    points, proved = (
        kinds.get(kind, ScoreCount()) for kind in ("intersections", "unconditional_status")
    )
    return int(points.right < REQUIRED * points.asked or bool(proved.disproved))


COMMAND: Final = CommandLine(
    AutoscoreOptions,
    run,
    "Score finished games and compare each point's owner with what people or other programs"
    " say. At least 95 % must be right.",
    "# a game whose correct owners are written beside its board\n"
    "gtpengine autoscore docs/samples/finished.json --verbose",
)
