"""EXP3: children are drawn by exponential weights of their gains."""

import math
from collections import Counter

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

DRAWS = 20_000


def probe(exploration: float) -> tuple[SearchProbe, list[int]]:
    params = SearchParams(tree_policy="exp3", exp3_exploration=exploration)
    search = SearchProbe(params, Position(9))
    return search, search.expand((ROOT,), [21, 22, 23])


def shares(search: SearchProbe, children: list[int]) -> list[float]:
    counts = Counter(search.select((ROOT,), seed) for seed in range(DRAWS))
    return [counts[child] / DRAWS for child in children]


def test_all_are_alike_at_first() -> None:
    search, children = probe(0.2)
    assert shares(search, children) == pytest.approx([1 / 3] * 3, abs=0.015)


def test_a_reward_counts_by_how_unlikely_the_move_was() -> None:
    g = 0.3
    search, children = probe(g)
    gains = [0.0, 0.0, 0.0]
    for drawn, reward in ((0, 1.0), (1, 0.5), (0, 1.0), (2, 0.0), (0, 1.0)):
        weights = [math.exp(g * gain / 3) for gain in gains]
        chances = [(1 - g) * weight / sum(weights) + g / 3 for weight in weights]
        gains[drawn] += reward / chances[drawn]
        search.learn((ROOT, children[drawn]), (), reward)
    weights = [math.exp(g * gain / 3) for gain in gains]
    wanted = [(1 - g) * weight / sum(weights) + g / 3 for weight in weights]
    assert shares(search, children) == pytest.approx(wanted, abs=0.015)


def test_none_is_ever_left_out() -> None:
    search, children = probe(0.3)
    for _ in range(2000):
        search.learn((ROOT, children[1]), (), 1.0)
    # Gains without end overflow nothing.
    assert shares(search, children) == pytest.approx([0.1, 0.8, 0.1], abs=0.015)


def test_white_gains_what_black_loses() -> None:
    search, children = probe(0.3)
    replies = search.expand((ROOT, children[0]), [31, 32])
    for _ in range(200):
        search.learn((ROOT, children[0], replies[0]), (), 0.0)
    path = (ROOT, children[0])
    counts = Counter(search.select(path, seed) for seed in range(1000))
    assert counts[replies[0]] > 800
