"""How many framed problems of life and death `gtpengine solve` decides, and whether it is right.

A problem counts as solved when an accepted first move is among those that the solver proves to have
the best outcome, and as suggested when nothing is proved to work, or no group is found, and an
accepted first move is what the solver suggests. Each decided problem whose accepted move is proved
to be worse is listed.

    python -m gtpengine.tools.research.problems.solved_problems first_moves.tsv --sample 60 --time 2
"""

from __future__ import annotations

import argparse
import collections
from pathlib import Path
from typing import Final

from gtpengine.tools.regression.tactics import Problem, choose, sources
from gtpengine.tools.regression.topics import COLORS, accepted_moves, position_of

from board_ext.coords import point_to_vertex
from gtpengine.lifedeath.question import NoProblemError
from gtpengine.lifedeath.solving import FightOutcome, LifeDeathSolver, Solution

TOPIC: Final = "life and death"


def kind_of(solver: LifeDeathSolver, problem: Problem, seconds: float) -> str:
    """Solve a problem and return what came of it, a line of the table."""
    step = problem.block.steps[-1]
    position = position_of(problem.block)
    position.to_play = COLORS[step.command.split()[1][0].lower()]
    accepted = set(accepted_moves(step))
    try:
        solution = solver.answer(position, seconds)
    except NoProblemError as error:
        return "suggested, no group found" if error.suggested in accepted else "no group found"
    working = {point_to_vertex(one.move, position.size) for one in solution.working}
    if accepted & working:
        return f"solved, {_role(solution)}, {_gain(solution)}"
    suggested = solution.suggested
    if suggested is not None and point_to_vertex(suggested, position.size) in accepted:
        return f"suggested, {_role(solution)}, {_gain(solution)}"
    if solution.best.outcome is FightOutcome.UNDECIDED:
        empty = sum(position.color_at(point) == 0 for point in solution.question.region)
        size = "up to 16" if empty <= 16 else "over 16"
        return f"not decided, {_role(solution)}, {size} empty points"
    tried = {point_to_vertex(one.move, position.size): one.outcome for one in solution.tried}
    found = {tried.get(move) for move in accepted}
    if FightOutcome.UNDECIDED in found:
        return "accepted move not decided"
    print(f"{problem.name}: {_gain(solution)} by {sorted(working)}, not by {sorted(accepted)}")
    return "another move in the region" if found != {None} else "accepted move outside the region"


def _role(solution: Solution) -> str:
    return "kill" if solution.question.mover == solution.question.attacker else "live"


def _gain(solution: Solution) -> str:
    outcome = solution.best.outcome
    return "ko" if outcome.is_ko else outcome.value


def main() -> None:
    """Solve a sample and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("problems", type=Path)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time", type=float, default=2.0)
    options = parser.parse_args()
    problems = choose(sources(None, options.problems), options.sample, options.seed, [TOPIC])
    with LifeDeathSolver() as solver:
        table = collections.Counter(kind_of(solver, one, options.time) for one in problems)
    for kind, count in sorted(table.items(), key=lambda item: (-item[1], item[0])):
        print(f"{count:4} {kind}")
    solved, suggested = (
        sum(count for kind, count in table.items() if kind.startswith(word))
        for word in ("solved", "suggested")
    )
    print(f"{solved} of {len(problems)} solved, {suggested} more suggested without a proof")


if __name__ == "__main__":
    main()
