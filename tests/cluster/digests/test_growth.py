"""A tree gets the nodes that another search tells of."""

from __future__ import annotations

from board_ext.position import Position
from gtpengine.cluster.digests.exchange import Digest
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits

WHOLE = 1  # a receiver that is told nothing before


def searcher(seed: int, memory_mb: int = 64, **params: str | int | float) -> SharingSearcher:
    made = SharingSearcher(SearchParams(**params), threads=1, memory_mb=memory_mb, seed=seed)
    made.keep_digests(2)
    made.set_position(Position(9))
    return made


def visits_of(digest: Digest) -> dict[tuple[int, ...], int]:
    return {path: change.visits for path, change in digest.changes().items()}


def test_all_that_is_told_is_there_at_once() -> None:
    a, b = searcher(1), searcher(2)
    a.search(Limits(simulations=4000))
    told = a.digest(0.002)
    wanted = visits_of(told)
    assert max(map(len, wanted)) > 4
    b.search(Limits(simulations=100))
    before = visits_of(b.digest(0.0, receiver=WHOLE))
    assert max(map(len, before)) < max(map(len, wanted))
    left = b.absorb(told)
    gained = visits_of(b.digest(0.0, receiver=WHOLE))
    lacking = sum(change.visits for change in left.changes().values())
    assert sum(gained.values()) == sum(wanted.values()) - lacking
    assert lacking < sum(wanted.values()) / 100
    for path, visits in wanted.items():
        if path not in left.changes():
            assert gained[path] == visits


def test_a_tree_without_children_grows_them_too() -> None:
    a, b = searcher(1), searcher(2)
    a.search(Limits(simulations=2000))
    told = a.digest(0.005)
    assert len(b.absorb(told)) == 0
    assert b.snapshot().visits == 2000
    depths = [len(path) for path, n in visits_of(b.digest(0.0, receiver=WHOLE)).items() if n]
    assert max(depths) == max(map(len, visits_of(told)))


def test_moves_outside_the_first_children_are_reached_by_widening() -> None:
    a, b = searcher(1, widening_children=0), searcher(2, widening_children=1)
    a.search(Limits(simulations=3000))
    told = a.digest(0.002)
    left = b.absorb(told)
    assert 0 < len(left) < len(told)  # what widening does not reach yet is given back
    b.search(Limits(simulations=2000))
    assert len(b.absorb(left)) < len(left)


def test_where_there_is_no_room_the_rest_is_given_back() -> None:
    a, b = searcher(1), searcher(2, memory_mb=1)
    b.search(Limits(simulations=20_000))
    assert b.snapshot().tree_full
    a.search(Limits(simulations=20_000))
    told = a.digest(0.0005)
    had = sum(visits_of(b.digest(0.0, receiver=WHOLE)).values())
    left = b.absorb(told)
    assert len(left) > 0
    has = had + sum(visits_of(b.digest(0.0, receiver=WHOLE)).values())
    lacking = sum(change.visits for change in left.changes().values())
    assert has - had == sum(visits_of(told).values()) - lacking


def test_equal_digests_make_equal_trees() -> None:
    trees = []
    for _ in range(2):
        a, b = searcher(1), searcher(2)
        a.search(Limits(simulations=2000))
        b.absorb(a.digest(0.002))
        b.search(Limits(simulations=500))
        trees.append(b.digest(0.0, receiver=WHOLE).entries)
    assert trees[0] == trees[1]
