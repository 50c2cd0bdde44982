"""Contextual Monte Carlo: the move that did best after the own move before is played."""

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Vertices of the 3x3 board, row by row.
BEFORE, WHITES, GOOD, FAIR, OTHER = 21, 22, 43, 61, 62


def probe(threshold: float = 0.5, rate: float = 1.0) -> SearchProbe:
    """Black played BEFORE, White has answered."""
    position = Position(3)
    position.play(0, BLACK)
    position.play(1, WHITE)
    params = SearchParams(
        playout_order="context", context_rate=rate, context_threshold=threshold,
        playout_self_atari_rate=0.0,
    )  # fmt: skip
    return SearchProbe(params, position)


def teach(search: SearchProbe, before: int, move: int, value: float, times: int = 10) -> None:
    for _ in range(times):
        search.learn((ROOT,), [before, WHITES, move], value)


def share(search: SearchProbe, move: int) -> float:
    counts = search.first_moves(500)
    return counts.get(move, 0) / sum(counts.values())


def test_the_best_tile_of_the_own_move_before_is_played() -> None:
    search = probe()
    teach(search, BEFORE, GOOD, 0.9)
    teach(search, BEFORE, FAIR, 0.6)
    # What did well after another move says nothing.
    teach(search, OTHER, OTHER, 1.0)
    assert share(search, GOOD) > 0.6
    assert share(search, OTHER) < 0.1


@pytest.mark.parametrize(("threshold", "spoken"), [(0.5, True), (0.8, False)])
def test_a_tile_must_reach_the_threshold(threshold: float, spoken: bool) -> None:
    search = probe(threshold)
    teach(search, BEFORE, FAIR, 0.7)
    assert (share(search, FAIR) > 0.5) == spoken


def test_a_tile_of_few_simulations_says_nothing() -> None:
    search = probe()
    teach(search, BEFORE, GOOD, 1.0, times=3)
    assert share(search, GOOD) < 0.35


def test_the_best_of_eight_random_moves_is_played_at_the_rate() -> None:
    search = probe(rate=0.4)
    teach(search, BEFORE, GOOD, 0.9)
    teach(search, BEFORE, FAIR, 0.6)
    counts = search.first_moves(20_000)
    # Seven points are empty. The better move is played if it is among the eight.
    good = 1 - (6 / 7) ** 8
    fair = (6 / 7) ** 8 - (5 / 7) ** 8
    for move, first in ((GOOD, good), (FAIR, fair), (OTHER, 0.0)):
        wanted = 0.4 * first + (1 - 0.4 * (good + fair)) / 7
        assert counts[move] / 20_000 == pytest.approx(wanted, abs=0.012)
