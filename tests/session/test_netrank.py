"""A rank that a network leads draws what comes to mind by two shares, and searches only at the end.

The package's network of 9x9 stands in for that of 19x19 where a board is enough.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Collection

import numpy as np
import pytest
from gtpengine.patterns import modelfile, rankfile

from board_ext.coords import BLACK, PASS, RESIGN, WHITE, opponent, vertices_to_points
from board_ext.position import Position
from gtpengine.config.options import EngineOptions
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.judge.plainmove import is_own_eye, useful_points
from gtpengine.network.net import Network
from gtpengine.network.serving import shipped_for
from gtpengine.session.analysis import RunningSearch, SearchRequest
from gtpengine.session.engine import Engine
from gtpengine.session.netrank import (
    HOPE,
    LEAST,
    OPEN,
    SMALLEST,
    STRONGEST,
    LedStyle,
    NetworkMind,
    is_led,
    led_style,
    mind_of,
)
from gtpengine.session.rankplay import JUDGE, people_options
from gtpengine.session.rankscale import WEAKEST, style_of
from tests.session.fake_searcher import FakeSearcher, fake_engine
from tests.session.finished import both_pass

RANK = float(rank_number("10k"))
STYLE = LedStyle(RANK, model=0.7, network=0.4, care=0.1)


def network_of(size: int) -> Network:
    network, _ = shipped_for(size)
    assert network is not None
    return network


def opening() -> Position:
    position = Position(9)
    for point in vertices_to_points("E5 C3 G3 C6", 9):
        position.play(point)
    return position


def mind(
    position: Position, color: int = BLACK, style: LedStyle = STYLE, left_out: Collection[int] = ()
) -> NetworkMind:
    return mind_of(network_of(position.size), position, color, style, left_out)


def test_what_comes_to_mind_is_shared_by_the_model_and_the_network() -> None:
    position = opening()
    found = mind(position)
    model = dict(rankfile.load_shipped(9).probabilities(position, RANK))
    policy = network_of(9).evaluate(position, modelfile.load_shipped(9).model).policy
    weights = {
        point: model[point] ** 0.7 * max(float(policy[point]), LEAST) ** 0.4 for point in model
    }
    for point in useful_points(position, BLACK) | {PASS}:
        share = weights[point] / sum(weights.values())
        assert found.shares[point] == pytest.approx(share, rel=1e-3, abs=1e-7)


def test_a_move_loses_what_the_network_says_against_the_best_likely_move() -> None:
    position = opening()
    found, base = mind(position), modelfile.load_shipped(9).model
    likely = [point for point in sorted(found.shares, key=lambda p: -found.shares[p]) if point >= 0]
    leads = {}
    for point in likely[:20]:
        after = position.copy()
        after.play(point)
        leads[point] = -network_of(9).evaluate(after, base).score
    best = max(leads[point] for point in likely[:12])
    assert min(found.lost(point) for point in likely[:16]) == pytest.approx(0.0)
    for point, lead in leads.items():
        assert found.lost(point) >= max(0.0, best - lead) - 1e-4
        assert found.minded(point) == pytest.approx(0.1 * found.lost(point))


def test_moves_are_drawn_by_these_weights() -> None:
    shares, lost = {1: 0.5, 2: 0.3, 3: 0.1, 4: 0.1}, {1: 9.0, 2: 0.0, 3: 2.0, 4: math.inf}
    position = opening()
    judgement = mind(position).judgement
    made = NetworkMind(position, BLACK, STYLE, judgement, {**shares, PASS: 0.4}, lost.__getitem__)
    expected = {point: shares[point] * math.exp(-0.1 * lost[point]) for point in shares}
    chance, times = random.Random(1), 10_000
    found = Counter(made.drawn(chance) for _ in range(times))
    assert found.keys() == {1, 2, 3}
    for point in found:
        share = expected[point] / sum(expected.values())
        # Five standard deviations.
        assert abs(found[point] - share * times) < 5 * math.sqrt(times * share * (1 - share))


def test_neither_own_eyes_nor_what_is_left_out_nor_earlier_positions_come_to_mind() -> None:
    """D4 takes the ko back, which brings back the position before Black took the ko."""
    position = Position.from_diagram("""
        . X . . . . . . .
        X X . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X O . . . . .
        . X O . O . . . .
        . . X O . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    a9, d4, c4, e7 = vertices_to_points("A9 D4 C4 E7", 9)
    assert is_own_eye(position, a9, BLACK)
    found = mind(position, left_out={e7})
    assert not {a9, e7} & found.shares.keys()
    position.play(d4, BLACK)
    for color in (WHITE, BLACK):
        position.play(PASS, color)
    ko = mind(position, WHITE)
    assert c4 in ko.shares
    for care in (0.0, 0.1):
        style = LedStyle(RANK, 0.7, 0.4, care)
        assert math.isinf(mind(position, WHITE, style).minded(c4))


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_a_position_is_judged_for_the_side_that_moves(color: int) -> None:
    """Whoever's turn the record says; Black has all corners."""
    position = Position(9)
    position.set_up(vertices_to_points("C3 C7 G3 G7", 9), vertices_to_points("A5", 9), WHITE)
    said = mind(position, color)
    assert (said.judgement.value > 0.9) is (color == BLACK)
    report = said.report(vertices_to_points("E5", 9)[0])
    assert (report.to_play, report.visits, report.simulations) == (color, 0, 0)
    assert report.value == said.judgement.value
    assert report.ownership.shape == (9, 9)
    assert report.ownership[2, 2] > 0.5
    assert position.to_play == WHITE


SETTLED = "\n".join([". X . X X O . O O"] * 4 + ["X X X X X O O O O"] * 5)


