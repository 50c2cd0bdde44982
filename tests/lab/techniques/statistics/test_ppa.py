"""PPA: the winner's moves become more likely, by the gradient of their probability."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Vertices of the 2x2 board, row by row.
FIRST, SECOND, THIRD, FOURTH = 21, 22, 41, 42


def probe(step: float) -> SearchProbe:
    params = SearchParams(
        playout_order="ppa", ppa_rate=1.0, ppa_step=step, playout_self_atari_rate=0.0
    )
    return SearchProbe(params, Position(2))


def shares(search: SearchProbe) -> dict[int, float]:
    counts = search.first_moves(10_000)
    return {move: n / 10_000 for move, n in counts.items()}


def test_one_step_of_the_gradient() -> None:
    search = probe(1.0)
    search.learn((ROOT,), [FIRST], 1.0)
    # Of four equal weights: the played one gains 1 - 1/4, the others lose 1/4.
    played, other = math.exp(0.75), math.exp(-0.25)
    drawn = shares(search)
    # Eight draws of four moves stand for all of them, nearly.
    assert drawn[FIRST] == pytest.approx(played / (played + 3 * other), abs=0.06)
    assert drawn[SECOND] == pytest.approx(other / (played + 3 * other), abs=0.03)
    # A smaller step is a smaller change: exp(0.15) against exp(-0.05).
    little = probe(0.2)
    little.learn((ROOT,), [FIRST], 1.0)
    assert shares(little)[FIRST] == pytest.approx(0.289, abs=0.02)


def test_the_loser_s_moves_do_not_count() -> None:
    search = probe(1.0)
    for _ in range(5):
        search.learn((ROOT,), [FIRST], 0.0)
    assert shares(search)[FIRST] == pytest.approx(0.25, abs=0.03)


def test_it_converges_on_what_always_wins() -> None:
    search = probe(0.5)
    for _ in range(30):
        search.learn((ROOT,), [THIRD], 1.0)
    # One of 8 random moves may miss it: 0.75^8 is a tenth.
    assert shares(search)[THIRD] > 0.8


def test_moves_of_the_tree_are_not_adapted() -> None:
    search = probe(1.0)
    (child,) = search.expand((ROOT,), [FIRST])
    for _ in range(5):
        search.learn((ROOT, child), (), 1.0)
    assert shares(search)[FIRST] == pytest.approx(0.25, abs=0.03)
