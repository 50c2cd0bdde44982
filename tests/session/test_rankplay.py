"""A rank draws what people play, leaves out what they would see to be bad, and ends as they do."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, RESIGN, WHITE, vertices_to_points
from board_ext.position import Position
from gtpengine.clock.thinking import ThinkingLimits
from gtpengine.clock.timeman import TimeSettings, TimeSystem
from gtpengine.config.options import EngineOptions
from gtpengine.game.handicap import fixed_handicap
from gtpengine.game.ranks import rank_number
from gtpengine.judge.plainmove import useful_points
from gtpengine.judge.resigning import looks_lost
from gtpengine.judge.situation import Situation
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.session.engine import Engine
from gtpengine.session.rankplay import (
    FREE,
    JUDGE,
    MOST_TESTS,
    PASSES,
    Losses,
    capped,
    draw,
    draw_weights,
    gives_up,
    instead_of,
    people_options,
)
from gtpengine.session.rankscale import (
    CLASSES,
    CLIMB,
    WEAKEST,
    PlayingStyle,
    style_at,
    style_of,
)
from tests.session.fake_searcher import FakeSearcher, fake_engine
from tests.session.finished import both_pass

TEN_KYU = rank_number("10k")

STYLE = PlayingStyle(
    model_rank=-10.0, sharpness=1.0, visit_care=0.0, win_care=10.0, root=64,
    look=50,
    point_care=0.3, resign_chance=0.01,
)  # fmt: skip

#: A7 is an eye of Black, G7 one of White.
BOARD = """
    . X . . . O .
    X X . . . O O
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O O . . . O O
    . . O . . O .
