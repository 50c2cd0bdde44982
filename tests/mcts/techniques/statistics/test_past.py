"""PAST: a move's worth is the greatest mean of what is true now."""

from board_ext.position import Position
from gtpengine.mcts.lab.search_probe import ROOT, SearchProbe
from gtpengine.mcts.params.search_params import SearchParams

#: Vertices of the 2x2 board, row by row.
FIRST, SECOND, THIRD, FOURTH = 21, 22, 41, 42


def probe() -> SearchProbe:
    params = SearchParams(
        playout_order="past", past_rate=1.0, past_temperature=0.01, playout_self_atari_rate=0.0
    )
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
