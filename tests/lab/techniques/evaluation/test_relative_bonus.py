"""Relative bonus: the reward of a win follows the length of the simulation."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

SHORT, USUAL, LONG = [21] * 20, [21] * 40, [21] * 60


def trained() -> SearchProbe:
    search = SearchProbe(SearchParams(relative_bonus=0.2), Position(9))
    for number in range(200):
        for points in (1.0, -1.0):
            search.reward((ROOT,), [21] * (39 + 2 * (number % 2)), points)
    return search


def test_a_short_win_is_worth_more_and_a_long_one_less() -> None:
    assert trained().reward((ROOT,), USUAL) == pytest.approx(0.8, abs=0.01)
    assert trained().reward((ROOT,), SHORT) == pytest.approx(1.0, abs=0.01)
    assert trained().reward((ROOT,), LONG) == pytest.approx(0.6, abs=0.01)


def test_it_is_the_same_for_the_other_side() -> None:
    assert trained().reward((ROOT,), SHORT, -1.0) == pytest.approx(0.0, abs=0.01)
    assert trained().reward((ROOT,), LONG, -1.0) == pytest.approx(0.4, abs=0.01)


def test_without_enough_simulations_all_wins_are_alike() -> None:
    search = SearchProbe(SearchParams(relative_bonus=0.2), Position(9))
    for moves in (SHORT, USUAL, LONG):
        assert search.reward((ROOT,), moves) == pytest.approx(0.8)


@pytest.mark.parametrize("steepness", [1.0, 3.0])
def test_the_bonus_is_a_sigmoid_of_the_length_in_deviations(steepness: float) -> None:
    params = SearchParams(relative_bonus=0.2, relative_bonus_steepness=steepness)
    search = SearchProbe(params, Position(9))
    for number in range(2_000):
        search.reward((ROOT,), [21] * (37 + 6 * (number % 2)))  # 40, and a deviation of 3
    for length, deviations in ((37, 1.0), (43, -1.0), (46, -2.0)):
        bonus = 0.2 * (-1 + 2 / (1 + math.exp(-steepness * deviations)))
        assert search.reward((ROOT,), [21] * length) == pytest.approx(0.8 + bonus, abs=0.002)