"""

D7, C5, C3 = vertices_to_points("D7 C5 C3", 7)


def stats_of(point: int, visits: int, value: float = 0.5, score: float = 0.0) -> MoveStats:
    return MoveStats(point, visits, value, 0, 0.5, 0.5, 0.0, score)


def situation(values: dict[int, float]) -> Situation:
    """Black's moves with these win rates, the first the most visited; G7 is White's for sure."""
    position = Position.from_diagram(BOARD)
    owners = np.zeros((7, 7), dtype=np.float32)
    owners[6, 6] = -1.0
    moves = tuple(
        stats_of(point, 100 - place, value) for place, (point, value) in enumerate(values.items())
    )
    report = SearchReport(
        to_play=BLACK, size=7, moves=moves, visits=sum(move.visits for move in moves), value=0.5,
        score=0.0, simulations=64, seconds=0.0, ownership=owners, pv=(), nodes=1, memory_bytes=0,
        mean_depth=1.0, mean_length=50.0, tree_full=False, stopped_by="simulations",
    )  # fmt: skip
    return Situation(position, BLACK, report, EngineOptions())


def drawn(weights: dict[int, float], minded: dict[int, float], times: int) -> Counter[int]:
    chance = random.Random(1)
    return Counter(draw(weights, minded.__getitem__, chance, -9) for _ in range(times))


def test_draws_follow_weights_and_what_is_minded() -> None:
    weights, minded = {1: 0.5, 2: 0.3, 3: 0.2}, {1: 1.0, 2: 0.0, 3: 3.0}
    expected = {point: weight * math.exp(-minded[point]) for point, weight in weights.items()}
    found, times = drawn(weights, minded, 20_000), 20_000
    for point, weight in expected.items():
        share = weight / sum(expected.values())
        # Five standard deviations.
        assert abs(found[point] - share * times) < 5 * math.sqrt(times * share * (1 - share))


def test_what_can_never_be_played_is_not_drawn() -> None:
    assert drawn({1: 0.9, 2: 0.1}, {1: math.inf, 2: 0.0}, 50) == {2: 50}
    assert drawn({1: 0.9, 2: 0.0}, {1: math.inf}, 5) == {-9: 5}
    assert drawn({}, {}, 1) == {-9: 1}


def test_only_so_many_moves_are_tested_and_none_without_time() -> None:
    tested: list[int] = []

    def minded(point: int) -> float:
        tested.append(point)
        return math.inf

    assert draw(dict.fromkeys(range(100), 1.0), minded, random.Random(1), -9) == -9
    assert len(tested) == MOST_TESTS
    assert draw({1: 1.0}, lambda _: None, random.Random(1), -9) == -9


def test_a_move_loses_what_its_own_search_says() -> None:
    now = situation({D7: 0.6, C5: 0.58})
    asked: list[int] = []

    def test(point: int) -> MoveStats | None:
        asked.append(point)
        return stats_of(point, 50, 0.1)

    losses = Losses(now, now.report.moves[0], test, STYLE)
    assert losses.minded(D7) == 0.0
    assert losses.minded(C5) == pytest.approx(0.2)  # visited often enough: no test
    assert losses.minded(C3) == pytest.approx(5.0)
    assert asked == [C3]
    losses.test = lambda _: None
    assert losses.minded(C3) is None


def test_a_pass_is_drawn_only_where_it_costs_nothing() -> None:
    now = situation({D7: 0.6})
    best = now.report.moves[0]
    for win, points, free in ((0.0, 0.0, True), (2 * FREE[0], 0.0, False), (0, 2 * FREE[1], False)):
        answer = {PASS: stats_of(PASS, 50, best.value - win, best.score - points)}
        minded = Losses(now, best, answer.get, STYLE).minded(PASS)
        assert (minded != math.inf) is free


def played(model: dict[int, float], values: dict[int, float], times: int = 200) -> Counter[int]:
    now, chance = situation(values), random.Random(3)
    weights = list(model.items())
    return Counter(
        instead_of(D7, now, weights, STYLE, lambda p: stats_of(p, 50, 0.0), chance)
        for _ in range(times)
    )


def test_neither_own_eyes_nor_blunders_are_played() -> None:
    a7, g7 = vertices_to_points("A7 G7", 7)
    model = {a7: 0.5, g7: 0.3, C3: 0.19, D7: 0.005, C5: 0.005}
    # G7 and C3 lose 0.6 of win rate, which exp(-6) of these people overlook.
    found = played(model, {D7: 0.6, C5: 0.6})
    assert set(found) <= {D7, C5, C3, g7}
    assert found[C3] + found[g7] < 60 < min(found[D7], found[C5])


@pytest.mark.parametrize(
    ("owner", "answers", "share"),
    [(0.5, False, 0.04), (0.5, True, 0.04), (0.95, False, PASSES[0]), (0.95, True, PASSES[1])],
)
def test_people_pass_where_all_is_settled(owner: float, answers: bool, share: float) -> None:
    now = situation({D7: 0.6, C5: 0.6})
    for _ in range(29):
        now.position.play(PASS)
    now.position.play(PASS if answers else C3, WHITE)
    owners = np.full((7, 7), owner, dtype=np.float32)
    now = dataclasses.replace(now, report=dataclasses.replace(now.report, ownership=owners))
    weights = draw_weights(now, [(D7, 0.49), (C5, 0.49), (PASS, 0.02)], STYLE, {D7, C5})
    assert weights[PASS] / sum(weights.values()) == pytest.approx(share, abs=0.04)


def test_in_a_lost_game_points_count_and_the_model_alone() -> None:
    for value, model_alone in ((0.5, False), (0.05, True), (0.95, False)):
        now = situation({D7: value, C5: value})
        now = dataclasses.replace(now, report=dataclasses.replace(now.report, value=value))
        style = dataclasses.replace(STYLE, sharpness=0.5, visit_care=1.0)
        weights = draw_weights(now, [(D7, 0.64), (C5, 0.36)], style, {D7, C5})
        assert (weights == {D7: 0.64, C5: 0.36}) is model_alone
        answer = {C3: stats_of(C3, 50, value, -4.0)}
        minded = Losses(now, now.report.moves[0], answer.get, STYLE).minded(C3)
        assert minded == pytest.approx(1.2 if model_alone else 0.0)


def test_the_further_behind_the_sooner_people_resign() -> None:
    """By the shares of many turns: 1 % for each point."""
    now, chance = situation({D7: 0.05}), random.Random(1)
    for behind, share in ((0.0, 0.0), (10.0, 0.1), (40.0, 0.4)):
        moves = (stats_of(D7, 100, 0.05, -behind),)
        report = dataclasses.replace(now.report, moves=moves, score=-behind - 3.0)
        lost = dataclasses.replace(now, report=report)
        found = sum(gives_up(lost, STYLE, chance) for _ in range(4000)) / 4000
        assert found == pytest.approx(share, abs=0.04)


def test_people_resign_sooner_than_full_strength_and_without_waiting() -> None:
    options = EngineOptions()
    people = people_options(options)
    assert (options.resign, options.resign_moves) == (0.1, 3)
    assert (people.resign, people.resign_moves) == (0.2, 1)
    now, moves = situation({D7: 0.15}), (stats_of(D7, 100, 0.15, -9.0),)
    report = dataclasses.replace(now.report, moves=moves, visits=400, value=0.15, score=-9.0)
    assert not looks_lost(dataclasses.replace(now, report=report, options=options))
    assert looks_lost(dataclasses.replace(now, report=report, options=people))
    for never in (0.0, None):
        options.assign("resign", never)
        assert not people_options(options).resign


def test_no_position_is_played_again() -> None:
    """From a game of two ranks: White sends two stones at J1, one comes back, again and again."""
    position = Position.from_diagram("""
        . O . X O O X . O
        O O O X X O X X X
        . O O O O O O X X
        O O O X X X X X X
        O O X O O X X O X
        X O X O . X O O O
        X X X X X X O O .
        . X X X O O O X O
        X X X O O O . X .
    """)
    position.play(PASS)
    j1, j3, j2 = vertices_to_points("J1 J3 J2", 9)
    position.play(j1)
    position.play(j3)
    moves = (stats_of(j2, 100, 0.4, -20.0), stats_of(j1, 10, 0.4, -20.0))
    report = dataclasses.replace(
        situation({}).report, to_play=WHITE, size=9, moves=moves, visits=110, value=0.4,
        ownership=np.zeros((9, 9), dtype=np.float32),
    )  # fmt: skip
    now = Situation(position, WHITE, report, EngineOptions())
    chance = random.Random(1)

    def found(**model: float) -> set[int]:
        weights = [(vertices_to_points(name, 9)[0], weight) for name, weight in model.items()]
        return {instead_of(j2, now, weights, STYLE, moves_of, chance) for _ in range(20)}

    def moves_of(point: int) -> MoveStats:
        return stats_of(point, 50, 0.4, -20.0)

    assert found(J2=0.9) == {PASS}
    assert found(J2=0.9, J1=0.1) == {j1}
    assert not Losses(now, moves[0], moves_of, STYLE).goes_back(j1)


def test_people_often_fill_what_is_nobodys_before_they_pass() -> None:
    """D7 is nobody's, all else has an owner; the engine passes. After a pass, a pass stands."""
    size = 7
    owners = np.ones((size, size), dtype=np.float32)
    owners.reshape(-1)[D7] = 0.1
    now = situation({D7: 0.6, C5: 0.6})
    now = dataclasses.replace(now, report=dataclasses.replace(now.report, ownership=owners))
    weights, careful = [(D7, 0.5), (C5, 0.5)], dataclasses.replace(STYLE, look=1000)
    chance = random.Random(1)

    def shares(now: Situation, value: float) -> Counter[int]:
        def tested(point: int) -> MoveStats:
            return stats_of(point, 50, 0.6 if point == PASS else value)

        drawn = [instead_of(PASS, now, weights, careful, tested, chance) for _ in range(500)]
        return Counter(drawn)

    free = shares(now, 0.6)
    assert free.keys() == {PASS, D7}
    assert free[PASS] / 500 == pytest.approx(PASSES[0], abs=0.07)
    # What loses is not played.
    assert shares(now, 0.0)[PASS] > 490
    after = now.position.copy()
    after.play(PASS, WHITE)
    assert shares(dataclasses.replace(now, position=after), 0.6).keys() == {PASS}


