"""Some-first AMAF: the first moves of a playout are credited, and those of the tree."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D, E = 21, 22, 23, 24, 25


@pytest.mark.parametrize(("first", "credited"), [(0, [A, C, E]), (3, [A, C]), (1, [A])])
def test_later_moves_are_not_credited(first: int, credited: list[int]) -> None:
    params = SearchParams(some_first_amaf=first, rave_distance_levels=1)
    search = SearchProbe(params, Position(9))
    children = search.expand((ROOT,), [A, C, E])
    # Black's A in the tree; in the playout White's B, Black's C, White's D, Black's E.
    search.back_up((ROOT, children[0]), [B, C, D, E], 1.0)
    counted = [
        move for move, child in zip([A, C, E], children, strict=True) if search.node(child)[2]
    ]
    assert counted == credited


def test_a_point_that_is_played_twice_has_its_first_time() -> None:
    search = SearchProbe(SearchParams(some_first_amaf=1), Position(9))
    (child,) = search.expand((ROOT,), [A])
    search.back_up((ROOT,), [A, B, A], 1.0)
    assert search.node(child)[2] > 0
