"""Subtree value bias correction: the errors of nodes that look alike are taken off their own
evaluation."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

A, B, C, D, E = 21, 22, 23, 24, 25


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-4)


def probe(share: float = 0.5, exponent: float = 1.0) -> SearchProbe:
    params = SearchParams(
        rave_equivalence=0.0,
        subtree_value_bias=share,
        subtree_value_bias_exponent=exponent,
    )
    return SearchProbe(params, Position(9))


def test_the_error_of_a_node_is_taken_off_its_own_evaluation() -> None:
    search = probe()
    (child,) = search.expand((ROOT,), [A])
    search.update(child, 0.75, times=4)  # its first playouts
    search.expand((ROOT, child), [B])
    search.update(child, 0.25, times=16)  # what its children turned out to be worth
    assert search.score((ROOT,), child) == close((3 + 4) / 20)
    search.learn((ROOT, child))
    # Half of the error of 0.75 - 0.25 is taken off each of the four.
    assert search.score((ROOT,), child) == close((3 + 4 - 4 * 0.5 * 0.5) / 20)


def test_nodes_that_look_alike_share_their_errors() -> None:
    search = probe()
    first, other = search.expand((ROOT,), [A, C])
    (here,) = search.expand((ROOT, first), [B])
    search.update(here, 0.9, times=4)
    search.expand((ROOT, first, here), [D])
    search.update(here, 0.4, times=40)
    search.learn((ROOT, first, here))
    # The same last two moves by the same side, two moves later; 10 simulations without an error.
    (white,) = search.expand((ROOT, other), [D])
    (black,) = search.expand((ROOT, other, white), [A])
    path = (ROOT, other, white, black)
    (there,) = search.expand(path, [B])
    search.update(there, 0.5, times=2)
    search.expand((*path, there), [E])
    assert search.score(path, there) == close((1.0 - 2 * 0.5 * 0.5) / 2)
    search.update(there, 0.5, times=10)
    search.learn((*path, there))
    # The mean error is weighted by the visits below: 0.5 with 40, 0 with 10.
    assert search.score(path, there) == close((6.0 - 2 * 0.5 * 0.4) / 12)


def test_another_last_move_is_another_bucket() -> None:
    search = probe()
    first, second = search.expand((ROOT,), [A, B])
    search.update(first, 1.0, times=4)
    search.expand((ROOT, first), [C])
    search.update(first, 0.0, times=16)
    search.learn((ROOT, first))
    search.update(second, 0.5, times=4)
    search.expand((ROOT, second), [C])
    assert search.score((ROOT,), second) == close(0.5)


def test_visits_count_by_the_exponent() -> None:
    # Of the same node at two times only the last error counts, whatever the exponent.
    search = probe(exponent=0.5)
    (child,) = search.expand((ROOT,), [A])
    search.update(child, 1.0, times=4)
    search.expand((ROOT, child), [B])
    search.update(child, 0.0, times=4)
    search.learn((ROOT, child))
    search.update(child, 1.0, times=4)
    search.learn((ROOT, child))
    # Error 1 - 0.5.
    assert search.score((ROOT,), child) == close((8 - 4 * 0.5 * 0.5) / 12)


@pytest.mark.parametrize("threads", [1, 3])
def test_it_plays_with_threads(threads: int) -> None:
    searcher = Searcher(SearchParams(subtree_value_bias=0.35), threads, memory_mb=64)
    position = Position(9)
    for _ in range(2):
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=1_500))
        assert virtual_losses(searcher) == 0
        position.play(report.moves[0].point)
