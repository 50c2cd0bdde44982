"""When a game is resigned."""

from __future__ import annotations

import dataclasses

import pytest

from board_ext.coords import (
    BLACK,
    PASS,
    RESIGN,
    WHITE,
    vertex_to_point,
)
from board_ext.position import Position
from gtpengine.config.options import EngineOptions
from gtpengine.game.handicap import handicap_stones
from gtpengine.judge.endgame import decide
from gtpengine.judge.resigning import looks_lost, may_resign
from gtpengine.judge.situation import Situation
from tests.judge.situations import (
    answer,
    halves,
    halves_ownership,
    report,
    situation,
)

LOST = [("E5", 0.05), ("pass", 0.01)]


def played_position(moves: int) -> Position:
    position = halves(60)
    for _ in range(moves // 2):
        position.play(PASS, BLACK)
        position.play(PASS, WHITE)
    position.play(vertex_to_point("E9", 9), WHITE)
    return position


@pytest.mark.parametrize(
    ("moves", "streak", "options", "expected"),
    [
        (40, 3, {}, "resign"),
        (40, 2, {}, "E5"),
        (40, 2, {"resign_moves": 2}, "resign"),
        (6, 3, {}, "E5"),
        (6, 3, {"resign_length": 0.05}, "resign"),
        (40, 9, {"resign": 0.0}, "E5"),
    ],
)
def test_resigning(moves: int, streak: int, options: dict[str, float], expected: str) -> None:
    case = situation(played_position(moves), BLACK, LOST, halves_ownership(), False, **options)
    assert answer(case, low_streak=streak) == expected
    assert (decide(case, streak, {}) == RESIGN) == (expected == "resign")


@pytest.mark.parametrize(
    ("value", "visits", "score", "rate", "lost"),
    [(0.05, 1000, -9, 0.1, True), (0.05, 199, -9, 0.1, False), (0.15, 1000, -9, 0.1, False),
     (0.15, 1000, -9, 0.2, True), (0.05, 1000, -9, 0.0, False), (0.05, 1000, -0.5, 0.1, False),
     (0.05, 1000, 3, 0.1, False), (0.05, 1000, -2, 0.1, True)],
)  # fmt: skip
def test_when_a_game_looks_lost(
    value: float, visits: int, score: float, rate: float, lost: bool
) -> None:
    options = EngineOptions()
    options.assign("resign", rate)
    found = report(BLACK, [("E5", value)], halves_ownership(), visits, score)
    assert looks_lost(Situation(halves(), BLACK, found, options)) == lost


def test_white_is_patient_in_handicap_games() -> None:
    position = Position(9)
    position.set_up([20, 24, 56, 60], [], WHITE, 4)
    assert handicap_stones(position) == 4
    loose = Position(9)
    for point in (20, 24, 56):
        loose.play(point, BLACK)
    loose.play(40, WHITE)
    assert handicap_stones(loose) == 3
    for game in (position, loose):
        for point in range(9, 9 + 18, 2):
            if game.is_legal(point, WHITE):
                game.play(point, WHITE)
            game.play(PASS, BLACK)
    case = situation(position, WHITE, LOST, halves_ownership())
    assert position.move_number > 0.2 * 81
    assert not may_resign(case, 10)
    assert may_resign(dataclasses.replace(case, color=BLACK), 10)


def test_white_needs_a_lower_win_rate_in_handicap_games() -> None:
    position = Position(9)
    position.set_up([20, 24, 56, 60], [], WHITE, 4)
    options = EngineOptions()  # 0.1 * 0.8 ** 4 = 0.041

    def lost(color: int, value: float) -> bool:
        found = report(color, [("E5", value)], halves_ownership())
        return looks_lost(Situation(position, color, found, options))

    assert lost(BLACK, 0.09)
    assert not lost(WHITE, 0.09)
    assert not lost(WHITE, 0.045)
    assert lost(WHITE, 0.035)
