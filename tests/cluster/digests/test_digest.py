"""Digests of a tree: what one search tells another, and what becomes of it there."""

from __future__ import annotations

import pickle
import threading
from collections import defaultdict

import pytest

from board_ext.position import Position
from gtpengine.cluster.digests.exchange import Digest, NodeChange
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.report.recommend import recommend
from gtpengine.mcts.report.stoppers import Limits

Path = tuple[int, ...]
Sums = dict[Path, list[int]]

# A receiver that is never told in between: what is told it at the end is the whole tree.
EVERYTHING = 1


def searcher(seed: int, size: int = 7, threads: int = 1, memory_mb: int = 64) -> SharingSearcher:
    made = SharingSearcher(
        SearchParams(network="none"), threads=threads, memory_mb=memory_mb, seed=seed
    )
    made.keep_digests(2)
    made.set_position(Position(size))
    return made


def add(sums: Sums, digest: Digest, sign: int = 1, prefix: Path = ()) -> None:
    for path, change in digest.changes().items():
        for i, value in enumerate(change):
            sums[prefix + path][i] += sign * value


def sums_of(*digests: Digest) -> Sums:
    sums: Sums = defaultdict(lambda: [0] * len(NodeChange._fields))
    for digest in digests:
        add(sums, digest)
    return sums


def news(sums: Sums) -> Sums:
    return {path: values for path, values in sums.items() if any(values)}


def tell_each_other(
    a: SharingSearcher, b: SharingSearcher, sent: tuple[Sums, Sums], left: list[Digest]
) -> None:
    """Exchange everything that is new, and what found no place the last time; ``left`` is that."""
    to_b, to_a = a.digest(0.0), b.digest(0.0)
    add(sent[0], to_b)
    add(sent[1], to_a)
    waiting = left[:]
    left[:] = [b.absorb(to_b), a.absorb(to_a)]
    left += [(b, a)[i % 2].absorb(digest) for i, digest in enumerate(waiting)]


def merged(searched: SharingSearcher, left: list[Digest]) -> Sums:
    """The whole tree, and what it still has to take in."""
    sums = sums_of(searched.digest(0.0, receiver=EVERYTHING))
    for digest in left:
        add(sums, digest)
    return news(sums)


def test_two_searches_that_tell_each_other_have_the_same_tree() -> None:
    a, b = searcher(1), searcher(2)
    sent = (sums_of(), sums_of())
    left: list[Digest] = []
    simulations = [0, 0]
    for i in range(6):
        simulations[0] += a.search(Limits(simulations=100 + 50 * i)).simulations
        simulations[1] += b.search(Limits(simulations=200)).simulations
        tell_each_other(a, b, sent, left)
        assert a.snapshot().visits == b.snapshot().visits == sum(simulations)
    # Nothing was told that its sender had not searched itself, and all of that was.
    assert sent[0][()][0] == simulations[0]
    assert sent[1][()][0] == simulations[1]
    own = sums_of()
    for sums in sent:
        for path, values in sums.items():
            own[path] = [x + y for x, y in zip(own[path], values, strict=True)]
    assert len(own) > 1000
    assert merged(a, left[1::2]) == merged(b, left[0::2]) == news(own)
    assert len(a.digest(0.0)) == len(b.digest(0.0)) == 0


def test_a_search_goes_on_from_what_it_was_told() -> None:
    a, b = searcher(1), searcher(2)
    report = a.search(Limits(simulations=3000))
    told = a.digest(0.001)
    assert 30 < len(told) < 5000
    left = b.absorb(pickle.loads(pickle.dumps(told)))
    assert len(left) < len(told) / 10
    b.search(Limits(simulations=250))
    after = b.snapshot()
    assert after.visits == 3250
    assert {move.point: move.visits for move in after.moves}[report.moves[0].point] > 300


def test_light_nodes_are_told_once_they_are_heavy() -> None:
    a = searcher(1)
    a.search(Limits(simulations=500))
    coarse = a.digest(0.05, max_depth=2)
    assert max(len(path) for path in coarse.changes()) == 2
    visits = {path: change.visits for path, change in coarse.changes().items()}
    # Below 16 times the least visits a node's light children stay untold, RAVE means or not.
    light = [path for path, n in visits.items() if n < 25]
    assert {visits[path[:-1]] >= 16 * 25 for path in light} == {True}
    rest = a.digest(0.0)
    assert len(rest) > 5 * len(coarse)
    whole = a.digest(0.0, receiver=EVERYTHING)
    assert news(sums_of(coarse, rest)) == news(sums_of(whole))
    assert len(a.digest(0.0)) == 0


def test_rave_means_of_moves_that_were_not_tried_are_told_below_the_heaviest_nodes() -> None:
    a, b = searcher(1), searcher(2)
    a.search(Limits(simulations=800))
    told = a.digest(0.02, max_depth=1)
    untried = [c for path, c in told.changes().items() if path and c.visits == 0]
    assert len(untried) > 10 and min(change.amaf_visits for change in untried) > 100
    b.absorb(told)
    means = [
        {path: (c.amaf_visits, c.amaf_reward) for path, c in s.changes().items() if path}
        for s in (told, b.digest(0.0, max_depth=1, receiver=EVERYTHING))
    ]
    assert means[0] == means[1]


