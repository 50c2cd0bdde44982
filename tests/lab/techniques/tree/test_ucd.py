"""UCD: a move's mean is made of its first simulations and of what is known below it."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D = 21, 22, 23, 24


def probe(depth: int) -> tuple[SearchProbe, dict[str, int]]:
    """Black's A; White's B below it; Black's C below that. Others have visited B and C, too."""
    params = SearchParams(ucd_depth=depth, rave_equivalence=0.0)
    search = SearchProbe(params, Position(9))
    (first,) = search.expand((ROOT,), [A])
    search.update(first, 0.5, times=4)
    (reply,) = search.expand((ROOT, first), [B])
    search.update(reply, 0.75, times=4)
    (answer,) = search.expand((ROOT, first, reply), [C])
    search.update(reply, 1.0, times=12)
    search.update(answer, 0.9, times=20)
    return search, {"first": first, "reply": reply, "answer": answer}


@pytest.mark.parametrize(
    ("depth", "mean"),
    [
        (0, 0.5),
        # 4 of one half, 16 visits of B worth (4 * 0.75 + 12) / 16 to White.
        (1, (2 + 16 * (1 - 15 / 16)) / 20),
        # B is worth what its own 4 and the 20 of C say.
        (2, (2 + 16 * (1 - (3 + 20 * 0.1) / 24)) / 20),
    ],
)
def test_the_mean_to_a_depth(depth: int, mean: float) -> None:
    search, nodes = probe(depth)
    assert search.score((ROOT,), nodes["first"]) == pytest.approx(mean, abs=1e-3)


def test_a_node_that_shares_children_knows_what_was_found_the_other_way() -> None:
    params = SearchParams(ucd_depth=1, transpositions=True, rave_equivalence=0.0)
    search = SearchProbe(params, Position(9))
    one, other = search.expand((ROOT,), [A, B])
    (child,) = search.expand((ROOT, one), [C])
    search.update(child, 0.25, times=30)
    search.update(other, 0.0, times=2)
    search.share((ROOT, other), one)
    assert search.score((ROOT,), other) == pytest.approx((0 + 30 * 0.75) / 32, abs=1e-3)
