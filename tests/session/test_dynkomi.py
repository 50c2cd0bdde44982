"""Dynamic komi: when komi is shifted, by how much, and for whom."""

from dataclasses import replace

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.dynkomi import komi_offset
from tests.session.fake_searcher import FakeSearcher, fake_engine

REPORT = SearchReport(
    to_play=BLACK, size=9, moves=(), visits=100, value=0.9, score=30.0, simulations=100,
    seconds=0.1, ownership=np.zeros((9, 9), np.float32), pv=(), nodes=1, memory_bytes=48,
    mean_depth=1.0, mean_length=1.0, tree_full=False, stopped_by="simulations",
)  # fmt: skip


def options(**values: float | str) -> EngineOptions:
    made = EngineOptions()
    for name, value in values.items():
        made.assign(name, value)
    return made


def handicap_game(moves: int = 0, size: int = 13, komi: float = 0.5) -> Position:
    position = Position(size, komi=komi)
    stones = [vertex_to_point(v, size) for v in ("C3", "G7", "C7")]
    position.set_up(stones, [], to_play=WHITE, handicap=3)
    for number in range(moves):
        position.play(PASS, BLACK if number % 2 else WHITE)
    return position


def test_handicap_shifts_komi_for_white_and_less_with_every_move() -> None:
    offsets = [komi_offset(handicap_game(moves), None, options()) for moves in range(100)]
    assert offsets[0] == 24.0
    assert offsets == sorted(offsets, reverse=True)
    assert offsets[20] == round(24 * (1 - 20 / 84.5))
    assert offsets[85] == offsets[99] == 0.0
    assert komi_offset(handicap_game(), None, options(dynamic_komi="off")) == 0.0
    assert komi_offset(handicap_game(size=9), None, options()) == 0.0


def test_stones_that_komi_makes_up_for_shift_nothing() -> None:
    offsets = [komi_offset(handicap_game(komi=k), None, options()) for k in (7.5, 24.5, 40.5, -9.5)]
    assert offsets == [17.0, 0.0, 0.0, 34.0]


def test_an_opening_sent_colour_by_colour_is_no_handicap() -> None:
    position = Position(9)
    for vertex, color in (("C3", BLACK), ("G7", BLACK), ("C7", WHITE), ("G3", WHITE)):
        position.play(vertex_to_point(vertex, 9), color)
    assert komi_offset(position, None, options()) == 0.0


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
@pytest.mark.parametrize("score", [30.0, -30.0, 9.0, -9.0])
def test_a_large_lead_shifts_komi_against_who_has_it(to_play: int, score: float) -> None:
    report = replace(REPORT, to_play=to_play, score=score)
    lead = score if to_play == BLACK else -score
    offset = komi_offset(Position(9), report, options(dynamic_komi="situational"))
    assert offset == (0.0 if abs(lead) < 10 else 20.0 if lead > 0 else -20.0)
    assert komi_offset(Position(9), report, options()) == 0.0  # linear: an even game


def test_on_small_boards_a_handicap_game_is_like_any_other() -> None:
    report = replace(REPORT, to_play=WHITE, score=-30.0)
    offset = komi_offset(handicap_game(size=9), report, options(dynamic_komi="situational"))
    assert offset == 20.0


def test_a_report_from_another_board_says_nothing() -> None:
    assert komi_offset(Position(13), REPORT, options(dynamic_komi="situational")) == 0.0


def test_the_engine_searches_moves_with_it_and_analyses_without() -> None:
    engine = fake_engine()
    engine.new_game(13)
    engine.set_komi(0.5)
    engine.place_handicap([vertex_to_point(v, 13) for v in ("C3", "G7")])
    engine.genmove(WHITE)
    searcher = engine.searching.searcher
    assert isinstance(searcher, FakeSearcher)
    assert searcher.komi_offset == 16.0
    engine.set_parameter("ponder", "on")
    searcher.komi_offset = 0.0
    engine.ponder()
    engine.stop_pondering()
    assert searcher.komi_offset == 16.0
    with engine.analyze(BLACK):
        pass
    assert searcher.komi_offset == 0.0
