"""Attaching techniques: in which order, and with which memory."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.families import exported
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C, D = 21, 22, 23, 24


def test_techniques_are_asked_by_place_then_by_name() -> None:
    # GRAVE, which replaces the evidence that others change, has the place 0, and implicit minimax,
    # which changes the score that others make, has the place 2.
    params = SearchParams(
        implicit_minimax=0.5, subtree_value_bias=0.5, grave_threshold=50, mast_rate=0.5
    )
    names = [
        "amaf.grave",
        "statistics.mast",
        "evaluation.subtree_value_bias",
        "evaluation.implicit_minimax",
    ]
    doors = [exported(f"gtpengine.lab.techniques.{name}", "DOOR") for name in names]
    assert SearchProbe(params, Position(9)).techniques.doors == doors
    assert [door.place for door in doors] == [0, 1, 1, 2]


def test_a_worker_s_own_memory_is_zero_when_a_search_begins() -> None:
    params = SearchParams(playout_order="mast", mast_rate=1.0, mast_temperature=0.01,
                          mast_candidates=32, playout_self_atari_rate=0.0)  # fmt: skip
    search = SearchProbe(params, Position(2))
    points = {21, 22, 41, 42}
    for point in points:
        search.learn((ROOT,), [point], 1.0 if point == 21 else 0.0)
    assert set(search.first_moves(100)) == {21}
    search.begin()
    assert set(search.first_moves(100)) == points


def test_what_workers_share_is_zero_when_a_search_begins() -> None:
    search = SearchProbe(SearchParams(subtree_value_bias=0.5, rave_equivalence=0.0), Position(9))
    (child,) = search.expand((ROOT,), [A])
    search.update(child, 0.75, times=4)
    search.expand((ROOT, child), [B])
    search.update(child, 0.25, times=16)
    plain = search.score((ROOT,), child)
    search.learn((ROOT, child))
    assert search.score((ROOT,), child) < plain
    search.begin()
    assert search.score((ROOT,), child) == plain


def test_memory_beside_the_nodes_moves_with_them() -> None:
    # Two techniques, with records of different sizes.
    params = SearchParams(implicit_minimax=1.0, subtree_value_bias=0.5, rave_equivalence=0.0)
    search = SearchProbe(params, Position(9))
    left, right = search.expand((ROOT,), [A, B], [0.7, 0.4])
    search.expand((ROOT, left), [C, D], [0.5, 0.5])
    (white,) = search.expand((ROOT, right), [C], [0.5])
    here = search.expand((ROOT, right, white), [A, D], [0.9, 0.2])
    before = [search.score((ROOT, right, white), child) for child in here]
    assert before == pytest.approx([0.9, 0.2], abs=1e-3)
    moved = search.reroot(white)
    assert moved != here
    assert [search.score((ROOT,), child) for child in moved] == before
    search.begin()
    assert [search.score((ROOT,), child) for child in moved] == before


def test_a_new_node_has_nothing_beside_it() -> None:
    search = SearchProbe(SearchParams(subtree_value_bias=0.5, rave_equivalence=0.0), Position(9))

    def grown(path: tuple[int, ...], move: int) -> tuple[int, float, float]:
        """Give a path a child with an error; return it, and its score before and after learning."""
        (child,) = search.expand(path, [move])
        search.update(child, 1.0, times=4)
        search.expand((*path, child), [D])
        search.update(child, 0.0, times=16)
        before = search.score(path, child)
        search.learn((*path, child))
        return child, before, search.score(path, child)

    (left,) = search.expand((ROOT,), [A])
    (white,) = search.expand((ROOT, left), [C])
    old, before, after = grown((ROOT, left, white), B)
    assert after < before
    search.reroot(white)
    search.begin()
    # The kept nodes have moved to the front; the child's old place is that of a new node.
    (child,) = search.reroot(ROOT) or [0]
    assert child < old
    path: tuple[int, ...] = (ROOT, child)
    while path[-1] < old:
        path = (*path, *search.expand(path, [A if len(path) % 2 else C]))
    assert path[-1] == old
    search.update(old, 0.2, times=20)
    assert search.score(path[:-1], old) == pytest.approx(0.2, abs=1e-3)
