"""A solution as SGF: every first move a variation, with what works and what refutes the others."""

from __future__ import annotations

from typing import Final

from board_ext.coords import BLACK, WHITE, opponent
from gtpengine.game.replay import position_tree
from gtpengine.lifedeath.solving import Solution
from gtpengine.lifedeath.words import OUTCOMES, summary
from gtpengine.sgf.points import name_of
from gtpengine.sgf.tree import write

RIGHT: Final = "RIGHT"
"""What programs for problems look for in the comment of a move that solves one."""

_LETTERS: Final = {BLACK: "B", WHITE: "W"}


def solution_sgf(solution: Solution) -> bytes:
    """Return the problem with its first moves as variations, the best ones first."""
    question = solution.question
    size = question.position.size
    root = position_tree(question.position)
    last = list(root.main_line())[-1]
    last.set_raw("PL", _LETTERS[question.mover].encode())
    last.add_text("C", " ".join(str(line) for line in summary(solution)))
    right = {one.move for one in solution.working}
    for tried in solution.tried:
        node, color = last, question.mover
        for number, point in enumerate(tried.line):
            node = node.add_child({_LETTERS[color]: [name_of(point, size)]})
            color = opponent(color)
            if number == 0:
                mark = f"{RIGHT} " if tried.move in right else ""
                node.add_text("C", f"{mark}{OUTCOMES[tried.outcome]}")
    return write([root])
