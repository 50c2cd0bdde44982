"""Maximum frequency: the threshold of a win moves to where it tells the moves apart."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def probe(most: int, leads: tuple[float, float]) -> tuple[SearchProbe, list[int]]:
    """Two moves, all of whose playouts end with the same lead."""
    search = SearchProbe(SearchParams(max_frequency=most), Position(9))
    children = search.expand((ROOT,), [21, 22])
    for _ in range(64):
        for child, lead in zip(children, leads, strict=True):
            search.learn((ROOT, child), (), float(lead > 0), lead)
    return search, children


@pytest.mark.parametrize("sign", [1, -1])
def test_where_all_win_the_larger_lead_wins(sign: int) -> None:
    search, (first, second) = probe(40, (sign * 20.5, sign * 30.5))
    rewards = [search.reward((ROOT, first), (), lead) for lead in (sign * 20.5, sign * 30.5)]
    assert rewards == ([0.0, 1.0] if sign > 0 else [1.0, 0.0])
    # The nearest threshold that does it is 21 points.
    assert search.reward((ROOT, second), (), sign * 21.0) == 0.5


def test_it_moves_no_further_than_it_may() -> None:
    search, (first, _) = probe(10, (20.5, 30.5))
    assert search.reward((ROOT, first), (), 20.5) == 1.0
    assert search.reward((ROOT, first), (), 0.5) == 1.0


def test_where_wins_tell_moves_apart_nothing_changes() -> None:
    search, (first, _) = probe(40, (5.5, -5.5))
    assert search.reward((ROOT, first), (), 0.5) == 1.0
    assert search.reward((ROOT, first), (), -0.5) == 0.0
