"""TD search: positions that lead to wins are valued, and their moves begin with these values."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams

A, B, C = 21, 23, 63


def probe() -> SearchProbe:
    return SearchProbe(SearchParams(td_search=10.0, td_search_step=0.2), Position(5))


def value(search: SearchProbe, move: int, path: tuple[int, ...] = (ROOT,)) -> float:
    wins, weight = search.prior(path, move)
    assert weight == 10.0
    return wins / weight


def test_without_experience_all_moves_are_even() -> None:
    assert value(probe(), A) == pytest.approx(0.5)


def test_values_approach_the_outcomes() -> None:
    search = probe()
    for _ in range(300):
        search.learn((ROOT,), [A], 1.0)
        search.learn((ROOT,), [C], 0.0)
    assert value(search, A) > 0.85
    assert value(search, C) < 0.15


def test_a_value_moves_towards_that_of_the_next_position() -> None:
    search = probe()
    # White answers A by C and wins: the outcome reaches A by way of the position after C.
    for _ in range(300):
        search.learn((ROOT,), [A, C], 0.0)
    assert value(search, A) < 0.3


def test_colours_exchanged_the_value_is_the_same() -> None:
    search = probe()
    (passed,) = search.expand((ROOT,), [0])
    for _ in range(50):
        search.learn((ROOT,), [A], 1.0)
    # White's stone at the same point is as good for White.
    assert value(search, A, (ROOT, passed)) == pytest.approx(value(search, A), abs=1e-6)
