"""Thompson sampling: a child is followed as often as it is likely to be the best."""

from collections import Counter

import numpy as np
import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


@pytest.mark.parametrize("wins", [((60, 100), (50, 100)), ((8, 10), (30, 50))])
def test_as_often_as_a_draw_from_its_belief_is_the_greatest(
    wins: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    search = SearchProbe(SearchParams(tree_policy="thompson"), Position(9))
    children = search.expand((ROOT,), [21, 22])
    for child, (won, played) in zip(children, wins, strict=True):
        search.update(child, 1.0, times=won)
        search.update(child, 0.0, times=played - won)
    counts = Counter(search.select((ROOT,), seed) for seed in range(10_000))
    rng = np.random.default_rng(1)
    first, second = (rng.beta(w + 1, n - w + 1, 100_000) for w, n in wins)
    assert counts[children[0]] / 10_000 == pytest.approx(float(np.mean(first > second)), abs=0.03)


def test_rave_means_are_nothing_to_it() -> None:
    search = SearchProbe(SearchParams(tree_policy="thompson"), Position(9))
    children = search.expand((ROOT,), [21, 22])
    search.update(children[0], 1.0, times=1000)
    search.update(children[1], 0.0, times=1000)
    search.update_amaf(children[1], 1.0, times=10_000)
    assert {search.select((ROOT,), seed) for seed in range(200)} == {children[0]}
