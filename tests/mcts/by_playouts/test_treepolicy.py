"""Selection: RAVE, priors as virtual visits, exploration, first-play urgency."""

import pytest

from board_ext.coords import BLACK, WHITE
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX, TreeProbe
from tests.mcts.two_children import two_children

close = pytest.approx


def test_without_rave_the_mean_decides() -> None:
    tree, first = two_children()
    tree.update(first, 1.0, times=6)
    tree.update(first, 0.0, times=4)
    tree.update(first + 1, 1.0, times=7)
    tree.update(first + 1, 0.0, times=3)
    params = SearchParams(rave_equivalence=0.0)
    assert tree.score(first, params) == close(0.6)
    assert tree.select(ROOT_INDEX, params) == first + 1


def test_rave_mixes_in() -> None:
    tree, first = two_children()
    tree.update(first, 1.0, times=10)
    tree.update_amaf(first, 0.0, times=40)
    params = SearchParams(rave_schedule="minimum-mse", rave_equivalence=100.0)
    share = 40 / (40 + 10 + 10 * 40 / 100)
    assert tree.score(first, params) == close(1.0 - share)


def test_no_rave_without_samples_or_with_k_0() -> None:
    tree, first = two_children()
    for child in (first, first + 1):
        tree.update(child, 1.0, times=10)
    tree.update_amaf(first + 1, 0.0, times=10)
    assert tree.score(first, SearchParams()) == close(1.0)
    assert tree.score(first + 1, SearchParams()) < 0.9
    assert tree.score(first + 1, SearchParams(rave_equivalence=0.0)) == close(1.0)


def test_weighted_rave_samples_count_as_many() -> None:
    tree, first = two_children()
    tree.update_amaf(first, 1.0, weight=3)
    tree.update_amaf(first + 1, 1.0, times=3)
    params = SearchParams()
    assert tree.score(first, params) == close(tree.score(first + 1, params))


def test_the_prior_counts_as_visits() -> None:
    tree, first = two_children()
    tree.set_prior(first, 0.8, 10.0)
    tree.update(first, 0.0, times=10)
    params = SearchParams(rave_equivalence=0.0)
    assert tree.score(first, params) == close(0.4, abs=1e-4)


def test_the_rave_side_of_the_prior_has_its_own_strength() -> None:
    tree, first = two_children()
    tree.set_prior(first, 1.0, 10.0)
    tree.update_amaf(first, 0.0, times=30)
    none = SearchParams(prior_rave_share=0.0, rave_equivalence=1e9)
    strong = SearchParams(prior_rave_share=3.0, rave_equivalence=1e9)
    # n = 10 prior visits, r = 30 samples, plus 30 of the prior: the means are 0 and a half.
    assert tree.score(first, none) == close(1.0 - 30 / 40, abs=1e-4)
    assert tree.score(first, strong) == close(0.5 * 60 / 70 + 10 / 70, abs=1e-4)


def test_first_play_urgency_decides_for_the_unknown() -> None:
    tree, first = two_children()
    tree.update(first, 1.0, times=5)
    eager = SearchParams(rave_equivalence=0.0, first_play_urgency=1.1)
    lazy = SearchParams(rave_equivalence=0.0, first_play_urgency=0.9)
    assert tree.select(ROOT_INDEX, eager) == first + 1
    assert tree.select(ROOT_INDEX, lazy) == first


@pytest.mark.parametrize(
    "policy",
    ["rave", *(pytest.param(p, marks=pytest.mark.lab) for p in ("ucb1", "ucb1-tuned", "puct"))],
)
def test_a_virtual_loss_is_a_visit_without_a_win(policy: str) -> None:
    scores = []
    for visits, virtual in ((8, 0), (8, 2), (10, 0)):
        probe = TreeProbe(100)
        first = probe.add_children(ROOT_INDEX, [1, 2])
        for node in (first, first + 1):
            probe.set_prior(node, 0.5, 2.0, 0.5)
        probe.update(ROOT_INDEX, 0.5, times=100)
        probe.update(first, 1.0, times=6)
        probe.update(first, 0.0, times=visits - 6)
        probe.add_virtual_losses(first, virtual)
        params = SearchParams(tree_policy=policy, rave_equivalence=0.0)
        scores.append(probe.score(first, params))
    assert scores[1] < scores[0]
    assert scores[1] == pytest.approx(scores[2])


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_proofs_come_first_and_last(side: int) -> None:
    tree = TreeProbe(5_000)
    first = tree.add_children(ROOT_INDEX, [11, 12, 13])
    params = SearchParams()
    lost, won = ((-9, 5), (8, 80)) if side == BLACK else ((7, 9), (-80, 5))

    def chosen() -> int:
        return tree.select(ROOT_INDEX, params, side, komi=6.5) - first

    for child in range(3):
        tree.update(first + child, [0.9, 0.5, 0.1][child], times=10)
    assert chosen() == 0
    tree.tighten(first, *lost)
    assert chosen() == 1
    tree.tighten(first + 2, *won)
    assert chosen() == 2
    # Komi has the last word, and not everybody asks.
    assert tree.select(ROOT_INDEX, params, side, komi=0.0 if side == BLACK else 7.5) == first + 2
    assert tree.select(ROOT_INDEX, params, side, komi=6.5, proofs=False) == first


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_moves_that_cannot_be_better_are_cut(side: int) -> None:
    tree = TreeProbe(5_000)
    first = tree.add_children(ROOT_INDEX, [11, 12, 13])
    for child in range(3):
        tree.update(first + child, [0.9, 0.5, 0.1][child], times=10)

    def tighten(node: int, low: int, high: int) -> None:
        assert tree.tighten(node, *((low, high) if side == BLACK else (-high, -low)))

    def chosen(**values: bool) -> int:
        return tree.select(ROOT_INDEX, SearchParams(**values), side, proofs=False) - first

    tighten(first, -20, 10)
    tighten(first + 2, 10, 40)
    # Nothing is known of the node yet.
    assert chosen() == 0
    tighten(ROOT_INDEX, 10, 361)
    assert chosen() == 1
    assert chosen(score_bounds=False) == 0
    tighten(first + 1, 3, 9)
    assert chosen() == 2
    # What brings exactly what is sure is not cut, nor is anything when all are.
    tighten(first + 2, 10, 10)
    assert chosen() == 2


def test_children_behind_a_link_are_children() -> None:
    tree = TreeProbe(5_000)
    more = tree.add_link(ROOT_INDEX, [11, 12], [13, 14])
    first = tree.node(ROOT_INDEX)["children"]
    params = SearchParams(rave_equivalence=0.0)
    for child, reward in ((first, 0.1), (first + 1, 0.2), (more, 0.3), (more + 1, 0.9)):
        tree.update(child, reward, times=10)
    tree.update(more, 0.3)
    assert tree.select(ROOT_INDEX, params) == more + 1
    assert tree.find_child(ROOT_INDEX, 14) == more + 1
    tree.update(first, 0.1)
    tree.update(first + 1, 0.2)
    assert tree.least_visited(ROOT_INDEX) == more + 1
    assert [child[0] for child in tree.dump()[3]] == [11, 12, 13, 14]