def test_what_decides_something_else_stands() -> None:
    now = situation({D7: 0.6, C5: 0.6})
    for move in (PASS, RESIGN, *vertices_to_points("A2", 7)):
        weights = [(C5, 1.0)]
        never = instead_of(move, now, weights, STYLE, lambda _: None, random.Random(1))
        assert never == move


def test_a_rank_keeps_within_the_limits_of_the_user() -> None:
    plan = capped(ThinkingLimits(simulations=10_000, seconds=3.0, most_seconds=4.0), STYLE)
    assert plan.simulations == plan.most_simulations == JUDGE
    assert plan.seconds == plan.most_seconds == 1.5
    plan = capped(ThinkingLimits(simulations=20, most_simulations=40), STYLE)
    assert plan.simulations == plan.most_simulations == 20


@pytest.mark.parametrize("size", [9, 13, 19])
def test_stronger_ranks_look_longer_and_mind_more(size: int) -> None:
    styles = [style_of(rank, size) for rank in range(WEAKEST, 1)]
    for weaker, stronger in itertools.pairwise(styles):
        assert weaker.look <= stronger.look
        assert weaker.win_care <= stronger.win_care
        assert weaker.resign_chance <= stronger.resign_chance
    assert style_of(9, size) == style_of(CLASSES[f"{size}x{size}"].strongest, size)


