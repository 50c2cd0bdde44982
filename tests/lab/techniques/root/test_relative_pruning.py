"""Relative pruning: what cannot catch up by its share of the rest gets no more simulations."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

PRUNED = -50.0


def probe(share: float, simulations: int) -> tuple[SearchProbe, list[int]]:
    """The root of a search that has all its simulations still to come."""
    search = SearchProbe(SearchParams(relative_pruning=share), Position(9), simulations)
    children = search.expand((ROOT,), [21, 22, 23])
    for child, visits in zip(children, (100, 60, 10), strict=True):
        search.update(child, 0.5, times=visits)
    return search, children


@pytest.mark.parametrize(
    ("share", "pruned"),
    [
        # 80 are left. Absolute pruning: 60 may grow to 140, 10 to 90.
        (1.0, [False, False, True]),
        # By half of them 60 may grow to 100, which is still enough.
        (0.5, [False, False, True]),
        (0.49, [False, True, True]),
    ],
)
def test_who_cannot_catch_up_is_pruned(share: float, pruned: list[bool]) -> None:
    search, children = probe(share, 80)
    assert [search.score((ROOT,), child) < PRUNED for child in children] == pruned
    assert search.stopped == (pruned.count(False) == 1)


def test_below_the_root_nothing_is_pruned() -> None:
    search, (first, *_) = probe(0.1, 80)
    much, little = search.expand((ROOT, first), [31, 32])
    search.update(much, 0.5, times=1000)
    assert search.score((ROOT, first), little) > PRUNED
    assert not search.stopped
