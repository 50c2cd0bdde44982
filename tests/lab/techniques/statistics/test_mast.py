"""MAST: moves are drawn by their mean outcome."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Vertices of the empty 2x2 board, row by row, on the kernel's grid of twenty columns.
FIRST, SECOND, THIRD, FOURTH = 21, 22, 41, 42


def probe(temperature: float = 0.5, **values: str) -> SearchProbe:
    params = SearchParams(
        playout_order="mast", mast_rate=1.0, mast_temperature=temperature, mast_candidates=32,
        playout_self_atari_rate=0.0, **values,
    )  # fmt: skip
    return SearchProbe(params, Position(2))


def shares(counts: dict[int, int]) -> dict[int, float]:
    return {v: count / sum(counts.values()) for v, count in counts.items()}


def test_moves_are_drawn_by_gibbs_sampling() -> None:
    search = probe()
    for outcome, move in ((0.9, FIRST), (0.5, SECOND), (0.1, THIRD)):
        search.learn((ROOT,), [move], outcome)
    # The fourth was never played: its mean is taken as 1.
    weights = {
        v: math.exp(q / 0.5) for v, q in ((FIRST, 0.9), (SECOND, 0.5), (THIRD, 0.1), (FOURTH, 1.0))
    }
    drawn = shares(search.first_moves(20_000))
    total = sum(weights.values())
    for v, weight in weights.items():
        assert drawn[v] == pytest.approx(weight / total, abs=0.03)


def test_means_are_over_all_simulations_and_for_each_side() -> None:
    search = probe(temperature=0.01)  # as good as the maximum
    search.learn((ROOT,), [FIRST], 1.0)
    search.learn((ROOT,), [FIRST], 0.0)
    search.learn((ROOT,), [SECOND], 0.6)
    search.learn((ROOT,), [THIRD], 0.0)
    # White's move at the fourth point, which says nothing of Black's: to Black it is new.
    search.learn((ROOT,), [THIRD, FOURTH], 0.0)
    assert set(search.first_moves(50)) == {FOURTH}
    search.learn((ROOT,), [FOURTH], 0.0)
    # 0.5, 0.6, 0 and 0.
    assert shares(search.first_moves(300))[SECOND] > 0.95


def test_without_the_rate_nothing_is_drawn() -> None:
    search = SearchProbe(SearchParams(playout_order="mast"), Position(2))
    search.learn((ROOT,), [FIRST], 1.0)
    assert shares(search.first_moves(2_000))[FIRST] == pytest.approx(0.25, abs=0.05)


def test_roulette_draws_by_the_mean_and_greedy_takes_the_greatest() -> None:
    for choice in ("roulette", "greedy"):
        search = probe(mast_choice=choice)
        for outcome, move in ((0.4, FIRST), (0.3, SECOND), (0.2, THIRD), (0.1, FOURTH)):
            search.learn((ROOT,), [move], outcome)
        drawn = shares(search.first_moves(20_000))
        if choice == "greedy":
            assert drawn[FIRST] > 0.99  # 32 draws of 4 may miss it
        else:
            assert drawn[SECOND] == pytest.approx(0.3, abs=0.03)


@pytest.mark.parametrize(("moves", "counted"), [("tree", FIRST), ("playout", SECOND)])
def test_moves_of_the_tree_or_of_playouts_alone(moves: str, counted: int) -> None:
    search = probe(temperature=0.01, mast_moves=moves)
    (child,) = search.expand((ROOT,), [FIRST])
    # Black's moves: the first in the tree, the second in the playout; both lost.
    search.learn((ROOT, child), [THIRD, SECOND], 0.0)
    drawn = search.first_moves(300)
    assert drawn.get(counted, 0) == 0
    assert len(drawn) == 3
