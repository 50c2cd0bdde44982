"""Move groups: near moves or others, chosen by what is known of all of them."""

import math

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Black's move, and answers to it: one beside it, one two points away, two far away.
MOVE, BESIDE, NEAR, FAR, FARTHER = 105, 106, 126, 190, 191
PATH_SCORE = -50.0


def probe() -> tuple[SearchProbe, tuple[int, ...], list[int]]:
    params = SearchParams(move_groups=2, ucb_exploration=0.5, rave_equivalence=0.0)
    search = SearchProbe(params, Position(9))
    (first,) = search.expand((ROOT,), [MOVE])
    path = (ROOT, first)
    return search, path, search.expand(path, [BESIDE, NEAR, FAR, FARTHER, 0])


def test_the_group_with_the_better_bound_is_followed() -> None:
    search, path, children = probe()
    for child, value in zip(children, (0.6, 0.6, 0.4, 0.4, 0.4), strict=True):
        search.update(child, value, times=100)
    behind = [search.score(path, child) < PATH_SCORE for child in children]
    assert behind == [False, False, True, True, True]
    # Better moves elsewhere turn it, and so would a group that is seldom tried.
    search.update(children[2], 1.0, times=1000)
    behind = [search.score(path, child) < PATH_SCORE for child in children]
    assert behind == [True, True, False, False, False]
    assert search.select(path) == children[2]


def test_within_the_group_nothing_changes() -> None:
    search, path, children = probe()
    for child, value in zip(children, (0.6, 0.7, 0.1, 0.1, 0.1), strict=True):
        search.update(child, value, times=100)
    assert search.score(path, children[0]) == pytest.approx(0.6, abs=1e-3)
    assert search.select(path) == children[1]


def test_without_a_last_move_there_are_no_groups() -> None:
    search = SearchProbe(SearchParams(move_groups=2), Position(9))
    for child in search.expand((ROOT,), [BESIDE, FAR]):
        search.update(child, 0.5, times=10)
        assert search.score((ROOT,), child) > PATH_SCORE


@pytest.mark.parametrize(("tried", "near"), [(5, False), (6, True)])
def test_a_group_that_is_seldom_tried_has_the_greater_bound(tried: int, near: bool) -> None:
    # Two near moves with 100 visits each are worth 0.6, three others 0.4: as two arms of UCB1.
    search, path, children = probe()
    for child, value, visits in zip(
        children, (0.6, 0.6, 0.4, 0.4, 0.4), (100, 100, tried, tried, tried), strict=True
    ):
        search.update(child, value, times=visits)
    log = math.log(200 + 3 * tried + 1)
    bounds = 0.6 + 0.5 * math.sqrt(log / 200), 0.4 + 0.5 * math.sqrt(log / (3 * tried))
    assert (bounds[0] > bounds[1]) == near
    behind = [search.score(path, child) < PATH_SCORE for child in children]
    assert behind == [not near] * 2 + [near] * 3