def test_what_came_from_one_receiver_is_told_to_the_other_alone() -> None:
    hub, a, b = searcher(1), searcher(2), searcher(3)
    hub.search(Limits(simulations=100))
    a.search(Limits(simulations=300))
    from_a = a.digest(0.0)
    left = hub.absorb(from_a, receiver=0)
    to_a, to_b = hub.digest(0.0, receiver=0), hub.digest(0.0, receiver=1)
    assert to_a.changes()[()].visits == 100
    assert to_b.changes()[()].visits == 400
    own, all_news = sums_of(to_a, from_a), sums_of(to_b, left)
    assert news(own) == news(all_news)
    b.absorb(to_b)
    assert b.snapshot().visits == 400


def test_digests_go_on_after_a_reroot() -> None:
    """More than half of the memory is used, so the tree slides together, and what receivers know
    with it."""
    position = Position(7)
    a, b = (searcher(seed, memory_mb=1) for seed in (1, 2))
    left: list[Digest] = []
    for searched in (a, b):
        searched.search(Limits(simulations=800))
    tell_each_other(a, b, (sums_of(), sums_of()), left)
    for searched in (a, b):
        searched.search(Limits(simulations=400))
    told = a.digest(0.01)
    left = [b.absorb(told), *left]
    nodes = [a.snapshot().nodes, b.snapshot().nodes]
    move = recommend(a.snapshot())
    position.play(move)
    for searched, before in zip((a, b), nodes, strict=True):
        assert not searched.snapshot().tree_full
        searched.set_position(position)
        assert searched.snapshot().nodes < before
        assert searched.snapshot().visits > 200
    with pytest.raises(ValueError, match="another position"):
        b.absorb(told)
    # What found no place before the move.
    lost = (sums_of(left[0], left[1]), sums_of(left[2]))
    left = []
    tell_each_other(a, b, (sums_of(), sums_of()), left)
    assert len(left[1]) > 0
    assert a.snapshot().visits == b.snapshot().visits
    trees = []
    for searched, rest, gone in ((a, left[1], lost[1]), (b, left[0], lost[0])):
        sums = sums_of(searched.digest(0.0, receiver=EVERYTHING), rest)
        for path, values in gone.items():
            if path[:1] == (move,):
                sums[path[1:]] = [x + y for x, y in zip(sums[path[1:]], values, strict=True)]
        trees.append(news(sums))
    assert trees[0] == trees[1]
    assert len(a.digest(0.0)) == len(b.digest(0.0)) == 0


def test_inherited_rave_means_are_no_news() -> None:
    """Moves that are made late begin with the mean of their siblings."""
    a = searcher(1)
    # Not all moves have been made after this one yet; they are when it has become the root.
    few = [move for move in a.search(Limits(simulations=100)).moves if 10 <= move.visits < 30]
    position = Position(7)
    position.play(few[0].point)
    a.set_position(position)
    told = a.digest(0.0)
    a.search(Limits(simulations=1))
    rave = {move.point: move.rave_visits for move in a.snapshot().moves}
    news = sums_of(told, a.digest(0.0))
    late = [point for point, visits in rave.items() if visits > news[point,][3]]
    assert len(late) > 20
    assert all(news[point,][3] <= 3 < 10 < rave[point] for point in late)


@pytest.mark.fuzz
def test_four_threads_lose_nothing_while_others_tell_and_take_in() -> None:
    params = SearchParams(solver=False, widening_children=8)
    a = SharingSearcher(params, threads=4, memory_mb=128, seed=1)
    b = SharingSearcher(params, threads=1, memory_mb=128, seed=2)
    for searched in (a, b):
        searched.keep_digests(2)
        searched.set_position(Position(7))
    b.search(Limits(simulations=200))
    own, absorbed = sums_of(), sums_of()
    reports = []
    ended = threading.Event()

    def search() -> None:
        try:
            reports.append(a.search(Limits(simulations=6000)))
        finally:
            ended.set()

    thread = threading.Thread(target=search)
    thread.start()
    exchanged: list[tuple[Digest, Digest, Digest]] = []
    while not ended.is_set() or not exchanged:
        to_b = a.digest(0.0)
        b.absorb(to_b)
        b.search(Limits(simulations=5))
        to_a = b.digest(0.0)
        exchanged.append((to_b, to_a, a.absorb(to_a)))
    thread.join()
    for to_b, to_a, left in exchanged:
        add(own, to_b)
        add(absorbed, to_a)
        add(absorbed, left, -1)
    add(own, a.digest(0.0))
    total = sums_of(a.digest(0.0, receiver=EVERYTHING))
    assert virtual_losses(a) == 0
    print(f"{len(exchanged)} rounds, {len(total)} nodes")
    # What the tree has is what its threads have added and what came from others.
    assert own[()][0] == reports[0].simulations == 6000
    assert absorbed[()][0] > 0
    for path in {*total, *own, *absorbed}:
        sums = [x + y for x, y in zip(own[path], absorbed[path], strict=True)]
        assert total[path] == sums, path
    # A simulation adds to as many nodes below the root as it is deep: not one update is missing.
    depths = sum(values[0] for path, values in own.items() if path)
    assert depths == round(reports[0].mean_depth * 6000)
    below: dict[Path, int] = defaultdict(int)
    for path, values in own.items():
        if path:
            below[path[:-1]] += values[0]
    assert all(own[path][0] >= visits for path, visits in below.items())
