"""A solution as SGF: every first move is a variation."""

from __future__ import annotations

from gtpengine.game.sgf import read_game
from gtpengine.lifedeath.question import find_questions
from gtpengine.lifedeath.solving import LifeDeathSolver
from gtpengine.lifedeath.tree import solution_sgf
from tests.lifedeath.positions import THREE, position_of


def test_every_first_move_with_its_comment() -> None:
    with LifeDeathSolver(bits=14) as solver:
        solution = solver.solve(next(find_questions(position_of(THREE))), 20.0)
    root = read_game(solution_sgf(solution)).root
    assert root.text("PL") == "B" and "Black to play" in root.text("C")
    assert len(root.children) == len(solution.tried) > 2
    first, *others = root.children
    assert (first.text("B"), first.text("C")) == ("bi", "RIGHT works")
    assert {one.text("C") for one in others} == {"fails"}
    assert any(one.children for one in others), "a refutation"
