"""Permutation AMAF: moves in another order reach other nodes, which are credited, too."""

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D, E = 21, 22, 23, 24, 25


def probe(depth: int) -> tuple[SearchProbe, dict[str, int]]:
    """A tree with Black's A and C at the root, White's B and D below both, and C, A below D."""
    search = SearchProbe(SearchParams(permutation_amaf=depth, rave_distance_levels=1), Position(9))
    nodes = dict(zip("ac", search.expand((ROOT,), [A, C]), strict=True))
    nodes |= dict(zip(("ab", "ad"), search.expand((ROOT, nodes["a"]), [B, D]), strict=True))
    nodes |= dict(zip(("cb", "cd"), search.expand((ROOT, nodes["c"]), [B, D]), strict=True))
    nodes |= dict(
        zip(("cda", "cde"), search.expand((ROOT, nodes["c"], nodes["cd"]), [A, E]), strict=True)
    )
    return search, nodes


def test_the_other_order_is_credited() -> None:
    search, nodes = probe(2)
    # A B C D in this order; C D A B leads to the same position.
    search.back_up((ROOT, nodes["a"], nodes["ab"]), [C, D], 1.0)
    rave = {name: search.node(index)[2:] for name, index in nodes.items()}
    assert rave["cb"] == rave["cd"] == (1, 0.0)  # White's, which lost
    assert rave["cda"] == (1, 1.0)
    assert rave["cde"] == (0, 0.0)  # E was not played
    # The way that was gone is credited once, as without permutations.
    assert rave["ab"] == rave["ad"] == (1, 0.0)
    assert rave["c"] == (1, 1.0)


def test_the_depth_limits_the_walk() -> None:
    search, nodes = probe(1)
    search.back_up((ROOT, nodes["a"], nodes["ab"]), [C, D], 1.0)
    assert search.node(nodes["cd"])[2] == 1
    assert search.node(nodes["cda"])[2] == 0


def test_a_move_is_used_once() -> None:
    # Below C by way of C itself nothing is left of C; below A, that Black played, A is used up.
    search, nodes = probe(4)
    (again,) = search.expand((ROOT, nodes["c"], nodes["cb"]), [C])
    search.back_up((ROOT, nodes["a"], nodes["ab"]), [C, D], 1.0)
    assert search.node(again)[2] == 0