def test_no_search_is_needed_until_something_may_end_the_game() -> None:
    options = people_options(EngineOptions())
    position = opening()
    assert mind(position).is_open(options)
    position.play(PASS, WHITE)
    assert not mind(position).is_open(options)
    full = Position.from_diagram(SETTLED)
    assert not mind(full).is_open(options)
    # White, far behind, may resign; where nobody resigns, the game goes on.
    behind = Position(9)
    behind.set_up(vertices_to_points("C3 C7 G3 G7", 9), [], WHITE)
    lost = mind(behind, WHITE)
    assert lost.judgement.value < HOPE * (options.resign or 0.0)
    assert not lost.is_open(options)
    options.assign("resign", 0.0)
    assert lost.is_open(options)


def test_a_long_game_is_open_while_many_points_have_no_owner() -> None:
    options = people_options(EngineOptions())
    position = opening()
    for point in vertices_to_points("F7 D7 G5 D3 E2 B4 H6 E7 F8 E8 F3 D5 E4 D4 D2 C2 H2 B8", 9):
        position.play(point)
    found = mind(position)
    unsure = int(np.count_nonzero(np.abs(2 * found.judgement.ownership - 1) < 0.7))
    assert found.is_open(options) is (unsure >= OPEN)


def test_stronger_ranks_mind_more_and_listen_more_to_the_network() -> None:
    styles = [led_style(rank) for rank in range(WEAKEST, STRONGEST + 1)]
    for weaker, stronger in itertools.pairwise(styles):
        assert weaker.care <= stronger.care
        assert weaker.network < stronger.network
        assert stronger.model < weaker.model
    assert styles[0].network > 0.0


def test_only_large_boards_and_ranks_that_see_no_further_are_led() -> None:
    assert is_led(STRONGEST, SMALLEST)
    assert not is_led(STRONGEST + 1, 19)
    assert not is_led(STRONGEST, SMALLEST - 1)


def searches(rank: str, size: int, network: str = "shipped") -> list[int | None]:
    """Return the simulations of the searches for the first move at a rank."""
    engine = fake_engine()
    engine.set_parameter("network", network)
    engine.set_parameter("rank", rank)
    engine.new_game(size)
    assert engine.genmove(BLACK) not in (PASS, RESIGN)
    searcher = engine.searching.searcher
    assert searcher is None or isinstance(searcher, FakeSearcher)
    return [] if searcher is None else [limits.simulations for limits in searcher.limits]


def test_the_first_moves_need_no_search_where_a_network_leads() -> None:
    for rank in ("25k", rank_name(STRONGEST)):
        assert searches(rank, 19) == []
    assert searches(rank_name(STRONGEST + 1), 19)
    assert searches("25k", 13)


def test_who_asks_for_no_network_gets_none() -> None:
    assert searches("12k", 19, "none")


def test_a_move_without_a_search_has_a_report_and_the_same_seed_plays_the_same() -> None:
    def first(seed: int) -> tuple[int, float]:
        engine = fake_engine()
        engine.set_parameter("rank", "12k")
        engine.set_seed(seed)
        engine.new_game(19)
        move = engine.genmove(BLACK)
        report = engine.last_search
        assert report is not None
        assert report.pv == (move,)
        return move, report.value

    assert first(3) == first(3)
    assert len({first(seed) for seed in range(8)}) > 3


def test_who_watches_sees_a_search_and_what_is_avoided_is_not_played() -> None:
    engine = fake_engine()
    engine.set_parameter("rank", "12k")
    engine.new_game(19)
    corners = vertices_to_points("D4 Q16 Q4 D16", 19)
    others = {(BLACK, point): 1 for point in range(361) if point not in corners}
    assert engine.genmove(BLACK, SearchRequest(avoid=others)) in corners
    seen: list[RunningSearch] = []
    engine.genmove(WHITE, SearchRequest(watch=seen.append))
    assert seen


def test_the_end_is_decided_by_a_search_of_at_most_that_many_simulations() -> None:
    engine = fake_engine()
    engine.set_parameter("rank", "12k")
    engine.new_game(19)
    engine.play(PASS, BLACK)
    engine.genmove(WHITE)
    searcher = engine.searching.searcher
    assert isinstance(searcher, FakeSearcher)
    assert searcher.limits[0].simulations is not None
    assert searcher.limits[0].simulations <= JUDGE
    style = mind(opening()).searching(style_of(RANK, 19))
    assert (style.root, style.sharpness, style.visit_care) == (JUDGE, 1.0, 0.0)


@pytest.mark.parametrize("rank", ["25k", "5k"])
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_finished_game_is_passed(rank: str, rules: str) -> None:
    engine = Engine()
    engine.set_parameter("rank", rank)
    engine.set_parameter("memory", "32")
    engine.set_rules(rules)
    row = ". X . X " + "X " * 6 + "O " * 5 + ". O . O"
    engine.new_game(19)
    both_pass(engine, "\n".join([row] * 2 + ["X " * 10 + "O " * 9] * 17))


@pytest.mark.slow
@pytest.mark.parametrize("rank", ["25k", "8k"])
def test_a_game_ends_by_two_passes_and_no_eye_is_filled(rank: str) -> None:
    engine = Engine()
    for name, text in (("rank", rank), ("resign", "off"), ("memory", "32"), ("seed", "3")):
        engine.set_parameter(name, text)
    engine.new_game(SMALLEST)
    color, passes = BLACK, 0
    while passes < 2:
        assert engine.position.move_number < 2.5 * SMALLEST**2
        before = engine.position.copy()
        move = engine.genmove(color)
        assert move == PASS or not is_own_eye(before, move, color)
        passes = passes + 1 if move == PASS else 0
        color = opponent(color)
    assert engine.position.move_number > SMALLEST**2 / 3
