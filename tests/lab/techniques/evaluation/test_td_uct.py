"""TD-UCT: values by temporal differences, in worked examples and where they are the mean."""

import random

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D = 21, 22, 23, 24


def probe(**values: float) -> tuple[SearchProbe, int, int]:
    """Black's A and White's B below it."""
    search = SearchProbe(SearchParams(rave_equivalence=0.0, **values), Position(9))
    (first,) = search.expand((ROOT,), [A])
    (reply,) = search.expand((ROOT, first), [B])
    return search, first, reply


def test_with_a_whole_trace_and_no_discount_it_is_the_mean() -> None:
    search, first, reply = probe(td_uct=1.0, td_uct_trace=1.0)
    plain, first2, reply2 = probe()
    rng = random.Random(1)
    for _ in range(50):
        below, value = rng.random() < 0.5, float(rng.random() < 0.7)
        search.back_up((ROOT, first, reply)[: 2 + below], [C, D], value)
        plain.back_up((ROOT, first2, reply2)[: 2 + below], [C, D], value)
    assert search.score((ROOT,), first) == pytest.approx(plain.score((ROOT,), first2), abs=1e-4)
    assert search.score((ROOT, first), reply) == pytest.approx(
        plain.score((ROOT, first2), reply2), abs=1e-4
    )


@pytest.mark.parametrize(
    ("bootstrap", "value"),
    [
        # The leaf's difference alone: 0.405 + 0.45 * (-0.5) / 2.
        (False, 0.2925),
        # And that to the reply's value, 0 so far: 0.405 + (-0.405 + 0.45 * (-0.5)) / 2.
        (True, 0.09),
    ],
)
def test_two_simulations_by_hand(bootstrap: bool, value: float) -> None:
    search, first, reply = probe(
        td_uct=1.0, td_uct_discount=0.9, td_uct_trace=0.5, td_uct_bootstrap=bootstrap
    )
    # Black wins after two moves of a playout: 0.81 of one half.
    search.back_up((ROOT, first), [C, D], 1.0)
    assert search.score((ROOT,), first) == pytest.approx(0.5 + 0.405, abs=1e-4)
    # White wins at the reply, at once.
    search.back_up((ROOT, first, reply), (), 0.0)
    assert search.score((ROOT, first), reply) == pytest.approx(1.0, abs=1e-4)
    assert search.score((ROOT,), first) == pytest.approx(0.5 + value, abs=1e-4)


def test_its_share_is_mixed_with_the_mean() -> None:
    search, first, _ = probe(td_uct=0.25, td_uct_discount=0.9)
    search.back_up((ROOT, first), [C, D], 1.0)
    assert search.score((ROOT,), first) == pytest.approx(0.75 + 0.25 * 0.905, abs=1e-4)
