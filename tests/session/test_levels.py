"""Weaker on purpose: fewer simulations, moves drawn, but nothing absurd, and the end as ever."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, RESIGN, WHITE, vertices_to_points
from board_ext.position import Position
from gtpengine.clock.thinking import Plan
from gtpengine.config.options import ENGINE_PARAMS, EngineOptions
from gtpengine.judge.plainmove import useful_points
from gtpengine.judge.situation import Situation, rank
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.session.engine import Engine
from gtpengine.session.levels import JUDGE, LEVELS, Level, instead_of, level_named, weakened
from tests.session.fake_searcher import FakeSearcher, fake_engine

SHORT = Level(64)
HOT = Level(64, 1000.0)

#: A7 is an eye of Black, G7 one of White, A1 a self-atari.
BOARD = """
    . X . . . O .
    X X . . . O O
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O O . . . O O
    . . O . . O .
"""


def situation(visits: dict[str, int]) -> tuple[Situation, SearchReport]:
    """A report of Black's moves with these visits; ownership is settled at G7 alone."""
    position = Position.from_diagram(BOARD)
    owners = np.zeros((7, 7), dtype=np.float32)
    owners[6, 6] = -1.0
    moves = tuple(
        MoveStats(point, count, 0.5, 0, 0.5, 0.5, 0.0, 0.0)
        for vertex, count in visits.items()
        for point in vertices_to_points(vertex, 7)
    )
    report = SearchReport(
        to_play=BLACK, size=7, moves=moves, visits=sum(visits.values()), value=0.5, score=0.0,
        simulations=64, seconds=0.0, ownership=owners, pv=(), nodes=1, memory_bytes=0,
        mean_depth=1.0, mean_length=50.0, tree_full=False, stopped_by="simulations",
    )  # fmt: skip
    return Situation(position, BLACK, report, EngineOptions()), report


def best_of(now: Situation) -> int:
    """What the engine plays where nothing but the best move is to be decided."""
    useful = useful_points(now.position, now.color)
    return next((move.point for move in rank(now) if move.point in useful), PASS)


def drawn(visits: dict[str, int], level: Level, times: int = 400) -> Counter[int]:
    now, report = situation(visits)
    chance = random.Random(1)
    best = best_of(now)
    return Counter(instead_of(best, now, report, level, chance) for _ in range(times))


def test_no_absurd_move_is_drawn_however_much_was_searched() -> None:
    # An own eye, a point that is White's, a self-atari in a corner; D7 and C5 are moves.
    found = drawn({"D7": 5, "A7": 900, "G7": 900, "A1": 900, "C5": 5}, HOT)
    assert set(found) == set(vertices_to_points("D7 C5", 7))
    assert drawn({"A7": 9}, HOT, 1) == {PASS: 1}


def test_the_best_move_is_no_absurd_one() -> None:
    """A search that is sure of a move takes its point for settled."""
    now, report = situation({"D7": 90, "C5": 9})
    owners = report.ownership.copy()
    owners[6, 3] = owners[4, 2] = 1.0
    now = dataclasses.replace(now, report=dataclasses.replace(report, ownership=owners))
    best = best_of(now)
    assert [best] == vertices_to_points("D7", 7)
    assert {instead_of(best, now, report, HOT, random.Random(seed)) for seed in range(20)} == {best}


def test_the_temperature_flattens() -> None:
    visits = {"D7": 90, "C5": 9, "C3": 1}
    best, second, third = vertices_to_points("D7", 7) + vertices_to_points("C5", 7) + [16]
    assert drawn(visits, SHORT) == {best: 400}
    warm, hot = drawn(visits, Level(64, 1.0)), drawn(visits, HOT)
    assert warm[best] == pytest.approx(360, abs=25)
    assert warm[second] > warm[third]
    assert min(hot[best], hot[second], hot[third]) > 100


def test_moves_that_were_not_searched_are_not_drawn() -> None:
    assert set(drawn({"D7": 3, "C5": 0}, HOT)) == set(vertices_to_points("D7", 7))


def test_the_option_knows_every_level_and_each_is_stronger() -> None:
    spec = ENGINE_PARAMS["level"]
    assert (spec.default, spec.low, spec.high) == (None, 1, len(LEVELS))
    assert level_named(1) == LEVELS[0]
    temperatures = [level.temperature for level in LEVELS]
    assert temperatures == sorted(temperatures, reverse=True)


def test_a_level_keeps_within_the_limits_of_the_user() -> None:
    short, judge = weakened(Plan(simulations=10_000, seconds=3.0, most_seconds=4.0), SHORT)
    assert (short.simulations, judge.simulations) == (64, JUDGE)
    assert short.seconds == judge.seconds == 3.0
    short, judge = weakened(Plan(simulations=20, most_simulations=40), SHORT)
    assert short.simulations == judge.simulations == judge.most_simulations == 20
    assert weakened(Plan(seconds=1.0), Level(1000))[1].simulations == 1000


def test_searches_of_a_level() -> None:
    engine = fake_engine()
    engine.set_parameter("level", "7")
    engine.genmove(BLACK)
    searcher = engine.searching.searcher
    assert isinstance(searcher, FakeSearcher)
    simulations = [limits.simulations for limits in searcher.limits[:2]]
    assert simulations == [LEVELS[6].simulations, JUDGE]
    # A glance does not see what earlier searches saw.
    engine.genmove(WHITE)
    assert searcher.cleared == 1


def test_full_strength_is_the_default_and_searches_as_ever() -> None:
    engine = fake_engine()
    engine.genmove(BLACK)
    searcher = engine.searching.searcher
    assert isinstance(searcher, FakeSearcher)
    assert searcher.limits[0].simulations == engine.options.default_simulations
    assert searcher.cleared == 0


def test_what_decides_something_else_stands() -> None:
    now, report = situation({"D7": 90, "C5": 9})
    for move in (PASS, RESIGN, *vertices_to_points("A2", 7)):
        assert instead_of(move, now, report, HOT, random.Random(1)) == move


def engine_at(level: int, seed: int) -> Engine:
    options = EngineOptions()
    options.assign("level", level)
    options.assign("seed", seed)
    options.assign("memory", 32)
    engine = Engine(options)
    engine.set_parameter("book", "off")
    return engine


def test_other_seeds_play_other_games_and_the_same_one_the_same() -> None:
    def opening(seed: int) -> tuple[int, ...]:
        engine = engine_at(1, seed)
        engine.new_game(9)
        return tuple(engine.genmove(color) for color in (BLACK, WHITE, BLACK))

    assert opening(3) == opening(3)
    assert len({opening(seed) for seed in range(8)}) > 4


@pytest.mark.parametrize("level", [1, 5, len(LEVELS)])
def test_a_finished_game_is_passed(level: int) -> None:
    engine = engine_at(level, 1)
    engine.new_game(7)
    position = Position.from_diagram("\n".join([". X . X O . O"] * 3 + ["X X X X O O O"] * 4))
    stones = position.stones().reshape(-1)
    engine.set_stones(
        np.flatnonzero(stones == BLACK).tolist(), np.flatnonzero(stones == WHITE).tolist(), BLACK
    )
    engine.set_komi(0.5)
    assert engine.genmove(BLACK) == PASS
    assert engine.genmove(WHITE) == PASS
