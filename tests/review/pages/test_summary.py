"""How a player did, in the whole game and in its phases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gtpengine.review.pages.summary import PHASES, phase_of, player_of, share_of
from gtpengine.review.searching.model import MoveReview
from tests.review.games import short_review


def move(number: int, lost: float = 0.0, cost: float = 0.0, phase: str = "middle") -> MoveReview:
    grade = "blunder" if cost >= 4 else "mistake" if cost >= 2 else "good" if lost else "best"
    return replace(
        short_review().moves[0],
        number=number,
        color="b" if number % 2 else "w",
        counted_points=lost,
        cost=cost,
        grade=grade,
        phase=phase,
    )


def test_the_phases_of_a_game() -> None:
    nobody, settled = [0.1] * 361, [0.9] * 290 + [0.0] * 71
    assert [phase_of(n, 19, nobody) for n in (1, 50, 51, 200)] == [
        "opening",
        "opening",
        "middle",
        "middle",
    ]
    assert phase_of(200, 19, settled) == "end" and phase_of(11, 9, [-1.0] * 81) == "opening"
    assert phase_of(30, 9, [-1.0] * 81) == "end"


def test_the_share_of_a_player() -> None:
    moves = [move(1, 2.0, 1.0), move(3), move(5, 10.0, 5.0), move(7, 4.0, 2.5)]
    share = share_of(moves)
    assert (share.moves, share.best, share.mistakes, share.blunders) == (4, 1, 1, 1)
    assert share.points.value == 4.0 and share.points.error == pytest.approx(4.32 / 2, abs=0.01)
    assert share_of([]).points.value == 0 and share_of([move(1, 3.0)]).points.error == 0


def test_a_player() -> None:
    moves = [move(1, 3.0, 1.2, "opening"), move(2, 9.0, 9.0), move(3, 8.0, 3.0), move(5)]
    player = player_of("b", "Ann", "12k", moves)
    assert player.whole.moves == 3 and player.worst == (3, 1)
    assert [player.phases[phase].moves for phase in PHASES] == [1, 2, 0]
    assert player_of("w", "", "", moves).worst == (2,)
