"""Groups that are not shut in: the points near them, and lives that are seen there."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE, vertex_to_point
from gtpengine.lifedeath import solving
from gtpengine.lifedeath.nearby import nearby_groups
from gtpengine.lifedeath.question import FEW, USUAL, NoProblemError
from gtpengine.lifedeath.solving import FightOutcome, LifeDeathSolver
from tests.lifedeath.positions import ALIVE, THREE, position_of

OPEN = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X . X . . . . .
    . O . . X . . . .
    . . . . . . . . .
"""


def points(text: str) -> set[int]:
    return {vertex_to_point(vertex, 9) for vertex in text.split()}


def test_a_group_and_the_points_near_it() -> None:
    """Chains of the group share liberties; a chain of the wall is inside by its liberties."""
    found = nearby_groups(position_of(OPEN, BLACK))
    assert [{*group[USUAL].target} for group in found] == [points("B3 D3 E2")]
    narrow = {*found[0][FEW[0]].region}
    assert points("B5 A4 C4 C2 F1 G2 E3 D5") <= narrow
    assert not narrow & points("B2 A1 B1 B6 H2 G4")
    assert {*found[0][USUAL].region} == narrow | points("B2 A2 C2 B1")


@pytest.fixture(name="nothing_shut_in")
def nothing_shut_in_fixture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "find_groups", lambda _: [])


@pytest.mark.usefixtures("nothing_shut_in")
def test_a_life_near_the_group_is_shown() -> None:
    with LifeDeathSolver(bits=16) as solver:
        solution = solver.answer(position_of(THREE, WHITE), 20.0)
    assert solution.best.outcome is FightOutcome.WINS
    assert [one.move for one in solution.working] == [vertex_to_point("B1", 9)]


@pytest.mark.usefixtures("nothing_shut_in")
def test_a_group_that_lives_after_a_pass_is_none() -> None:
    with LifeDeathSolver(bits=16) as solver, pytest.raises(NoProblemError):
        solver.find(position_of(ALIVE, WHITE), 20.0)
