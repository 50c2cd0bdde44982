"""SR+CR: the root explores more than the tree below."""

from collections import Counter

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe


def probe(form: str) -> tuple[SearchProbe, list[int]]:
    search = SearchProbe(SearchParams(simple_regret=form, ucb_exploration=1.0), Position(9))
    return search, search.expand((ROOT,), [21, 22, 23])


def test_half_of_the_simulations_go_to_the_best_mean() -> None:
    search, children = probe("half-greedy")
    for child, mean in zip(children, (0.3, 0.6, 0.5), strict=True):
        search.update(child, mean, times=10)
    counts = Counter(search.select((ROOT,), seed) for seed in range(8000))
    shares = [counts[child] / 8000 for child in children]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


def test_the_bonus_grows_with_the_root_of_the_visits() -> None:
    search, (first, second, third) = probe("ucb-sqrt")
    search.update(ROOT, 0.5, times=400)
    search.update(first, 0.5, times=300)
    search.update(second, 0.2, times=50)
    assert search.choose((ROOT,)) == third  # it has no visits
    search.update(third, 0.45, times=50)
    # sqrt(20 / 300) = 0.26, sqrt(20 / 50) = 0.63: 0.76, 0.83 and 1.08.
    assert search.choose((ROOT,)) == third
    search.update(third, 0.0, times=60)
    # Now 0.76, 0.83 and 0.20 + 0.43.
    assert search.choose((ROOT,)) == second


@pytest.mark.parametrize("form", ["half-greedy", "ucb-sqrt"])
def test_below_the_root_the_usual_policy_chooses(form: str) -> None:
    search, children = probe(form)
    search.expand((ROOT, children[0]), [24, 25])
    assert search.choose((ROOT, children[0])) == 0


def test_at_all_nodes_of_the_root_s_side() -> None:
    search = SearchProbe(
        SearchParams(simple_regret="ucb-sqrt", simple_regret_at="own"), Position(9)
    )
    (first,) = search.expand((ROOT,), [21])
    (reply,) = search.expand((ROOT, first), [22])
    answers = search.expand((ROOT, first, reply), [23, 24])
    assert search.choose((ROOT,)) == first
    assert search.choose((ROOT, first)) == 0
    assert search.choose((ROOT, first, reply)) == answers[0]  # none has visits
