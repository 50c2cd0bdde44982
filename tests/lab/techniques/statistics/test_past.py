"""PAST: a move's worth is the greatest mean of what is true now."""

import itertools
import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Vertices of the 2x2 board, row by row.
FIRST, SECOND, THIRD, FOURTH = 21, 22, 41, 42


def probe(temperature: float = 0.01) -> SearchProbe:
    params = SearchParams(
        playout_order="past", past_rate=1.0, past_temperature=temperature,
        playout_self_atari_rate=0.0,
    )  # fmt: skip
    search = SearchProbe(params, Position(2))
    for move, value in ((FIRST, 0.8), (SECOND, 0.6), (THIRD, 0.0), (FOURTH, 0.0)):
        search.learn((ROOT,), [move], value)
    return search


def favourite(search: SearchProbe) -> int:
    counts = search.first_moves(200)
    return max(counts, key=lambda move: counts[move])


def test_the_best_mean_is_drawn() -> None:
    search = probe()
    assert favourite(search) == FIRST
    for _ in range(3):
        search.learn((ROOT,), [FIRST], 0.0)
    assert favourite(search) == SECOND


def test_what_was_true_elsewhere_does_not_count() -> None:
    search = probe()
    # Black's first point with White's stone beside it and a Black one below: bad, but another
    # case than the empty board. The mean over all (MAST) would fall to 0.2.
    for _ in range(3):
        search.learn((ROOT,), [THIRD, SECOND, FIRST], 0.0)
    assert favourite(search) == FIRST


def test_moves_are_drawn_by_gibbs_sampling() -> None:
    means = {FIRST: 0.8, SECOND: 0.6, THIRD: 0.0, FOURTH: 0.0}
    weights = [math.exp(mean / 0.5) for mean in means.values()]
    # Eight candidates come by chance, so a move may be among them several times, or not at all.
    wanted = [0.0] * 4
    for counts in itertools.product(range(9), repeat=4):
        if sum(counts) == 8:
            ways = math.factorial(8) / math.prod(map(math.factorial, counts)) / 4**8
            drawn = [n * weight for n, weight in zip(counts, weights, strict=True)]
            for i in range(4):
                wanted[i] += ways * drawn[i] / sum(drawn)
    counted = probe(0.5).first_moves(20_000)
    shares = [counted[move] / 20_000 for move in means]
    assert shares == pytest.approx(wanted, abs=0.012)