def test_on_larger_boards_a_rank_looks_closer_at_the_moves_that_come_to_its_mind() -> None:
    """As matches against GNU Go asked for; on 9x9 nothing is lifted."""
    small, middle, large = (style_of(TEN_KYU, size) for size in (9, 13, 19))
    assert small.model_rank == middle.model_rank == large.model_rank == TEN_KYU
    assert small.win_care < middle.win_care < large.win_care
    assert small.look < middle.look < large.look
    assert small.resign_chance * 9 == pytest.approx(large.resign_chance * 19)
    lifted = style_of(TEN_KYU + CLASSES["19x19"].lift, 9)
    assert (large.win_care, large.root) == (lifted.win_care, lifted.root)
    assert CLASSES["9x9"].lift == pytest.approx(0.0)


def test_high_ranks_of_19x19_look_closer_still() -> None:
    """As matches against Pachi asked for; the ranks below keep their lift."""
    board = CLASSES["19x19"]
    low, high = style_of(CLIMB, 19), style_of(CLIMB + 5, 19)
    plain = [style_at(rank + board.lift, 9) for rank in (CLIMB, CLIMB + 5)]
    assert (low.win_care, low.look) == pytest.approx((plain[0].win_care, plain[0].look))
    assert high.win_care > plain[1].win_care
    assert high.look > plain[1].look
    climbed = style_at(CLIMB + 5 + board.lift + 5 * board.climb, 9)
    assert (high.win_care, high.look) == pytest.approx((climbed.win_care, climbed.look))


def test_full_strength_is_the_default_and_searches_as_ever() -> None:
    engine = fake_engine()
    engine.genmove(BLACK)
    searcher = engine.searching.searcher
    assert isinstance(searcher, FakeSearcher)
    assert searcher.limits[0].simulations == engine.options.default_simulations
    assert len(searcher.limits) == 1
    assert searcher.cleared == 0


def test_no_illegal_move_comes_out_of_a_search_that_knows_nothing() -> None:
    engine = fake_engine()
    engine.set_parameter("rank", "25k")
    engine.new_game(5)
    for turn in range(60):
        color = (BLACK, WHITE)[turn % 2]
        if engine.genmove(color) == RESIGN:
            break
    assert engine.position.move_number > 5


