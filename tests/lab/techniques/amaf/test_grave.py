"""GRAVE: RAVE means of a node that knows more."""

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX
from tests.mcts.two_children import two_children

close = pytest.approx


def test_grave_uses_the_means_of_another_node() -> None:
    # Black's move 11 at the root; White's 13; Black's 11 again, which the root knows better.
    tree, first = two_children()
    white = tree.add_children(first + 1, [13])
    below = tree.add_children(white, [11])
    tree.update(ROOT_INDEX, 0.5, times=100)
    tree.update_amaf(first, 1.0, times=50)
    tree.update_amaf(below, 0.0, times=2)
    path = (ROOT_INDEX, first + 1, white)
    plain = SearchParams(rave_equivalence=1e9)
    assert tree.score(below, plain, path) == close(0.0)
    grave = SearchParams(rave_equivalence=1e9, grave_threshold=100)
    assert tree.score(below, grave, path) == close(1.0)
    # Not with fewer visits of the reference, nor where the node has enough itself.
    assert tree.score(
        below, SearchParams(rave_equivalence=1e9, grave_threshold=101), path
    ) == close(0.0)
    tree.update(white, 0.5, times=100)
    assert tree.score(below, grave, path) == close(0.0)
