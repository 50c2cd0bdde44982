"""Lines of ``lz-analyze`` and ``kata-analyze``, as engines write them."""

from __future__ import annotations

import math

import pytest

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.programs.gtp_analysis import KATA, LEELA, judged
from gtpengine.programs.judgement import RefusedError


def points(*vertices: str) -> tuple[int, ...]:
    return tuple(vertex_to_point(vertex, 5) for vertex in vertices)


def test_a_line_of_leela_zero() -> None:
    line = (
        "info move C3 visits 120 winrate 5431 prior 4100 lcb 5300 order 0 pv C3 D4 pass "
        "info move D4 visits 3 winrate 4000 prior 210 order 1 pv D4"
    )
    found = judged(line, LEELA, Position(5), BLACK)
    assert found is not None
    assert (found.visits, found.win_rate) == (123, 0.5431)
    assert math.isnan(found.lead) and found.ownership == ()
    assert [move.point for move in found.moves] == list(points("C3", "D4"))
    assert found.moves[0].line == points("C3", "D4", "pass") and found.moves[1].prior == 0.021


def test_lists_and_names_that_are_not_known_are_passed_over() -> None:
    line = (
        "info move C3 visits 5 edgeVisits 4 utility -1.5e-05 winrate 0.5 scoreMean 1.5 "
        "isSymmetryOf D4 order 0 pv C3 D4 pvVisits 5 3 pvEdgeVisits 5 3 movesOwnership 1 -1 "
        "rootInfo visits 6 winrate 0.25 scoreLead 0.5 symHash 1F2E ownership "
        + " ".join(["0.1"] * 25)
        + " ownershipStdev "
        + " ".join(["0.9"] * 25)
    )
    found = judged(line, KATA, Position(5), WHITE)
    assert found is not None  # the numbers are White's, and Black is to move
    assert (found.visits, found.win_rate, found.lead) == (6, 0.75, -0.5)
    assert found.moves[0].lead == -1.5 and found.ownership == (-0.1,) * 25


def test_illegal_moves_are_left_out_and_lines_without_a_move_are_none() -> None:
    position = Position(5)
    position.play(points("C3")[0])
    both = (
        "info move C3 visits 9 winrate 0.5 order 0 pv C3 "
        "info move D4 visits 8 winrate 0.5 order 1 pv D4"
    )
    found = judged(both, KATA, position, WHITE)
    assert found is not None and [move.point for move in found.moves] == list(points("D4"))
    for line in ("NN eval 0.5", "", "information", "info move C3 visits 0 winrate 0.5 order 0"):
        assert judged(line, KATA, position, WHITE) is None


@pytest.mark.parametrize(
    "line",
    [
        "info move C3 visits",
        "info move C3 visits many winrate 0.5",
        "info move Z9 visits 5 winrate 0.5",
        "info move D4 visits 5",
        "info move D4 visits 5 winrate nan",
        "info move D4 visits 5 winrate 1.5",
        "info move D4 visits 5 winrate 0.5 ownership 0.5",
        "info move D4 visits 5 winrate 0.5 scoreLead 1e9",
    ],
)
def test_nonsense_is_refused(line: str) -> None:
    with pytest.raises(RefusedError):
        judged(line, KATA, Position(5), BLACK)
