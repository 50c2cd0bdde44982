"""``gtpengine solve``: life and death of a position, every first move answered."""

from __future__ import annotations

import json
import sys
from typing import Final

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.files.userpath import read_regular, user_path
from gtpengine.base.files.wholefile import new_file
from gtpengine.base.text.language import _, titled
from gtpengine.game.sgf import MOST_BYTES
from gtpengine.lifedeath.options import SolveOptions
from gtpengine.lifedeath.question import NoProblemError, given_question
from gtpengine.lifedeath.reading import problem_position, region_points
from gtpengine.lifedeath.solving import FightOutcome, LifeDeathSolver, Solution
from gtpengine.lifedeath.tree import solution_sgf
from gtpengine.lifedeath.words import OUTCOMES, moves_of, solution_json, summary
from gtpengine.sgf.error import SgfError

UNDECIDED_STATUS: Final = 1

LONGEST: Final = 8
"""Moves of a line that are printed."""


def run(options: SolveOptions) -> int:
    """Run the command; return 1 when the time was not enough for what the side to move gets."""
    options.spoken.use()
    try:
        solution = solve(options)
        if options.sgf is not None:
            with new_file(user_path(options.sgf)) as file:
                file.write(solution_sgf(solution))
    except NoProblemError as error:
        raise UsageError(f"gtpengine solve: {options.problem}: {_told(error)}") from None
    except SgfError as error:
        raise UsageError(f"gtpengine solve: {options.problem}: {error}") from None
    except OSError as error:
        raise UsageError(f"gtpengine solve: {options.sgf}: {error.strerror}") from None
    if options.json:
        print(json.dumps(solution_json(solution)))
    else:
        print("\n".join(lines(solution)))
    return UNDECIDED_STATUS if solution.best.outcome is FightOutcome.UNDECIDED else 0


COMMAND: Final = CommandLine(
    SolveOptions,
    run,
    "Solve a problem of life and death: the status of the group, the first moves that work, and"
    " what refutes the others. Each answer is a proof by search of the region that is shown; what"
    " the time does not decide is called not decided. There, and where a group dies in its region,"
    " a search of the whole board suggests a first move, without a proof.",
    "gtpengine solve problem.sgf",
    "# with the refutation of every first move, for any program that shows SGF\n"
    "gtpengine solve problem.sgf --sgf solved.sgf",
)


def solve(options: SolveOptions) -> Solution:
    """Return the solution of the problem that the options name.

    :raises SgfError: when the file cannot be read.
    :raises NoProblemError: when nothing is found to be read.
    """
    color = {"b": BLACK, "w": WHITE, None: None}[options.color]
    position = problem_position(
        _content(options.problem),
        color,
        lambda note: print(f"gtpengine solve: {options.problem}: {note}", file=sys.stderr),
    )
    region = region_points(options.region, position.size)
    with LifeDeathSolver() as solver:
        if region:
            return solver.solve(given_question(position, region), options.time)
        return solver.answer(position, options.time)


def _content(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)  # what is too long is refused
    try:
        return read_regular(user_path(path), MOST_BYTES)
    except OSError as error:
        raise SgfError((error.strerror or type(error).__name__).lower()) from None


def _told(error: NoProblemError) -> str:
    """Return the error with the move that is suggested."""
    if error.suggested is None:
        return str(error)
    return f"{error}; a search of the whole board suggests {error.suggested}, without a proof"


def lines(solution: Solution) -> list[str]:
    """Return what the terminal shows."""
    question = solution.question
    size = question.position.size
    found = [_diagram(question.position, question.region), ""]
    found += [str(line) for line in summary(solution)]
    for tried in solution.tried:
        move, *line = moves_of(tried.line, size)
        shown = " ".join(line[:LONGEST]) + (" ..." if len(line) > LONGEST else "")
        outcome = OUTCOMES[tried.outcome]
        if not line and tried.outcome is FightOutcome.FAILS:
            shown = _("no answer is needed")
        found.append(f"  {move:4} {titled(outcome, shown) if shown else outcome}")
    return found


def _diagram(position: Position, region: tuple[int, ...]) -> str:
    """Return the position; empty points of the region are ``+``."""
    rows = position.to_diagram().splitlines()
    size = position.size
    for number in range(size):
        row = size - 1 - number
        cells = list(rows[number])
        for column in range(size):
            at = 3 + 2 * column
            if row * size + column in region and cells[at] == ".":
                cells[at] = "+"
        rows[number] = "".join(cells)
    return "\n".join(rows)