def engine_at(rank: str, seed: int = 1, size: int = 9) -> Engine:
    options = EngineOptions()
    options.assign("rank", rank)
    options.assign("seed", seed)
    options.assign("memory", 32)
    engine = Engine(options)
    engine.new_game(size)
    return engine


def test_other_seeds_play_other_games_and_the_same_one_the_same() -> None:
    def opening(seed: int) -> tuple[int, ...]:
        engine = engine_at("20k", seed)
        return tuple(engine.genmove(color) for color in (BLACK, WHITE, BLACK))

    assert opening(3) == opening(3)
    assert len({opening(seed) for seed in range(8)}) > 4


@pytest.mark.slow
def test_a_stronger_rank_loses_less_by_a_longer_search() -> None:
    """Over positions of a close game, by what each answer leaves to the opponent."""
    judge, other = engine_at("off"), engine_at("3d", seed=5)
    positions: list[Position] = []
    for turn in range(36):
        positions.append(other.position.copy())
        other.genmove((BLACK, WHITE)[turn % 2])
    left = {"25k": 0.0, "3d": 0.0}
    for rank in left:
        for seed in (1, 2, 3):
            engine = engine_at(rank, seed)
            for position in positions[10::3]:
                engine._start(position.copy())
                after = position.copy()
                after.play(engine.propose(position.to_play), position.to_play)
                report = judge.searching.search(after, Limits(simulations=1000))
                assert report is not None
                left[rank] += report.value
    assert left["3d"] < left["25k"] - 0.3


@pytest.mark.parametrize("rank", ["25k", "12k", "3d"])
def test_a_finished_game_is_passed(rank: str) -> None:
    engine = engine_at(rank, size=7)
    both_pass(engine, "\n".join([". X . X O . O"] * 3 + ["X X X X O O O"] * 4))


def test_a_lost_game_is_resigned_later_by_the_weak() -> None:
    """Not even the whole board would be enough for White."""

    def moves_until_resigning(rank: str) -> int:
        engine = engine_at(rank)
        engine.set_komi(-150.0)
        for count in range(60):
            engine.play(PASS, BLACK)
            if engine.genmove(WHITE) == RESIGN:
                return count
        return 60

    strong, weak = moves_until_resigning("3d"), moves_until_resigning("25k")
    assert strong <= weak < 60


def test_nobody_resigns_or_passes_a_game_that_is_open() -> None:
    for rank in ("25k", "1k"):
        engine = engine_at(rank)
        for turn in range(12):
            assert engine.genmove((BLACK, WHITE)[turn % 2]) not in (PASS, RESIGN)


@pytest.mark.parametrize(("size", "stones", "turns"), [(9, 4, 14), (13, 6, 4)])
def test_handicap_games_are_played(size: int, stones: int, turns: int) -> None:
    """White neither resigns at once nor passes, and both play useful moves."""
    engine = engine_at("10k", size=size)
    engine.place_handicap(fixed_handicap(size, stones))
    engine.set_komi(0.5)
    for turn in range(turns):
        color = (WHITE, BLACK)[turn % 2]
        useful = useful_points(engine.position, color)
        assert engine.genmove(color) in useful


def test_tests_end_when_the_time_is_over() -> None:
    """With a fake searcher a test takes no time; the plan alone decides."""
    engine = fake_engine()
    engine.set_parameter("rank", "10k")
    engine.set_time(TimeSettings(TimeSystem.ABSOLUTE, main=0.01))
    engine.genmove(BLACK)
    searcher = engine.searching.searcher
    assert isinstance(searcher, FakeSearcher)
    assert all(limits.seconds is not None for limits in searcher.limits)
    assert sum(limits.seconds or 0.0 for limits in searcher.limits) < 0.01 * len(searcher.limits)
