"""Sufficiency threshold: with a child that is good enough, nothing is explored."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


@pytest.mark.parametrize("policy", ["ucb1", "ucb1-tuned"])
def test_the_means_decide_above_the_threshold_and_ucb_below(policy: str) -> None:
    params = SearchParams(
        tree_policy=policy, sufficiency_threshold=0.6, ucb_exploration=1.0, bonus_factor=1.0
    )
    search = SearchProbe(params, Position(9))
    often, seldom = search.expand((ROOT,), [21, 22])
    search.update(often, 0.55, times=100)
    search.update(seldom, 0.5, times=4)
    search.update(ROOT, 0.5, times=104)
    assert search.select((ROOT,)) == seldom
    search.update(often, 0.75, times=100)  # now 0.65
    assert search.select((ROOT,)) == often
    assert search.score((ROOT,), seldom) == pytest.approx(0.5)


def test_other_policies_are_left_alone() -> None:
    search = SearchProbe(SearchParams(sufficiency_threshold=0.6), Position(9))
    (child,) = search.expand((ROOT,), [21])
    search.update(child, 0.7, times=10)
    search.update_amaf(child, 0.2, times=50)
    plain = SearchProbe(SearchParams(), Position(9))
    (same,) = plain.expand((ROOT,), [21])
    plain.update(same, 0.7, times=10)
    plain.update_amaf(same, 0.2, times=50)
    assert search.score((ROOT,), child) == plain.score((ROOT,), same)
